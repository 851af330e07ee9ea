import { z } from 'zod';
import {
  BLOOM_LEVELS,
  type GenerateQuestionsRequest,
  type QuestionSetWithQuestions,
} from '#contract/quizzes.ts';
import { questionsRequestToWire } from '#contract/wire-names.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import { awaitJobAnswer } from '#server/platform/jobs/await-job-answer.ts';
import type { Actor } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { invalidField, ProblemError } from '#server/platform/problem-error.ts';
import { beginLessonWork, noteLessonWorkDone } from '../activity/lesson-work.ts';
import { getCourseOutcomes } from '../courses/courses.ts';
import { getOwnLesson } from '../lessons/lessons.ts';
import type { LessonRow } from '../lessons/lesson.store.ts';
import { drawQuestions, storeQuiz } from './bank/draw-quiz.ts';
import { hashOutcomes } from './bank/match-bank-outcomes.ts';
import { findBank } from './bank/question-bank.store.ts';
import { getOwnQuestionSet } from './question-sets.ts';
import { generateQuestionsJob } from './quiz.jobs.ts';
import { seedOfJob } from './seeds.ts';

type Needed = Pick<Dependencies, 'clock' | 'database' | 'jobs' | 'events' | 'languageModels'>;

/**
 * Makes a quiz from a lesson: at once when the lesson's bank has enough questions that fit, and otherwise in a job that
 * writes those that are missing. Unless it is saved, edited or reviewed, the quiz moves to the trash seven days after its last use.
 * @throws {ProblemError} not_found; transcript_missing when the lesson has no text yet; validation_failed for pages or outcomes that
 * do not exist.
 */
export async function generateQuestions(
  dependencies: Needed,
  actor: Actor,
  request: GenerateQuestionsRequest,
): Promise<QuestionSetWithQuestions> {
  const lesson = await getOwnLesson(dependencies, actor, request.lesson_id);
  if (lesson.document_source_id === null) {
    throw new ProblemError('lesson_without_text_for_quiz');
  }
  const outcomes = await getCourseOutcomes(dependencies, lesson.course_id);
  if (request.criteria === 'outcomes' && outcomes.length === 0)
    throw invalidField('criteria', 'course_without_outcomes');
  const pageCount = lesson.page_count ?? 0;
  if (request.pages?.every((page) => page > pageCount) === true) {
    throw pageCount === 0
      ? invalidField('pages', 'lesson_without_pages')
      : invalidField('pages', 'lesson_shorter', { page: pageCount });
  }
  const drawn = await drawAtOnce(dependencies, lesson, request, hashOutcomes(outcomes));
  if (drawn !== undefined) return getOwnQuestionSet(dependencies, actor, drawn);
  const jobId = await inTransaction(dependencies.database, async (transaction) => {
    const id = await dependencies.jobs.enqueue(transaction, generateQuestionsJob, {
      instructor_id: actor.instructorId,
      request: questionsRequestToWire(request),
    });
    await beginLessonWork(
      { database: transaction },
      { id, name: generateQuestionsJob.name, work: 'quiz' },
      lesson,
    );
    return id;
  });
  const answer = z.object({ question_set_id: z.int() });
  const made = await awaitJobAnswer(dependencies, generateQuestionsJob, jobId, answer);
  return getOwnQuestionSet(dependencies, actor, made.question_set_id);
}

/** Returns undefined when questions must be written first, or matched with outcomes that changed: the worker's part. */
async function drawAtOnce(
  dependencies: Needed,
  lesson: LessonRow,
  request: GenerateQuestionsRequest,
  outcomesHash: string,
): Promise<number | undefined> {
  const { database } = dependencies;
  const bank = await findBank(database, lesson.id);
  if (bank?.outcomes_hash !== outcomesHash) return undefined;
  const jobId = crypto.randomUUID();
  const drawn = await drawQuestions(database, request, seedOfJob(jobId));
  if (drawn.length < request.question_count) return undefined;
  return inTransaction(database, async (transaction) => {
    const inside = { ...dependencies, database: transaction };
    const use = { note: bank.note_coded };
    const id = await storeQuiz(inside, lesson, request, { drawn, jobId, use });
    await noteLessonWorkDone(inside, { id: jobId, name: generateQuestionsJob.name, work: 'quiz' }, lesson);
    return id;
  });
}

/** As {@link generateQuestions}, over all Bloom levels unless the request names some. */
export const generateQuestionsOverLevels = (
  dependencies: Needed,
  actor: Actor,
  request: GenerateQuestionsRequest,
): Promise<QuestionSetWithQuestions> => {
  const levels = request.taxonomy_levels ?? [];
  return generateQuestions(dependencies, actor, {
    ...request,
    taxonomy_levels: levels.length > 0 ? levels : [...BLOOM_LEVELS],
  });
};
