import type { Actor, Dependencies } from '../../ports.ts';
import { setCoursePinned } from './course.store.ts';
import { getOwnCourse } from './get-own-course.ts';

type Needed = Pick<Dependencies, 'database'>;

/** Puts the course at the top of its owner's list; again changes nothing. @throws {ProblemError} not_found. */
export async function pinCourse(dependencies: Needed, actor: Actor, id: number): Promise<void> {
  await getOwnCourse(dependencies, actor, id);
  await setCoursePinned(dependencies.database, id, true);
}

/** Takes the pin away; without one nothing changes. @throws {ProblemError} not_found. */
export async function unpinCourse(dependencies: Needed, actor: Actor, id: number): Promise<void> {
  await getOwnCourse(dependencies, actor, id);
  await setCoursePinned(dependencies.database, id, false);
}
