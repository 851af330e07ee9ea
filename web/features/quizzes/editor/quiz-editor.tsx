import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { LessonFact } from '#contract/facts.ts';
import { Failure } from '#web/ui/failure.tsx';
import { useDraft } from './editor.queries.ts';
import { EditorDesk } from './editor-desk.tsx';
import type { QuizEditorHandle } from './quiz-editor-handle.ts';

interface QuizEditorProps {
  questionSetId: number;
  /** A fact to start a question on. */
  fact: LessonFact | undefined;
  ref: Ref<QuizEditorHandle>;
  /** Called when nothing is unsaved any more, or need not be saved; with the new version when one was published. */
  onLeave: (publishedVersion?: number) => void;
}

/** The question editor: the draft of a set, or its published questions, to be edited. */
export function QuizEditor({ questionSetId, fact, ref, onLeave }: QuizEditorProps) {
  const { t } = useTranslation();
  const draft = useDraft(questionSetId);
  if (draft.isPending) {
    return (
      <Stack gap="md" pb="md">
        <VisuallyHidden role="status">{t('editor.loading')}</VisuallyHidden>
        {[40, 220, 220].map((height, place) => (
          <Skeleton key={place} height={height} />
        ))}
      </Stack>
    );
  }
  if (draft.isError) {
    return (
      <Failure
        message={t('editor.loadFailed')}
        error={draft.error}
        onRetry={() => void draft.refetch()}
        isRetrying={draft.isFetching}
      />
    );
  }
  return <EditorDesk draft={draft.data} fact={fact} ref={ref} onLeave={onLeave} />;
}
