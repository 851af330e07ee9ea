import type { Actor } from '#server/actor.ts';

/** A course belongs to the instructor who made it; no one else may see or change it. */
export const ownsCourse = (actor: Actor, course: { instructor_id: number }): boolean =>
  course.instructor_id === actor.instructorId;

/** A course may only be made in one's own name. */
export const mayTeachAs = (actor: Actor, instructorId: number): boolean =>
  instructorId === actor.instructorId;
