import { useTranslation } from 'react-i18next';
import type { Course } from '../../../contract/courses.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
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
  return (
    <ConfirmDialog
      title={t('courses.deleteTitle')}
      text={t('courses.deleteText', { title: course.title })}
      confirmLabel={t('courses.deleteCourse')}
      isWorking={deletion.isPending}
      failure={deletion.isError ? t('courses.deleteFailed') : undefined}
      error={deletion.error}
      onConfirm={() => {
        deletion.mutate(undefined, { onSuccess: onDeleted });
      }}
      onClose={onClose}
    />
  );
}
