import { Suspense, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { Course } from '#contract/courses.ts';
import { DialogOnItsWay } from '#web/ui/dialog-on-its-way.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { useUndoDeletion } from '#web/ui/use-undo-deletion.ts';
import { CreateCourseDialog, EditCourseDialog } from './lazy-dialogs.ts';
import { useCourse, useDeleteCourse } from './courses.queries.ts';

function DeleteCourseDialog({
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

/** The list of an account with very long descriptions contains only their beginnings. */
function EditWholeCourseDialog({ course, ...rest }: ComponentProps<typeof EditCourseDialog>) {
  const whole = useCourse(course.is_shortened === true ? course.id : null).data;
  if (course.is_shortened !== true) return <EditCourseDialog course={course} {...rest} />;
  return whole === undefined || whole.is_shortened === true ? (
    <DialogOnItsWay />
  ) : (
    <EditCourseDialog course={whole} {...rest} />
  );
}

export type OpenDialog = { kind: 'create' } | { kind: 'edit' | 'delete'; course: Course };

/** Whichever dialog of the list of courses is open. */
export function CourseDialogs({
  dialog,
  departments,
  onClose,
  onCreated,
  onEdited,
  onDeleted,
}: {
  dialog: OpenDialog | undefined;
  departments: readonly string[];
  onClose: (dialog: OpenDialog) => void;
  onCreated: (course: Course) => void;
  onEdited: (course: Course) => void;
  onDeleted: (course: Course) => void;
}) {
  if (dialog === undefined) return null;
  const close = (): void => onClose(dialog);
  return (
    <Suspense fallback={<DialogOnItsWay />}>
      {dialog.kind === 'create' && (
        <CreateCourseDialog departments={departments} onSaved={onCreated} onClose={close} />
      )}
      {dialog.kind === 'edit' && (
        <EditWholeCourseDialog
          course={dialog.course}
          departments={departments}
          onSaved={onEdited}
          onClose={close}
        />
      )}
      {dialog.kind === 'delete' && (
        <DeleteCourseDialog
          course={dialog.course}
          onDeleted={() => onDeleted(dialog.course)}
          onClose={close}
        />
      )}
    </Suspense>
  );
}
