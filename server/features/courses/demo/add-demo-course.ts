import type { Course } from '#contract/courses.ts';
import type { Actor } from '#server/actor.ts';
import { DEMO_COURSE } from './demo-course.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { findDemoCourse, insertCourse, lockDemoCourse, replaceOutcomes } from '../course.store.ts';
import { getOwnCourse, presentCourse, refuseManyCourses } from '../courses.ts';
import { addDemoLessonsJob } from './demo.jobs.ts';

/** Adds the demonstration course, whose lessons a job makes, or returns the one that the instructor has. */
export async function addDemoCourse(
  { database, jobs }: Pick<Dependencies, 'database' | 'jobs'>,
  actor: Actor,
): Promise<Course> {
  return inTransaction(database, async (transaction) => {
    const { instructorId } = actor;
    await lockDemoCourse(transaction, instructorId);
    const present = await findDemoCourse(transaction, instructorId);
    if (present !== undefined) return presentCourse(present);
    await refuseManyCourses(transaction, instructorId);
    const id = await insertCourse(transaction, instructorId, { ...DEMO_COURSE, is_demo: true });
    await replaceOutcomes(transaction, id, DEMO_COURSE.outcomes);
    const payload = { instructor_id: instructorId, course_id: id };
    await jobs.enqueue(transaction, addDemoLessonsJob, payload);
    return presentCourse(await getOwnCourse({ database: transaction }, actor, id));
  });
}
