import { message } from '#contract/messages/make-message.ts';
import type { QuestionBankState } from '#contract/question-bank.ts';
import type { Actor } from '#server/actor.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { getOwnLesson } from '#server/features/lessons/lessons.ts';
import { ProblemError } from '#server/platform/problem-error.ts';
import { verifyEvidence } from '../evidence/verify-evidence.ts';
import { prepareQuestionsJob, REQUESTED_PRIORITY } from './bank.jobs.ts';
import { countCandidates } from './candidate.store.ts';
import {
  countLessonWords,
  findBankOwner,
  lockBank,
  updateBank,
  findBank,
  listStalledBanks,
  listUnpreparedLessons,
  type QuestionBankRow,
} from './question-bank.store.ts';
import { announceBank, readBankState, type BankOwner } from './read-bank.ts';

const WORDS_PER_CANDIDATE = 40;
const FEWEST_CANDIDATES = 12;
const MOST_CANDIDATES = 40;
/** What an instructor who asks for more gets, and the size that a bank can grow to that way. */
const MORE_CANDIDATES = 12;
const LARGEST_BANK = 200;

type Needed = Pick<Dependencies, 'database' | 'jobs'>;

/**
 * Looks for the evidence of the lesson's summaries and questions in its text and, unless PREPARE_QUESTIONS is off, has questions prepared. Call it in the
 * transaction that gives the lesson its text, or another one.
 */
export async function followLessonText(
  dependencies: Needed & Pick<Dependencies, 'config'>,
  lessonId: number,
): Promise<void> {
  const { database } = dependencies;
  const lesson = await findBankOwner(database, lessonId);
  if (lesson === undefined) return;
  const hadCandidates = await verifyEvidence(dependencies, lessonId);
  const isPrepared = await prepareUnlessOff(dependencies, lesson);
  if (!isPrepared && hadCandidates) await announceBank(database, lesson);
}

async function prepareUnlessOff(
  dependencies: Needed & Pick<Dependencies, 'config'>,
  lesson: BankOwner & { readonly type: string },
): Promise<boolean> {
  if (!dependencies.config.preparesQuestions || lesson.type === 'syllabus') return false;
  const target = await countTarget(dependencies, lesson.id);
  await enqueuePreparation(dependencies, lesson, { target, isRequested: false });
  return true;
}

/**
 * Has questions prepared because the instructor asks for it; a bank that is ready gets more of them. A preparation that is
 * under way stays as it is.
 * @throws {ProblemError} not_found; transcript_missing.
 */
export async function requestPreparation(
  dependencies: Needed & Pick<Dependencies, 'config' | 'languageModels'>,
  actor: Actor,
  lessonId: number,
): Promise<QuestionBankState> {
  const lesson = await getOwnLesson(dependencies, actor, lessonId);
  if (lesson.document_source_id === null) {
    throw new ProblemError('lesson_without_text_for_bank');
  }
  await inTransaction(dependencies.database, async (transaction) => {
    const inside = { ...dependencies, database: transaction };
    const bank = await lockBank(transaction, lessonId);
    if (bank.status === 'waiting' || bank.status === 'preparing') {
      const state =
        bank.job_id === null
          ? 'unknown'
          : await dependencies.jobs.findState(prepareQuestionsJob.name, bank.job_id);
      if (state === 'waiting' || state === 'running') return;
    }
    if (!needsPreparation(dependencies, bank, lesson)) return;
    const { multipleChoice } = await countCandidates(transaction, lessonId);
    const usual = await countTarget(inside, lessonId);
    const more = bank.status === 'ready' ? multipleChoice + MORE_CANDIDATES : bank.target_count;
    const target = Math.max(usual, Math.min(LARGEST_BANK, more));
    await enqueuePreparation(inside, lesson, { target, isRequested: true });
  });
  return readBankState(dependencies, lesson);
}

