import { useMediaQuery } from '@mantine/hooks';
import { Suspense, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { LessonFact } from '#contract/facts.ts';
import type { QuestionSetWithQuestions } from '#contract/quizzes.ts';
import { Modal } from '#web/ui/modal.tsx';
import { PHONE } from '#web/ui/phone.ts';
import { Skeletons } from '#web/ui/skeletons.tsx';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import type { QuizEditorHandle } from './editor/editor-desk.tsx';
import { QuizEditor } from './editor/load-editor.ts';
import { EDIT_ID, QuizResult } from './quiz-result.tsx';
import { useQuestionSet } from './quizzes.queries.ts';
import classes from './quizzes.module.css';

/** "Generated Quiz Questions": a new or a saved set. */
export function QuizResultModal({
  questionSetId,
  fact,
  onClose,
}: {
  questionSetId: number;
  /** Opens the editor with a question about this fact. */
  fact?: LessonFact | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const set = useQuestionSet(questionSetId);
  return (
    <QuizDialog result={set.data} fact={fact} onClose={onClose}>
      <WhenLoaded
        query={set}
        failure={t('quizzes.openFailed')}
        loading={<Skeletons label={t('quizzes.loading')} heights={[40, 120, 120]} />}
      />
    </QuizDialog>
  );
}

/** Shows a quiz to read or edit, or `children` until there is one. Asks before it closes an unsaved quiz. */
export function QuizDialog({
  result,
  fact,
  before,
  onClose,
  children,
}: {
  result: QuestionSetWithQuestions | undefined;
  fact?: LessonFact | undefined;
  /** The content while there is no quiz. */
  before?: { readonly title: string; readonly size: number; readonly onRequestClose: () => void };
  onClose: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const isPhone = useMediaQuery(PHONE);
  const focus = useFocusRequest();
  const editor = useRef<QuizEditorHandle>(null);
  const [isAsking, setIsAsking] = useState(false);
  const [editing, setEditing] = useState<{ readonly fact: LessonFact | undefined } | undefined>(
    fact && { fact },
  );
  const [publishedVersion, setPublishedVersion] = useState<number>();
  const set = result?.question_set;
  const requestClose = (): void => {
    if (set === undefined) (before?.onRequestClose ?? onClose)();
    else if (isAsking) setIsAsking(false);
    else if (set.saved_at !== null || set.question_count === 0) onClose();
    else setIsAsking(true);
  };
  const stopEditing = (published?: number): void => {
    setEditing(undefined);
    setPublishedVersion(published);
    focus(EDIT_ID);
  };
  // The editor saves first, or asks. It is missing while it loads, and if its code could not be loaded.
  const leaveEditor = (): void => (editor.current === null ? stopEditing() : editor.current.leave());
  const isEdited = editing !== undefined;
  return (
    <Modal
      opened
      onClose={isEdited ? leaveEditor : requestClose}
      title={
        set === undefined && before !== undefined
          ? before.title
          : t(isEdited ? 'quizzes.edit' : 'quizzes.resultTitle')
      }
      size={set === undefined && before !== undefined ? before.size : isEdited ? 1180 : 880}
      fullScreen={isPhone}
      // The form with its outcomes fits a laptop's screen.
      yOffset="2dvh"
      returnFocus={false}
      classNames={{
        content: classes.modalContent,
        title: classes.modalTitle,
        body: classes.resultBody,
        header: classes.modalHeader,
      }}
    >
      {result === undefined ? (
        children
      ) : isEdited ? (
        <Suspense fallback={<Skeletons label={t('quizzes.loading')} heights={[40, 220, 220]} />}>
          <QuizEditor
            questionSetId={result.question_set.id}
            fact={editing.fact}
            ref={editor}
            onLeave={stopEditing}
          />
        </Suspense>
      ) : (
        <QuizResult
          result={result}
          publishedVersion={publishedVersion}
          isAsking={isAsking}
          edit={(about) => {
            setPublishedVersion(undefined);
            setEditing({ fact: about });
          }}
          onRequestClose={requestClose}
          onKeepOpen={() => setIsAsking(false)}
          onClose={onClose}
        />
      )}
    </Modal>
  );
}
