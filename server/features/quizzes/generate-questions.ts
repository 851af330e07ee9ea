import { z } from 'zod';
import {
  BLOOM_LEVELS,
  type GenerateQuestionsRequest,
  type QuestionSetWithQuestions,
} from '../../../contract/quizzes.ts';
import { inTransaction } from '../../database/database.ts';
import { awaitJobAnswer } from '../../jobs/await-job-answer.ts';
import type { Actor, Dependencies } from '../../ports.ts';
import { ProblemError } from '../../problem-error.ts';
import { beginLessonWork, noteLessonWorkDone } from '../activity/follow-lesson-work.ts';
import { getCourseOutcomes } from '../courses/get-course-outcomes.ts';
import { getOwnLesson } from '../lessons/get-own-lesson.ts';
import type { LessonRow } from '../lessons/lesson.store.ts';
import { drawQuestions, storeQuiz } from './bank/draw-quiz.ts';
import { hashOutcomes } from './bank/match-bank-outcomes.ts';
import { findBank } from './bank/question-bank.store.ts';
import { getOwnQuestionSet } from './get-own-question-set.ts';
import { generateQuestionsJob } from './quiz.jobs.ts';
import { seedOfJob } from './seed-of-job.ts';

type Needed = Pick<Dependencies, 'database' | 'jobs' | 'events' | 'writerName'>;

/**
 * Makes a quiz from a lesson: at once when the lesson's bank has enough questions that fit, and otherwise in a job that
 * writes those that are missing. The quiz is kept seven days unless it is saved.
 * @throws {ProblemError} not_found; transcript_missing when the lesson has no text yet.
 */
export async function generateQuestions(
  dependencies: Needed,
  actor: Actor,
  request: GenerateQuestionsRequest,
): Promise<QuestionSetWithQuestions> {
  const lesson = await getOwnLesson(dependencies, actor, request.lesson_id);
  if (lesson.docsource_id === null) {
    throw new ProblemError(
      'transcript_missing',
      'This lesson has not been transcribed or ingested yet. Please transcribe (for video) or ingest (for PDF) before generating a quiz.',
    );
  }
  const drawn = await drawAtOnce(dependencies, lesson, request);
  if (drawn !== undefined) return getOwnQuestionSet(dependencies, actor, drawn);
  const jobId = await inTransaction(dependencies.database, async (transaction) => {
    const id = await dependencies.jobs.enqueue(transaction, generateQuestionsJob, {
      instructor_id: actor.instructorId,
      request,
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
): Promise<number | undefined> {
  const { database } = dependencies;
  const bank = await findBank(database, lesson.id);
  const outcomes = await getCourseOutcomes(dependencies, lesson.course_id);
  if (bank?.outcomes_hash !== hashOutcomes(outcomes)) return undefined;
  const jobId = crypto.randomUUID();
  const drawn = await drawQuestions(database, request, seedOfJob(jobId));
  if (drawn.length < request.n) return undefined;
  return inTransaction(database, async (transaction) => {
    const inside = { ...dependencies, database: transaction };
    const use = { inputTokens: 0, outputTokens: 0, note: bank.note };
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
