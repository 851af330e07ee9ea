import { useTranslation } from 'react-i18next';
import type { TrashItem } from '#contract/trash.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { showToast } from '#web/ui/show-toast.ts';
import { useDeleteForGood, useEmptyTrash } from './trash.queries.ts';

const DELETE_TEXTS = {
  course: 'trash.deleteCourseText',
  lesson: 'trash.deleteLessonText',
  question_set: 'trash.deleteQuizText',
} as const;

/** Asks before an item is deleted for good. */
export function DeleteForGoodDialog({
  item,
  onDeleted,
  onClose,
}: {
  item: TrashItem;
  onDeleted: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const deletion = useDeleteForGood();
  const { title } = item;
  return (
    <ConfirmDialog
      title={t('trash.deleteTitle')}
      text={t(DELETE_TEXTS[item.kind], { title })}
      confirmLabel={t('trash.deleteForGood')}
      isWorking={deletion.isPending}
      failure={deletion.isError ? t('trash.deleteFailed') : undefined}
      error={deletion.error}
      onConfirm={() => {
        deletion.mutate(item, {
          onSuccess: () => {
            showToast('success', t('trash.deleted', { title }));
            onDeleted();
          },
        });
      }}
      onClose={onClose}
    />
  );
}

/** Asks before everything in the trash is deleted for good. */
export function EmptyTrashDialog({
  count,
  onEmptied,
  onClose,
}: {
  count: number;
  onEmptied: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const emptying = useEmptyTrash();
  return (
    <ConfirmDialog
      title={t('trash.emptyTitle')}
      text={t('trash.emptyText', { count })}
      confirmLabel={t('trash.emptyTrash')}
      isWorking={emptying.isPending}
      failure={emptying.isError ? t('trash.emptyFailed') : undefined}
      error={emptying.error}
      onConfirm={() => {
        emptying.mutate(undefined, {
          onSuccess: () => {
            showToast('success', t('trash.emptied'));
            onEmptied();
          },
        });
      }}
      onClose={onClose}
    />
  );
}
