import type { Course } from '#contract/courses.ts';
import type { Actor } from '#server/actor.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { followLessonText } from '../quizzes/bank/request-preparation.ts';
import { newTranscriptionId } from '../transcripts/transcriptions.ts';
import {
  copyBank,
  copyLessonRow,
  copySavedQuizzes,
  copyTranscription,
  listLessonsToCopy,
} from './course-copy.store.ts';
import { insertCourse, lockCourse, replaceOutcomes } from './course.store.ts';
import { getOwnCourse, presentCourse, refuseManyCourses } from './courses.ts';

/**
 * Copies a course under another title: outcomes, lessons with transcripts, summaries and question banks, and saved quizzes.
 * The copies share files and texts with the originals and are otherwise independent. A transcription that is still running
 * and unsaved quizzes are not copied.
 * @throws {ProblemError} not_found.
 */
export async function copyCourse(
  dependencies: Pick<Dependencies, 'database' | 'jobs' | 'config'>,
  actor: Actor,
  id: number,
  { title }: { title: string },
): Promise<Course> {
  return inTransaction(dependencies.database, async (transaction) => {
    const inside = { ...dependencies, database: transaction };
    await lockCourse(transaction, id);
    const course = await getOwnCourse(inside, actor, id);
    const { description, department, outcomes } = course;
    await refuseManyCourses(transaction, actor.instructorId);
    const courseId = await insertCourse(transaction, actor.instructorId, { title, description, department });
    await replaceOutcomes(transaction, courseId, outcomes);
    for (const lesson of await listLessonsToCopy(transaction, id)) {
      const transcriptionId = lesson.transcription_id === null ? null : newTranscriptionId();
      const lessonId = await copyLessonRow(transaction, lesson.id, { courseId, transcriptionId });
      if (lesson.transcription_id !== null && transcriptionId !== null)
        await copyTranscription(transaction, lesson.transcription_id, { transcriptionId, lessonId });
      if (lesson.has_bank) await copyBank(transaction, lesson.id, lessonId);
      else if (lesson.document_source_id !== null) await followLessonText(inside, lessonId);
      await copySavedQuizzes(transaction, lesson.id, lessonId);
    }
    return presentCourse(await getOwnCourse(inside, actor, courseId));
  });
}
