import { regeneratedQuestion, type RegenerateQuestionRequest } from '#contract/question-editing.ts';
import type { RegeneratedQuestion } from '#contract/question-editing.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import { awaitJobAnswer } from '#server/platform/jobs/await-job-answer.ts';
import type { Actor } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { getOwnQuestionSetRow } from '../question-sets.ts';
import { regenerateQuestionJob } from '../quiz.jobs.ts';
import { seedOfJob } from '../seeds.ts';
import { insertStems } from '../bank/candidate.store.ts';
import { fingerprintOfStem } from '#server/language/question-fingerprint.ts';
import { findAnotherQuestion } from './find-another-question.ts';

/**
 * Finds another question in the lesson's bank or, while it has none that fits, waits for the worker to write one. The
 * editor decides whether to keep it.
 * @throws {ProblemError} not_found; transcript_missing when the lesson has no text any more; validation_failed for a
 *   section that the lesson lacks.
 */
export async function regenerateQuestion(
  dependencies: Pick<Dependencies, 'clock' | 'database' | 'jobs' | 'events'>,
  actor: Actor,
  questionSetId: number,
  request: RegenerateQuestionRequest,
): Promise<RegeneratedQuestion> {
  const set = await getOwnQuestionSetRow(dependencies, actor, questionSetId);
  const question = await findAnotherQuestion(dependencies, set, request, seedOfJob(crypto.randomUUID()));
  if (question !== undefined) return remember({ question, reason: null, reason_coded: null });
  const jobId = await inTransaction(dependencies.database, (transaction) =>
    dependencies.jobs.enqueue(transaction, regenerateQuestionJob, {
      instructor_id: actor.instructorId,
      question_set_id: set.id,
      request,
    }),
  );
  return remember(await awaitJobAnswer(dependencies, regenerateQuestionJob, jobId, regeneratedQuestion));

  /** What was offered and not kept was rejected. */
  async function remember(answer: RegeneratedQuestion): Promise<RegeneratedQuestion> {
    if (answer.question !== null)
      await insertStems(dependencies.database, set.id, [fingerprintOfStem(answer.question.text)]);
    return answer;
  }
}
