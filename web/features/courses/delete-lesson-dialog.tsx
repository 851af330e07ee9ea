import { useTranslation } from 'react-i18next';
import type { LessonListItem } from '../../../contract/lessons.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
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
  return (
    <ConfirmDialog
      title={t('courses.deleteLessonTitle')}
      text={t('courses.deleteLessonText', { title: lesson.title })}
      confirmLabel={t('courses.deleteLesson')}
      isWorking={deletion.isPending}
      failure={deletion.isError ? t('courses.lessonDeleteFailed') : undefined}
      error={deletion.error}
      onConfirm={() => {
        deletion.mutate(undefined, { onSuccess: onDeleted });
      }}
      onClose={onClose}
    />
  );
}
