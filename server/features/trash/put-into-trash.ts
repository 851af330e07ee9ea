import type { TrashEvent } from '#contract/events.ts';
import type { Actor } from '#server/actor.ts';
import type { Database } from '#server/platform/database/database.ts';
import { announce } from '#server/platform/events/event-bus.ts';
import { notFound } from '#server/platform/problem-error.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { putRowIntoTrash, type Trashed } from './trash.store.ts';

type Named = Omit<Trashed, 'course_in_trash'>;

/**
 * Moves the actor's course, lesson or quiz to the trash: it is hidden, and nothing is lost. Call it in the transaction that
 * checked the owner.
 * @throws {ProblemError} not_found when it has just been put there by another request.
 */
export async function putIntoTrash(
  transaction: Database,
  actor: Actor,
  named: Omit<Named, 'instructor_id'>,
): Promise<void> {
  const { kind, id } = named;
  if (!(await putRowIntoTrash(transaction, named))) throw notFound(kind);
  await recordAudit(transaction, `${kind}_trashed`, { by: actor.userId, on: [kind, id] });
  await announceTrash(transaction, { ...named, instructor_id: actor.instructorId }, 'trashed');
}

/** Notifies the owner's open pages. */
export const announceTrash = (
  database: Database,
  { kind, id, course_id, lesson_id, instructor_id: instructorId }: Named,
  change: TrashEvent['change'],
): Promise<void> =>
  announce(database, {
    kind: 'trash',
    instructorId,
    event: {
      type: 'trash',
      change,
      course_id,
      lesson_id,
      question_set_id: kind === 'question_set' ? id : null,
    },
  });