/** Without a language model, only facts are prepared, once per text. */
const needsPreparation = (
  { languageModels }: Pick<Dependencies, 'languageModels'>,
  bank: QuestionBankRow | undefined,
  lesson: { readonly document_source_id: string | null },
): boolean =>
  languageModels.current().writerName !== null || bank?.facts?.docsource_id !== lesson.document_source_id;

/** Call it in a transaction. */
async function enqueuePreparation(
  { database, jobs }: Needed,
  lesson: BankOwner,
  { target, isRequested }: { target: number; isRequested: boolean },
): Promise<void> {
  await lockBank(database, lesson.id);
  const payload = { instructor_id: lesson.instructor_id, lesson_id: lesson.id, is_requested: isRequested };
  const jobId = await jobs.enqueue(
    database,
    prepareQuestionsJob,
    payload,
    isRequested ? { priority: REQUESTED_PRIORITY } : {},
  );
  await updateBank(database, lesson.id, {
    status: 'waiting',
    target_count: target,
    job_id: jobId,
    note: null,
  });
  await announceBank(database, lesson);
}

/** About one candidate per 40 words. */
async function countTarget({ database }: Pick<Dependencies, 'database'>, lessonId: number): Promise<number> {
  const words = await countLessonWords(database, lessonId);
  return Math.min(MOST_CANDIDATES, Math.max(FEWEST_CANDIDATES, Math.round(words / WORDS_PER_CANDIDATE)));
}

/**
 * Continues the preparation of questions for a lesson that was in the trash, if it was not finished. Call it in the transaction
 * that restores the lesson.
 */
export async function resumePreparation(
  dependencies: Pick<Dependencies, 'database' | 'jobs' | 'config'>,
  lessonId: number,
): Promise<void> {
  const bank = await findBank(dependencies.database, lessonId);
  if (bank?.status === 'ready' || bank?.status === 'failed') return;
  if (bank !== undefined && bank.job_id !== null) {
    const state = await dependencies.jobs.findState(prepareQuestionsJob.name, bank.job_id);
    if (state === 'waiting' || state === 'running') return;
  }
  // The text is the one that the evidence was verified with: only the preparation is missing.
  const lesson = await findBankOwner(dependencies.database, lessonId);
  if (lesson !== undefined) await prepareUnlessOff(dependencies, lesson);
}

/** A few at a time: an installation may have thousands of lessons from before there were banks. */
const MOST_AT_ONCE = 20;
/** A preparation that runs stores something more often than this, and the queue knows the others. */
const STALLED_MINUTES = 15;

/** Has questions prepared for lessons that have a text and no preparation. Returns for how many. */
export async function prepareMissingBanks(
  dependencies: Pick<Dependencies, 'database' | 'jobs' | 'config' | 'languageModels'>,
): Promise<number> {
  if (!dependencies.config.preparesQuestions) return 0;
  const lessons = await listUnpreparedLessons(dependencies.database, {
    limit: MOST_AT_ONCE,
    lacksFacts: dependencies.languageModels.current().writerName === null,
  });
  for (const lesson of lessons) {
    await inTransaction(dependencies.database, async (transaction) => {
      const inside = { ...dependencies, database: transaction };
      const target = await countTarget(inside, lesson.id);
      await enqueuePreparation(inside, lesson, { target, isRequested: false });
    });
  }
  return lessons.length;
}

/** Ends preparations whose job died silently, so that the instructor can start another. Returns how many. */
export async function endStalledPreparations(
  { database, jobs }: Pick<Dependencies, 'database' | 'jobs'>,
  now: Date,
): Promise<number> {
  const before = new Date(now.getTime() - STALLED_MINUTES * 60_000);
  let ended = 0;
  for (const { job_id: jobId, ...lesson } of await listStalledBanks(database, before)) {
    const state = await jobs.findState(prepareQuestionsJob.name, jobId);
    if (state === 'waiting' || state === 'running') continue;
    if (
      !(await updateBank(database, lesson.id, { status: 'failed', note: message('bank_interrupted') }, jobId))
    )
      continue;
    await announceBank(database, lesson);
    ended += 1;
  }
  return ended;
}
