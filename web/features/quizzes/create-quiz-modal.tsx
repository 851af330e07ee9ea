import { Button, Modal, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QuestionSet } from '../../../contract/quizzes.ts';
import { PHONE } from '../../ui/phone.ts';
import { QuizForm, type DrawReadyQuestions } from './quiz-form.tsx';
import { EMPTY_QUIZ_FORM, type QuizFormValues } from './quiz-form-values.ts';
import { QuizResult } from './quiz-result.tsx';
import { useEditing } from './use-editing.ts';
import { useGenerateQuestions, useMadeQuestionSet } from './quizzes.queries.ts';
import classes from './quizzes.module.css';

interface CreateQuizModalProps {
  courseId: number;
  lessonId: number;
  drawReady: DrawReadyQuestions;
  /** Called with the set that was made, or undefined when none was, or none is yet. */
  onClose: (outcome: { made: QuestionSet | undefined; isUnderWay: boolean }) => void;
}

/** The assistant's "Create New Quiz": the form, prefilled, and in its place the questions once they are made. */
export function CreateQuizModal({ courseId, lessonId, drawReady, onClose }: CreateQuizModalProps) {
  const { t } = useTranslation();
  const isPhone = useMediaQuery(PHONE);
  const [first] = useState<QuizFormValues>({ ...EMPTY_QUIZ_FORM, courseId, lessonId, criteria: 'mcq' });
  const [values, setValues] = useState(first);
  const [isAsking, setIsAsking] = useState(false);
  const [editing, editor] = useEditing();
  const generate = useGenerateQuestions();
  const made = generate.data?.question_set;
  const isDirty = made === undefined && (values !== first || generate.isPending);
  // Saving changes what is remembered of the set.
  const result = useMadeQuestionSet(generate.data);
  const isSaved = result !== undefined && result.question_set.saved_at !== null;
  const close = (): void => onClose({ made: result?.question_set, isUnderWay: generate.isPending });
  const requestClose = (): void => {
    if (isDirty || (made !== undefined && !isSaved)) setIsAsking(true);
    else close();
  };
  return (
    <Modal
      opened
      onClose={editing.isOn ? editing.requestLeave : isAsking ? () => setIsAsking(false) : requestClose}
      title={t(made === undefined ? 'quizzes.title' : editing.isOn ? 'quizzes.edit' : 'quizzes.resultTitle')}
      size={made === undefined ? 640 : editing.isOn ? 1180 : 880}
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
            onGenerate={(request) => generate.mutate(request)}
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
