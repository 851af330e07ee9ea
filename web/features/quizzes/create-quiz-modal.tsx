import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QuestionSet } from '#contract/quizzes.ts';
import { useTyped } from '#web/ui/typed-values.ts';
import { QuizDialog } from './quiz-dialog.tsx';
import { QuizForm } from './quiz-form.tsx';
import { EMPTY_QUIZ_FORM, type QuizFormValues } from './quiz-form-values.ts';
import { useGenerateQuestions, useMadeQuestionSet } from './quizzes.queries.ts';
import classes from './quizzes.module.css';

/** A few passages seldom give more. */
const COUNT_OF_ANSWER = 5;

interface CreateQuizModalProps {
  courseId: number;
  lessonId: number;
  /** Those of the answer that the quiz is about. */
  passageIds?: readonly string[] | undefined;
  /** Called with the generated set, or undefined if there is none or none yet. */
  onClose: (outcome: { made: QuestionSet | undefined; isUnderWay: boolean }) => void;
}

/** The assistant's "Create New Quiz": the form, prefilled, and in its place the questions once they are made. */
export function CreateQuizModal({ courseId, lessonId, passageIds, onClose }: CreateQuizModalProps) {
  const { t } = useTranslation();
  const [first] = useState<QuizFormValues>({
    ...EMPTY_QUIZ_FORM,
    courseId,
    lessonId,
    criteria: 'levels',
    ...(passageIds === undefined
      ? {}
      : { passages: { ids: passageIds, isOn: true }, count: COUNT_OF_ANSWER }),
  });
  const [values, setValues, settle] = useTyped(`quiz-in-chat:${lessonId}`, first);
  const [isAsking, setIsAsking] = useState(false);
  const generate = useGenerateQuestions();
  // Saving changes the cached set.
  const result = useMadeQuestionSet(generate.data);
  const isEmpty = result?.question_set.question_count === 0;
  const close = (): void =>
    onClose({ made: isEmpty ? undefined : result?.question_set, isUnderWay: generate.isPending });
  const requestClose = (): void => {
    if (values !== first || generate.isPending) setIsAsking(!isAsking);
    else close();
  };
  return (
    <QuizDialog
      result={result}
      before={{ title: t('quizzes.title'), size: 760, onRequestClose: requestClose }}
      onClose={close}
    >
      <QuizForm
        variant="assistant"
        values={values}
        isGenerating={generate.isPending}
        error={generate.error}
        submitId="assistant-generate-quiz"
        secondaryAction={
          <Button variant="default" onClick={requestClose}>
            {t('common.cancel')}
          </Button>
        }
        onChange={setValues}
        onGenerate={(request) => generate.mutate(request, { onSuccess: () => settle() })}
      />
      {isAsking && (
        <div role="alert" className={classes.footer}>
          <Text size="sm" mb="sm">
            {generate.isPending ? t('quizzes.leaveGenerating') : t('quizzes.discardForm')}
          </Text>
          <div className={classes.formActions}>
            <Button variant="default" autoFocus onClick={() => setIsAsking(false)}>
              {t('quizzes.keepOpen')}
            </Button>
            <Button color="red" variant="outline" onClick={close}>
              {t('quizzes.closeForm')}
            </Button>
          </div>
        </div>
      )}
    </QuizDialog>
  );
}
