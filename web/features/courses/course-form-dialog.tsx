import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Course } from '#contract/courses.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useSession } from '#web/api-client/use-session.ts';
import { CourseFormFields } from './course-form.tsx';
import { useCreateCourse, useUpdateCourse } from './courses.queries.ts';
import { courseFormOf, emptyCourseForm } from './read-course-form.ts';

interface Dialog {
  /** Departments to suggest. */
  departments: readonly string[];
  onSaved: (course: Course) => void;
  onClose: () => void;
}

/** Add New Course. */
export function CreateCourseDialog({ departments, onSaved, onClose }: Dialog) {
  const { t } = useTranslation();
  const { instructorId, user } = useSession();
  const [isDirty, setIsDirty] = useState(false);
  const creation = useCreateCourse();
  return (
    <FormDialog title={t('courses.createTitle')} isDirty={isDirty} onClose={onClose}>
      {(requestClose) => (
        <CourseFormFields
          initial={emptyCourseForm(instructorId, user?.department ?? '')}
          departments={departments}
          submitLabel={t('courses.create')}
          failure={t('courses.createFailed')}
          save={(input) => creation.mutateAsync(input)}
          onDirty={setIsDirty}
          onSaved={onSaved}
          onCancel={requestClose}
        />
      )}
    </FormDialog>
  );
}

/** Edit a course, from the version that was on the screen. */
export function EditCourseDialog({ course, departments, onSaved, onClose }: Dialog & { course: Course }) {
  const { t } = useTranslation();
  const [isDirty, setIsDirty] = useState(false);
  // The version that was opened, unaffected by background updates while the user types.
  const [opened] = useState(course);
  const update = useUpdateCourse(course.id);
  return (
    <FormDialog title={t('courses.editTitle')} isDirty={isDirty} onClose={onClose}>
      {(requestClose) => (
        <CourseFormFields
          initial={courseFormOf(opened)}
          opened={opened}
          departments={departments}
          submitLabel={t('courses.saveChanges')}
          failure={t('courses.updateFailed')}
          save={(input) => update.mutateAsync(input)}
          onDirty={setIsDirty}
          onSaved={onSaved}
          onCancel={requestClose}
        />
      )}
    </FormDialog>
  );
}
