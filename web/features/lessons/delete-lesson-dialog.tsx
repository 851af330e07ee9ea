import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Lesson } from '../../../contract/lessons.ts';
import { isNotFound } from '../../api-client/api-error.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { paths } from '../../ui/paths.ts';
import { useUndoDeletion } from '../../ui/use-undo-deletion.ts';
import { useDeleteLesson } from './lessons.queries.ts';

/** Asks before the lesson is deleted, then goes to its course. */
export function DeleteLessonDialog({ lesson, onClose }: { lesson: Lesson; onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const deletion = useDeleteLesson(lesson);
  const offerUndo = useUndoDeletion();
  const confirm = async (): Promise<void> => {
    try {
      await deletion.mutateAsync();
    } catch (error) {
      // Deleted already, in another tab: what was wanted is so.
      if (!isNotFound(error)) return;
    }
    offerUndo({ kind: 'lesson', id: lesson.id, title: lesson.title });
    await navigate(paths.course(lesson.course), { replace: true });
  };
  return (
    <ConfirmDialog
      title={t('lessons.deleteLesson')}
      text={t('lessons.deleteText', { title: lesson.title })}
      confirmLabel={t('lessons.deleteLesson')}
      isWorking={deletion.isPending}
      failure={deletion.isError && !isNotFound(deletion.error) ? t('lessons.deleteFailed') : undefined}
      error={deletion.error}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}
