import { useMoveToTrash, type TrashName } from '../api-client/trash.queries.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { useUndoDeletion } from './use-undo-deletion.ts';

export function DeleteDialog({
  item,
  failure,
  onDeleted,
  ...question
}: {
  item: TrashName & { title: string };
  title: string;
  text: string;
  confirmLabel: string;
  failure: string;
  onDeleted: () => void;
  onClose: () => void;
}) {
  const deletion = useMoveToTrash();
  const offerUndo = useUndoDeletion();
  return (
    <ConfirmDialog
      {...question}
      isWorking={deletion.isPending}
      failure={deletion.isError ? failure : undefined}
      error={deletion.error}
      onConfirm={() =>
        deletion.mutate(item, {
          onSuccess: () => {
            offerUndo(item);
            onDeleted();
          },
        })
      }
    />
  );
}
