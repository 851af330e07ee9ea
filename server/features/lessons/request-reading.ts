import type { Dependencies } from '../../ports.ts';
import { beginLessonWork, findLessonWorkUnderWay } from '../activity/follow-lesson-work.ts';
import { readLesson } from './lesson.jobs.ts';

/**
 * Has the document of a lesson read in the background, once the transaction commits. Returns the job's id: that of the job
 * which reads it already, if there is one.
 * @throws {ProblemError} not_found when the lesson was deleted meanwhile.
 */
export async function requestReading(
  dependencies: Pick<Dependencies, 'database' | 'jobs'>,
  lesson: { id: number; instructor_id: number },
): Promise<string> {
  const underWay = await findLessonWorkUnderWay(dependencies, lesson.id, 'ingestion');
  if (underWay !== undefined) return underWay;
  const payload = { instructor_id: lesson.instructor_id, lesson_id: lesson.id };
  const id = await dependencies.jobs.enqueue(dependencies.database, readLesson, payload);
  await beginLessonWork(dependencies, { id, name: readLesson.name, work: 'ingestion' }, lesson);
  return id;
}
