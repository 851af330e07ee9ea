import { message } from '#contract/messages/make-message.ts';
import type { Message } from '#contract/messages/message.ts';
import { MessageError } from '#server/platform/message-error.ts';
import type { JobContext } from '#server/platform/jobs/job-definition.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { WorkerDependencies } from '#server/worker-dependencies.ts';
import { ProblemError } from '#server/platform/problem-error.ts';
import { getLessonText } from '#server/features/lessons/lesson-text.ts';
import { seedOfJob } from '../seeds.ts';
import { writeCandidates } from '../writer/write-candidates.ts';
import { prepareFacts } from './facts.ts';
import { announceBank } from './read-bank.ts';
import { countCandidates } from './candidate.store.ts';
import { explainFew } from '../writer/explain-few.ts';
import { findBank, findBankOwner, updateBank, type QuestionBankRow } from './question-bank.store.ts';
import {
  PeopleWaitError,
  takeBank,
  waitForPeople,
  watchPeople,
  LessonTextChangedError,
  writeIntoBank,
  type BankWriter,
} from './write-into-bank.ts';

type Needed = BankWriter & Pick<WorkerDependencies, 'config' | 'jobs' | 'locks'>;

/** As many as the writer takes in one call. */
const MOST_AT_ONCE = 100;

/** The small model takes half a minute for each draft, and an instructor sees ten. A larger request still gets more. */
const MOST_PREPARED_DRAFTS = 20;

/** The language model cannot be used now. The job is retried; the message says why, for the instructor. */
class ModelAwayError extends MessageError {
  override readonly name = 'ModelAwayError';
}

/**
 * Writes the candidates that the lesson's bank lacks. Steps aside while a request or a transcription waits, and continues then;
 * the same after a crash, since each candidate is stored when it is written.
 */
export async function prepareQuestions(
  dependencies: Needed,
  payload: { lesson_id: number; is_requested: boolean },
  context: JobContext,
  write: typeof writeCandidates = writeCandidates,
): Promise<void> {
  const { database, config } = dependencies;
  const lessonId = payload.lesson_id;
  const { jobId } = context;
  if (!config.preparesQuestions && !payload.is_requested) {
    await updateBank(database, lessonId, { status: null, job_id: null }, jobId);
    return;
  }
  try {
    // Another job took over, the work is done, or the lesson is gone.
    for (;;) {
      const bank = await findBank(database, lessonId);
      if (bank === undefined || bank.job_id !== jobId || bank.status === 'ready') return;
      if (dependencies.languageModels.current().generator === null) {
        await prepareFactsAlone(dependencies, lessonId, context);
        return;
      }
      const goal = capTarget(dependencies, bank, payload);
      if (await fillBank(dependencies, goal, context, write)) return;
    }
  } catch (error) {
    if (context.signal.aborted) throw error;
    // The lesson is gone, or in the trash: restoring it continues.
    if (error instanceof ProblemError && error.code === 'not_found') return;
    if (error instanceof ProblemError || context.isLastAttempt) {
      const isStated = error instanceof ProblemError || error instanceof ModelAwayError;
      const note = (isStated ? error.coded : null) ?? message('bank_failed');
      await changeState(dependencies, lessonId, jobId, { status: 'failed', note });
    }
    throw error;
  }
}

/** Leaves the bank as if no preparation was enqueued, so that one starts when a language model is connected. */
async function prepareFactsAlone(
  dependencies: Needed,
  lessonId: number,
  { jobId, signal }: JobContext,
): Promise<void> {
  await waitForPeople(dependencies, signal);
  await prepareFacts(dependencies, await getLessonText(dependencies, lessonId), signal);
  await changeState(dependencies, lessonId, jobId, { status: null, job_id: null, note: null });
}

function capTarget(
  { languageModels }: Pick<Needed, 'languageModels'>,
  bank: QuestionBankRow,
  { is_requested: isRequested }: { is_requested: boolean },
): QuestionBankRow {
  if (isRequested || languageModels.current().generator?.statementWriter === undefined) return bank;
  return { ...bank, target_count: Math.min(bank.target_count, MOST_PREPARED_DRAFTS) };
}

/** Returns false when it stepped aside before the bank was full. */
async function fillBank(
  dependencies: Needed,
  { lesson_id: lessonId, target_count: target }: QuestionBankRow,
  { jobId, signal }: JobContext,
  write: typeof writeCandidates,
): Promise<boolean> {
  const { database } = dependencies;
  await waitForPeople(dependencies, signal);
  const lock = await takeBank(dependencies, lessonId, { signal, milliseconds: 5_000 });
  if (lock === undefined) return false;
  const people = watchPeople(dependencies);
  try {
    const before = (await countCandidates(database, lessonId)).multipleChoice;
    const count = Math.min(MOST_AT_ONCE, target - before);
    if (count <= 0) {
      await changeState(dependencies, lessonId, jobId, { status: 'ready', note: null });
      return true;
    }
    await changeState(dependencies, lessonId, jobId, { status: 'preparing', target_count: target });
    const report = await writeIntoBank(
      dependencies,
      lessonId,
      {
        count,
        answerStyle: 'multiple_choice',
        // A second run about the same lesson should not try the same again.
        seed: seedOfJob(`${jobId} ${before}`),
        signal: AbortSignal.any([signal, lock.lost, people.signal]),
      },
      write,
    );
    if (report.isInterrupted === true) throw new ModelAwayError(report.note ?? message('bank_failed'));
    const { multipleChoice: made } = await countCandidates(database, lessonId);
    const isShort = made < target;
    if (isShort && report.stored > 0 && report.written >= count) return false;
    // The writer counts what it wrote this time, the bank what it has.
    const isCount = report.note === null || /^questions_(?:none|one|few)/u.test(report.note.code);
    const note = isShort ? (isCount ? explainFew(made) : report.note) : null;
    await changeState(dependencies, lessonId, jobId, { status: 'ready', note });
    return true;
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof PeopleWaitError || error instanceof LessonTextChangedError) return false;
    if (people.signal.aborted || lock.lost.aborted) return false;
    throw error;
  } finally {
    people.stop();
    await lock.release();
  }
}

/** Unless another job took over. */
async function changeState(
  { database }: Pick<Dependencies, 'database'>,
  lessonId: number,
  jobId: string,
  change: { status: QuestionBankRow['status']; job_id?: null; target_count?: number; note?: Message | null },
): Promise<void> {
  if (!(await updateBank(database, lessonId, change, jobId))) return;
  const owner = await findBankOwner(database, lessonId);
  if (owner !== undefined) await announceBank(database, owner);
}
