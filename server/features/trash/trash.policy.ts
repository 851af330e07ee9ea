import type { Actor } from '../../ports.ts';

/** Only whoever the course belongs to sees what of it is in the trash. */
export const ownsTrashed = (actor: Actor, trashed: { instructor_id: number }): boolean =>
  trashed.instructor_id === actor.instructorId;
