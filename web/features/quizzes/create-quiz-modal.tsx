import { Button, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '#web/ui/modal.tsx';
import type { QuestionSet } from '#contract/quizzes.ts';
import { PHONE } from '#web/ui/phone.ts';
import { useTyped } from '#web/ui/typed-values.ts';
import { QuizForm, type DrawReadyQuestions } from './quiz-form.tsx';
import { EMPTY_QUIZ_FORM, type QuizFormValues } from './quiz-form-values.ts';
import { QuizResult } from './quiz-result.tsx';
import { useEditing } from './use-editing.ts';
import { useGenerateQuestions, useMadeQuestionSet } from './quizzes.queries.ts';
import classes from './quizzes.module.css';

/** A few passages seldom give more. */
const COUNT_OF_ANSWER = 5;

interface CreateQuizModalProps {
  courseId: number;
  lessonId: number;
  /** Those of the answer that the quiz is about. */
  passageIds?: readonly string[] | undefined;
  drawReady: DrawReadyQuestions;
  /** Called with the generated set, or undefined if there is none or none yet. */
  onClose: (outcome: { made: QuestionSet | undefined; isUnderWay: boolean }) => void;
}

/** The assistant's "Create New Quiz": the form, prefilled, and in its place the questions once they are made. */
export function CreateQuizModal({
  courseId,
  lessonId,
  passageIds,
  drawReady,
  onClose,
}: CreateQuizModalProps) {
  const { t } = useTranslation();
  const isPhone = useMediaQuery(PHONE);
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
  const [editing, editor] = useEditing();
  const generate = useGenerateQuestions();
  const made = generate.data?.question_set;
  const isDirty = made === undefined && (values !== first || generate.isPending);
  // Saving changes the cached set.
  const result = useMadeQuestionSet(generate.data);
  const isEmpty = result?.question_set.question_count === 0;
  const isSaved = result !== undefined && result.question_set.saved_at !== null;
  const close = (): void =>
    onClose({ made: isEmpty ? undefined : result?.question_set, isUnderWay: generate.isPending });
  const requestClose = (): void => {
    if (isDirty || (made !== undefined && !isSaved && !isEmpty)) setIsAsking(true);
    else close();
  };
  return (
    <Modal
      opened
      onClose={editing.isOn ? editing.requestLeave : isAsking ? () => setIsAsking(false) : requestClose}
      title={t(made === undefined ? 'quizzes.title' : editing.isOn ? 'quizzes.edit' : 'quizzes.resultTitle')}
      size={made === undefined ? 760 : editing.isOn ? 1180 : 880}
      fullScreen={isPhone}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      classNames={{
        content: classes.modalContent,
        title: classes.modalTitle,
        body: classes.resultBody,
        header: classes.modalHeader,
      }}
    >
      {result === undefined ? (
        <>
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
            drawReady={drawReady}
            onChange={setValues}
            onGenerate={(request) => generate.mutate(request, { onSuccess: settle })}
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
        </>
      ) : (
        <QuizResult
          result={result}
          editing={editing}
          editor={editor}
          isAsking={isAsking}
          onRequestClose={requestClose}
          onKeepOpen={() => setIsAsking(false)}
          onClose={close}
        />
      )}
    </Modal>
  );
}
