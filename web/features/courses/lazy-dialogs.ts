import { lazy } from 'react';

/** Forms bring the contract's schemas with them, so they are fetched when one is opened. */
export const CreateCourseDialog = lazy(async () => ({
  default: (await import('./course-form-dialog.tsx')).CreateCourseDialog,
}));
export const EditCourseDialog = lazy(async () => ({
  default: (await import('./course-form-dialog.tsx')).EditCourseDialog,
}));
