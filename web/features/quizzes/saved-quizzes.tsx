import { Alert, Text, Title } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { explainFailure } from '#web/ui/word-message.ts';
import type { QuestionSet, QuestionSetWithQuestions } from '#contract/quizzes.ts';
import { DeleteDialog } from '#web/ui/delete-dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { QuestionSheetDrawing } from '#web/ui/illustrations/question-sheet.tsx';
import { paths } from '#web/ui/paths.ts';
import { ShowOlder } from '#web/ui/show-older.tsx';
import { Skeletons } from '#web/ui/skeletons.tsx';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import { useAskAboutDrafts } from './ask-about-drafts.tsx';
import { downloadLater } from './download-later.ts';
import { menuButtonIdOf, QuestionSetRow, type QuestionSetAction } from './question-set-row.tsx';
import { useReadQuestionSet, useSavedQuestionSets, useUnsavedQuestionSets } from './quizzes.queries.ts';
import classes from './quizzes.module.css';

const RenameQuizDialog = lazy(async () => ({
  default: (await import('./rename-quiz-dialog.tsx')).RenameQuizDialog,
}));

const HEADING_ID = 'saved-quizzes';

/** The quizzes that were saved, and those of this browser that may still be. */
export function SavedQuizzes({ onOpen }: { onOpen: (questionSetId: number) => void }) {
  const { t } = useTranslation();
  const saved = useSavedQuestionSets();
  const unsaved = useUnsavedQuestionSets();
  const read = useReadQuestionSet();
  const focus = useFocusRequest();
  const navigate = useNavigate();
  const [askAboutDrafts, draftsDialog] = useAskAboutDrafts();
  const [dialog, setDialog] = useState<{
    kind: 'rename' | 'delete';
    set: QuestionSet;
  }>();

  const readThenAsk = (
    set: QuestionSet,
    what: 'rename' | 'export',
    proceed: (quiz: QuestionSetWithQuestions) => void,
  ): void =>
    read.mutate(set.id, {
      onSuccess: (quiz) =>
        askAboutDrafts(
          set.id,
          quiz.questions.map((question) => question.is_draft),
          what,
          () => proceed(quiz),
        ),
    });
  const act = (action: QuestionSetAction, set: QuestionSet): void => {
    if (action === 'open' && set.saved_at === null) onOpen(set.id);
    else if (action === 'open') void navigate(paths.savedQuiz(set.id));
    else if (action === 'review') void navigate(paths.reviewQuiz(set.id));
    else if (action === 'download') readThenAsk(set, 'export', downloadLater);
    else if (action === 'rename' && set.saved_at === null)
      // A new name saves the quiz.
      readThenAsk(set, 'rename', () => setDialog({ kind: action, set }));
    else setDialog({ kind: action, set });
  };
  const closeDialog = (): void => {
    setDialog(undefined);
    if (dialog !== undefined) focus(menuButtonIdOf(dialog.set.id));
  };
  return (
    <section aria-labelledby={HEADING_ID}>
      <Title order={2} id={HEADING_ID} tabIndex={-1} mb="xs">
        {t('quizzes.savedQuizzes')}
      </Title>
      {read.isError && (
        <Alert color="red" role="alert" mb="sm">
          {t('quizzes.readFailed', { error: explainFailure(t, read.error) })}
        </Alert>
      )}
      <WhenLoaded
        query={saved}
        failure={t('quizzes.listFailed')}
        loading={<Skeletons label={t('quizzes.loadingSaved')} heights={[56, 56, 56]} />}
      />
      {saved.data?.length === 0 && (
        <EmptyState drawing={<QuestionSheetDrawing />} text={t('quizzes.noneSaved')} />
      )}
      <ul className={classes.list}>
        {saved.data?.map((set) => (
          <QuestionSetRow key={set.id} set={set} onAction={act} />
        ))}
      </ul>
      <ShowOlder list={saved} />
      <UnsavedQuizzes unsaved={unsaved} onAction={act} />
      {draftsDialog}
      {dialog?.kind === 'rename' && (
        <Suspense>
          <RenameQuizDialog set={dialog.set} onClose={closeDialog} />
        </Suspense>
      )}
      {dialog?.kind === 'delete' && (
        <DeleteDialog
          item={{ kind: 'question_set', id: dialog.set.id, title: dialog.set.name }}
          title={t('quizzes.deleteTitle')}
          text={t('quizzes.deleteText', { name: dialog.set.name })}
          confirmLabel={t('quizzes.deleteQuiz')}
          failure={t('quizzes.deleteFailed')}
          onDeleted={() => {
            setDialog(undefined);
            focus(HEADING_ID);
          }}
          onClose={closeDialog}
        />
      )}
    </section>
  );
}

/** Quizzes of this browser that may still be saved. */
function UnsavedQuizzes({
  unsaved,
  onAction,
}: {
  unsaved: ReturnType<typeof useUnsavedQuestionSets>;
  onAction: (action: QuestionSetAction, set: QuestionSet) => void;
}) {
  const { t } = useTranslation();
  const { data: sets = [] } = unsaved;
  if (sets.length === 0) return null;
  return (
    <>
      <Title order={3} mt="xl">
        {t('quizzes.notSavedYet')}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {t('quizzes.keptSevenDays')}
      </Text>
      <ul className={classes.list}>
        {sets.map((set) => (
          <QuestionSetRow key={set.id} set={set} onAction={onAction} />
        ))}
      </ul>
      <ShowOlder list={unsaved} />
    </>
  );
}
