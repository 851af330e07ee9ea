import { Suspense } from 'react';
import type { Course } from '../../../contract/courses.ts';
import { DeleteCourseDialog } from './delete-course-dialog.tsx';
import { CreateCourseDialog, EditCourseDialog } from './lazy-dialogs.ts';

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
  const close = (): void => {
    onClose(dialog);
  };
  return (
    <Suspense fallback={null}>
      {dialog.kind === 'create' && (
        <CreateCourseDialog departments={departments} onSaved={onCreated} onClose={close} />
      )}
      {dialog.kind === 'edit' && (
        <EditCourseDialog
          course={dialog.course}
          departments={departments}
          onSaved={onEdited}
          onClose={close}
        />
      )}
      {dialog.kind === 'delete' && (
        <DeleteCourseDialog
          course={dialog.course}
          onDeleted={() => {
            onDeleted(dialog.course);
          }}
          onClose={close}
        />
      )}
    </Suspense>
  );
}
