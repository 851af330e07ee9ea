import type { DocumentSourceTable } from './document-tables.ts';
import type { CourseTable, LessonTable, StoredFileTable } from './schema.ts';

/** The tables behind the views `courses` and `lessons`, with what is in the trash. Only the stores that a test lists read them. */
export interface TrashSchema {
  all_courses: CourseTable & { trashed_at: Date | null };
  /** A lesson whose course is in the trash is there too, whatever its own `trashed_at` says. */
  all_lessons: LessonTable & { trashed_at: Date | null };
  /** View: stored files without those that only lessons in the trash use. */
  available_files: StoredFileTable;
  /** View: texts without those that only lessons in the trash use. */
  available_sources: DocumentSourceTable;
}
