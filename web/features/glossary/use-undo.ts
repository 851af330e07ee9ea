import { useTranslation } from 'react-i18next';
import type { TranscriptReplacement } from '#contract/glossary.ts';
import { showToast } from '#web/ui/show-toast.ts';
import { explainFailure } from '#web/ui/word-message.ts';
import { useUndoReplacement } from './glossary.queries.ts';

export interface Undo {
  start: (replacement: TranscriptReplacement) => Promise<void>;
  /** Of the replacement that is being undone. */
  readonly runningId: number | undefined;
}

/** Undoes a replacement, and says what became of it. */
export function useUndo(courseId: number): Undo {
  const { t } = useTranslation();
  const undo = useUndoReplacement(courseId);
  return {
    runningId: undo.isPending ? undo.variables : undefined,
    start: async ({ id }) => {
      try {
        const { changed_count: count, skipped_lesson_ids: skipped } = await undo.mutateAsync(id);
        const more = skipped.length === 0 ? '' : t('glossary.undoSkipped', { count: skipped.length });
        showToast('success', t('glossary.undone', { count }), more);
      } catch (error) {
        showToast('failure', t('glossary.undoFailed'), explainFailure(t, error));
      }
    },
  };
}
