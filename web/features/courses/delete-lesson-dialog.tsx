import { useTranslation } from 'react-i18next';
import type { LessonListItem } from '../../../contract/lessons.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useUndoDeletion } from '../../ui/use-undo-deletion.ts';
import { useDeleteLesson } from './courses.queries.ts';

export function DeleteLessonDialog({
  lesson,
  onDeleted,
  onClose,
}: {
  lesson: LessonListItem;
  onDeleted: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const deletion = useDeleteLesson(lesson);
  const offerUndo = useUndoDeletion();
  return (
    <ConfirmDialog
      title={t('courses.deleteLessonTitle')}
      text={t('courses.deleteLessonText', { title: lesson.title })}
      confirmLabel={t('courses.deleteLesson')}
      isWorking={deletion.isPending}
      failure={deletion.isError ? t('courses.lessonDeleteFailed') : undefined}
      error={deletion.error}
      onConfirm={() => {
        deletion.mutate(undefined, {
          onSuccess: () => {
            offerUndo({ kind: 'lesson', id: lesson.id, title: lesson.title });
            onDeleted();
          },
        });
      }}
      onClose={onClose}
    />
  );
}
