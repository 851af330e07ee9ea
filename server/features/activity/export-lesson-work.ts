import type { ExportedWork } from '../../../contract/account-export.ts';
import type { Actor, Dependencies } from '../../ports.ts';
import { listLessonWorkOf } from './lesson-work.store.ts';

/** What was worked on for the actor, as far as it is still kept, oldest first. */
export async function exportLessonWork(
  { database }: Pick<Dependencies, 'database'>,
  actor: Actor,
): Promise<ExportedWork[]> {
  return (await listLessonWorkOf(database, actor.instructorId)).map((row) => ({
    lesson_id: row.lesson_id,
    work: row.work,
    status: row.status,
    message: row.message,
    started_at: row.started_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
  }));
}
