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
import { beginLessonWork } from '../activity/follow-lesson-work.ts';
import { getOwnLesson } from '../lessons/get-own-lesson.ts';
import { getOwnQuestionSet } from './get-own-question-set.ts';
import { generateQuestionsJob } from './quiz.jobs.ts';

/**
 * Makes a question set from a lesson and waits for it. The set is kept seven days unless it is saved.
 * @throws {ProblemError} not_found; transcript_missing when the lesson has no text yet.
 */
export async function generateQuestions(
  dependencies: Pick<Dependencies, 'database' | 'jobs' | 'events'>,
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

/** As {@link generateQuestions}, over all Bloom levels unless the request names some. */
export const generateQuestionsOverLevels = (
  dependencies: Pick<Dependencies, 'database' | 'jobs' | 'events'>,
  actor: Actor,
  request: GenerateQuestionsRequest,
): Promise<QuestionSetWithQuestions> => {
  const levels = request.taxonomy_levels ?? [];
  return generateQuestions(dependencies, actor, {
    ...request,
    taxonomy_levels: levels.length > 0 ? levels : [...BLOOM_LEVELS],
  });
};
