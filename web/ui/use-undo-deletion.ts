import { useTranslation } from 'react-i18next';
import { isNotFound } from '../api-client/api-error.ts';
import { useRestore, type TrashName } from '../api-client/trash.queries.ts';
import { showToast } from './show-toast.ts';
import { showUndoToast } from './show-undo-toast.tsx';

/** Says that a course, lesson or quiz is in the trash, and offers Undo. */
export function useUndoDeletion(): (deleted: TrashName & { title: string }) => void {
  const { t } = useTranslation();
  const { mutateAsync } = useRestore();
  const restore = async ({ title, ...named }: TrashName & { title: string }): Promise<void> => {
    try {
      await mutateAsync(named);
      showToast('success', t('trash.restored', { title }));
    } catch (error) {
      showToast('failure', isNotFound(error) ? t('trash.goneTitle') : t('trash.restoreFailed'));
    }
  };
  return (deleted) => {
    const { title } = deleted;
    showUndoToast(t('trash.moved', { title }), '', t('trash.undo'), () => void restore(deleted));
  };
}
