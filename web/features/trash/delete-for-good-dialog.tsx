import { useTranslation } from 'react-i18next';
import type { TrashItem } from '#contract/trash.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { showToast } from '#web/ui/show-toast.ts';
import { useDeleteForGood } from './trash.queries.ts';

const DELETE_TEXTS = {
  course: 'trash.deleteCourseText',
  lesson: 'trash.deleteLessonText',
  question_set: 'trash.deleteQuizText',
} as const;

/** Asks before an item or, without one, everything in the trash is deleted for good. */
export function DeleteForGoodDialog({
  item,
  count,
  onDeleted,
  onClose,
}: {
  item: TrashItem | undefined;
  /** How many items the trash contains. */
  count: number;
  onDeleted: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const deletion = useDeleteForGood();
  const isAll = item === undefined;
  return (
    <ConfirmDialog
      title={t(isAll ? 'trash.emptyTitle' : 'trash.deleteTitle')}
      text={isAll ? t('trash.emptyText', { count }) : t(DELETE_TEXTS[item.kind], { title: item.title })}
      confirmLabel={t(isAll ? 'trash.emptyTrash' : 'trash.deleteForGood')}
      isWorking={deletion.isPending}
      failure={deletion.isError ? t(isAll ? 'trash.emptyFailed' : 'trash.deleteFailed') : undefined}
      error={deletion.error}
      onConfirm={() =>
        deletion.mutate(item, {
          onSuccess: () => {
            showToast('success', isAll ? t('trash.emptied') : t('trash.deleted', { title: item.title }));
            onDeleted();
          },
        })
      }
      onClose={onClose}
    />
  );
}
