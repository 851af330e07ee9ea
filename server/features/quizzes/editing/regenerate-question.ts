import {
  regeneratedQuestion,
  type RegenerateQuestionRequest,
} from '../../../../contract/question-editing.ts';
import type { RegeneratedQuestion } from '../../../../contract/question-editing.ts';
import { inTransaction } from '../../../database/database.ts';
import { awaitJobAnswer } from '../../../jobs/await-job-answer.ts';
import type { Actor, Dependencies } from '../../../ports.ts';
import { getOwnQuestionSetRow } from '../get-own-question-set.ts';
import { regenerateQuestionJob } from '../quiz.jobs.ts';

/**
 * Makes one question more and waits for it; it is the editor's to keep.
 * @throws {ProblemError} not_found; transcript_missing when the lesson has no text any more; validation_failed for a
 *   section that the lesson lacks.
 */
export async function regenerateQuestion(
  dependencies: Pick<Dependencies, 'database' | 'jobs' | 'events'>,
  actor: Actor,
  questionSetId: number,
  request: RegenerateQuestionRequest,
): Promise<RegeneratedQuestion> {
  const set = await getOwnQuestionSetRow(dependencies, actor, questionSetId);
  const jobId = await inTransaction(dependencies.database, (transaction) =>
    dependencies.jobs.enqueue(transaction, regenerateQuestionJob, {
      instructor_id: actor.instructorId,
      question_set_id: set.id,
      request,
    }),
  );
  return awaitJobAnswer(dependencies, regenerateQuestionJob, jobId, regeneratedQuestion);
}
