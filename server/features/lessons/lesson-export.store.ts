import type { Database } from '#server/platform/database/database.ts';

/** The ids of all the instructor's lessons, oldest first. */
export async function listLessonIdsOf(database: Database, instructorId: number): Promise<number[]> {
  const rows = await database
    .selectFrom('lessons')
    .innerJoin('courses', 'courses.id', 'lessons.course_id')
    .select('lessons.id')
    .where('courses.instructor_id', '=', instructorId)
    .orderBy('lessons.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The ids of all texts that were read for the instructor, oldest first. */
export async function listDocumentIdsOf(database: Database, instructorId: number): Promise<string[]> {
  const rows = await database
    .selectFrom('available_sources')
    .select('id')
    .where('instructor_id', '=', instructorId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
