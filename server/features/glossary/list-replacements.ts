import type { TranscriptReplacement } from '#contract/glossary.ts';
import type { Actor } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { listReplacements, listReplacementsOf, type ReplacementRow } from './replacement.store.ts';

type Needed = Pick<Dependencies, 'database'>;

/** How many of a course can be undone. */
export const REPLACEMENTS_KEPT = 10;

export const presentReplacement = (row: ReplacementRow): TranscriptReplacement => ({
  id: row.id,
  course_id: row.course_id,
  find: row.find,
  replacement: row.replacement,
  count: row.count,
  lesson_count: row.lesson_count,
  is_undone: row.is_undone,
  created_at: row.created_at.toISOString(),
});

/** Newest first. Who may have them was asked before. */
export const listLatestReplacements = async (
  { database }: Needed,
  courseId: number,
): Promise<TranscriptReplacement[]> =>
  (await listReplacements(database, courseId, REPLACEMENTS_KEPT)).map(presentReplacement);

/** Of all the actor's courses, oldest first. */
export const exportReplacements = async (
  { database }: Needed,
  actor: Actor,
): Promise<TranscriptReplacement[]> =>
  (await listReplacementsOf(database, actor.instructorId)).map(presentReplacement);
