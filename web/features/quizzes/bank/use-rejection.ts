import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { explainFailure } from '#web/ui/word-message.ts';
import { showToast } from '#web/ui/show-toast.ts';
import { showUndoToast } from '#web/ui/show-undo-toast.tsx';
import { useLatest } from '#web/ui/use-latest.ts';
import { LIST_HEADING_ID, stemIdOf } from './bank-ids.ts';
import { useRejectCandidate, useRestoreCandidate } from './question-bank.queries.ts';

export interface Rejection {
  /** Hidden immediately, even if a pending answer still contains them. */
  readonly rejectedIds: ReadonlySet<number>;
  /** The same function always. */
  readonly reject: (id: number) => void;
  /** Restores the question that was rejected last. */
  readonly undoLast: () => void;
}

/** Rejecting with a way back. The focus moves to the next question, and after an undo to the restored one. */
export function useRejection(
  lessonId: number,
  shownIds: readonly number[],
  focus: (id: string) => void,
): Rejection {
  const { t } = useTranslation();
  const [rejectedIds, setRejectedIds] = useState<ReadonlySet<number>>(new Set());
  const { mutate: remove } = useRejectCandidate(lessonId);
  const { mutateAsync: restore } = useRestoreCandidate(lessonId);
  const latest = useLatest({ shownIds, rejectedIds });
  const bringBack = useCallback((id: number) => {
    setRejectedIds((ids) => new Set([...ids].filter((each) => each !== id)));
  }, []);
  const undo = useCallback(
    async (id: number): Promise<void> => {
      if (!latest.current.rejectedIds.has(id)) return;
      bringBack(id);
      try {
        await restore(id);
        focus(stemIdOf(id));
      } catch (error) {
        showToast('failure', t('bank.restoreFailed'), explainFailure(t, error));
      }
    },
    [latest, bringBack, restore, focus, t],
  );
  const reject = useCallback(
    (id: number) => {
      const { shownIds: shown } = latest.current;
      const place = shown.indexOf(id);
      const next = shown[place + 1] ?? shown[place - 1];
      setRejectedIds((ids) => new Set([...ids, id]));
      focus(next === undefined ? LIST_HEADING_ID : stemIdOf(next));
      remove(id, {
        onSuccess: () =>
          showUndoToast(t('bank.rejected'), t('bank.rejectedHelp'), t('bank.undo'), () => void undo(id)),
        onError: (error) => {
          bringBack(id);
          showToast('failure', t('bank.rejectFailed'), explainFailure(t, error));
        },
      });
    },
    [latest, remove, bringBack, undo, focus, t],
  );
  const undoLast = useCallback(() => {
    const last = [...latest.current.rejectedIds].at(-1);
    if (last !== undefined) void undo(last);
  }, [latest, undo]);
  return { rejectedIds, reject, undoLast };
}
