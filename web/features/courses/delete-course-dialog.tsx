import { useTranslation } from 'react-i18next';
import type { Course } from '../../../contract/courses.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useUndoDeletion } from '../../ui/use-undo-deletion.ts';
import { useDeleteCourse } from './courses.queries.ts';

export function DeleteCourseDialog({
  course,
  onDeleted,
  onClose,
}: {
  course: Course;
  onDeleted: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const deletion = useDeleteCourse(course.id);
  const offerUndo = useUndoDeletion();
  return (
    <ConfirmDialog
      title={t('courses.deleteTitle')}
      text={t('courses.deleteText', { title: course.title })}
      confirmLabel={t('courses.deleteCourse')}
      isWorking={deletion.isPending}
      failure={deletion.isError ? t('courses.deleteFailed') : undefined}
      error={deletion.error}
      onConfirm={() => {
        deletion.mutate(undefined, {
          onSuccess: () => {
            offerUndo({ kind: 'course', id: course.id, title: course.title });
            onDeleted();
          },
        });
      }}
      onClose={onClose}
    />
  );
}
