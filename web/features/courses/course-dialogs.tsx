import { lazy, Suspense, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { Course } from '#contract/courses.ts';
import { DialogOnItsWay } from '#web/ui/dialog-on-its-way.tsx';
import { DeleteDialog } from '#web/ui/delete-dialog.tsx';
import { useCourse } from './courses.queries.ts';

/** Forms import the contract's schemas, so their code is loaded when a dialog opens. */
export const CourseFormDialog = lazy(async () => ({
  default: (await import('./course-form.tsx')).CourseFormDialog,
}));

/** The list of an account with very long descriptions contains only their beginnings. */
function EditWholeCourseDialog({
  course,
  ...rest
}: ComponentProps<typeof CourseFormDialog> & { course: Course }) {
  const whole = useCourse(course.is_shortened === true ? course.id : null).data;
  if (course.is_shortened !== true) return <CourseFormDialog course={course} {...rest} />;
  return whole === undefined || whole.is_shortened === true ? (
    <DialogOnItsWay />
  ) : (
    <CourseFormDialog course={whole} {...rest} />
  );
}

export type OpenDialog = { kind: 'create' } | { kind: 'edit' | 'delete'; course: Course };

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
  const { t } = useTranslation();
  if (dialog === undefined) return null;
  const close = (): void => onClose(dialog);
  return (
    <Suspense fallback={<DialogOnItsWay />}>
      {dialog.kind === 'create' && (
        <CourseFormDialog departments={departments} onSaved={onCreated} onClose={close} />
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
        <DeleteDialog
          item={{ kind: 'course', id: dialog.course.id, title: dialog.course.title }}
          title={t('courses.deleteTitle')}
          text={t('courses.deleteText', { title: dialog.course.title })}
          confirmLabel={t('courses.deleteCourse')}
          failure={t('courses.deleteFailed')}
          onDeleted={() => onDeleted(dialog.course)}
          onClose={close}
        />
      )}
    </Suspense>
  );
}
