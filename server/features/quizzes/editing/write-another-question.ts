import { wordMessage } from '#contract/messages/catalogue.ts';
import { message } from '#contract/messages/make-message.ts';
import type { RegeneratedQuestion, RegenerateQuestionRequest } from '#contract/question-editing.ts';
import type { JobContext } from '#server/platform/jobs/job-definition.ts';
import type { WorkerDependencies } from '#server/worker-dependencies.ts';
import { ProblemError } from '#server/platform/problem-error.ts';
import { takeBank, LessonTextChangedError, writeIntoBank, type BankWriter } from '../bank/write-into-bank.ts';
import { findQuestionSet } from '../question-set.store.ts';
import { seedOfJob } from '../seeds.ts';
import { writeCandidates } from '../writer/write-candidates.ts';
import { findAnotherQuestion } from './find-another-question.ts';

/** One may ask what the quiz asks already; those that are left over stay in the bank. */
const CANDIDATES_PER_ROUND = 3;
const MOST_ROUNDS = 3;
const WAIT_MILLISECONDS = 1_000;

/**
 * Finds a question that the quiz does not ask, writing candidates into the lesson's bank while it has none. The quiz
 * stays as it is.
 * @throws {ProblemError} not_found when the quiz was deleted; transcript_missing; validation_failed.
 */
export async function writeAnotherQuestion(
  dependencies: BankWriter & Pick<WorkerDependencies, 'locks'>,
  questionSetId: number,
  request: RegenerateQuestionRequest,
  { jobId, signal }: JobContext,
  write: typeof writeCandidates = writeCandidates,
): Promise<RegeneratedQuestion> {
  const set = await findQuestionSet(dependencies.database, questionSetId);
  if (set === undefined) throw new ProblemError('quiz_deleted');
  const answerStyle = request.answer_style ?? set.answer_style;
  let isExhausted = false;
  for (let rounds = 0; ;) {
    signal.throwIfAborted();
    const question = await findAnotherQuestion(dependencies, set, request, seedOfJob(jobId));
    if (question !== undefined) return { question, reason: null, reason_coded: null };
    if (isExhausted) {
      const { writerName } = dependencies.languageModels.current();
      const reason = message(writerName === null ? 'questions_without_model' : 'further_question_none');
      return { question: null, reason: wordMessage(reason), reason_coded: reason };
    }
    const lock = await takeBank(dependencies, set.lesson_id, { signal, milliseconds: WAIT_MILLISECONDS });
    if (lock === undefined) continue;
    try {
      rounds += 1;
      const written = await writeIntoBank(
        dependencies,
        set.lesson_id,
        {
          count: CANDIDATES_PER_ROUND,
          answerStyle,
          ...(request.taxonomy_level === undefined ? {} : { levels: [request.taxonomy_level] }),
          ...(request.section === undefined ? {} : { sections: [request.section] }),
          seed: seedOfJob(`${jobId} ${rounds}`),
          signal: AbortSignal.any([signal, lock.lost]),
        },
        write,
      );
      isExhausted = written.stored === 0 || written.written < CANDIDATES_PER_ROUND || rounds >= MOST_ROUNDS;
    } catch (error) {
      if (signal.aborted) throw error;
      if (!(error instanceof LessonTextChangedError) && !lock.lost.aborted) throw error;
    } finally {
      await lock.release();
    }
  }
}
