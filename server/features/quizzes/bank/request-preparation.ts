import type { QuestionBankState } from '../../../../contract/question-bank.ts';
import { inTransaction } from '../../../database/database.ts';
import type { Actor, Dependencies } from '../../../ports.ts';
import { ProblemError } from '../../../problem-error.ts';
import { getOwnLesson } from '../../lessons/get-own-lesson.ts';
import { anchorCandidates } from './anchor-candidates.ts';
import { announceBank, type BankOwner } from './announce-bank.ts';
import { prepareQuestionsJob, REQUESTED_PRIORITY } from './bank.jobs.ts';
import { countCandidates } from './candidate.store.ts';
import { countLessonWords, findBankOwner, lockBank, updateBank } from './question-bank.store.ts';
import { readBankState } from './read-bank.ts';

const WORDS_PER_CANDIDATE = 40;
const FEWEST_CANDIDATES = 12;
const MOST_CANDIDATES = 40;
/** What an instructor who asks for more gets, and the size that a bank can grow to that way. */
const MORE_CANDIDATES = 12;
const LARGEST_BANK = 200;

type Needed = Pick<Dependencies, 'database' | 'jobs'>;

/**
 * Fits the bank to the lesson's text and, unless PREPARE_QUESTIONS is off, has questions prepared. Call it in the
 * transaction that gives the lesson its text, or another one.
 */
export async function followLessonText(
  dependencies: Needed & Pick<Dependencies, 'config'>,
  lessonId: number,
): Promise<void> {
  const { database, config } = dependencies;
  const lesson = await findBankOwner(database, lessonId);
  if (lesson === undefined) return;
  const hadCandidates = await anchorCandidates(dependencies, lessonId);
  if (config.preparesQuestions && lesson.type !== 'syllabus') {
    const target = await countTarget(dependencies, lessonId);
    await enqueuePreparation(dependencies, lesson, { target, isRequested: false });
  } else if (hadCandidates) {
    await announceBank(database, lesson);
  }
}

/**
 * Has questions prepared because the instructor asks for it; a bank that is ready gets more of them. A preparation that is
 * under way stays as it is.
 * @throws {ProblemError} not_found; transcript_missing.
 */
export async function requestPreparation(
  dependencies: Needed & Pick<Dependencies, 'config' | 'writerName'>,
  actor: Actor,
  lessonId: number,
): Promise<QuestionBankState> {
  const lesson = await getOwnLesson(dependencies, actor, lessonId);
  if (lesson.docsource_id === null) {
    throw new ProblemError(
      'transcript_missing',
      'This lesson has no text yet. Transcribe or ingest it first, then prepare questions.',
    );
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
    const { multipleChoice } = await countCandidates(transaction, lessonId);
    const usual = await countTarget(inside, lessonId);
    const more = bank.status === 'ready' ? multipleChoice + MORE_CANDIDATES : bank.target_count;
    const target = Math.max(usual, Math.min(LARGEST_BANK, more));
    await enqueuePreparation(inside, lesson, { target, isRequested: true });
  });
  return readBankState(dependencies, lesson);
}

/** Call it in a transaction. */
export async function enqueuePreparation(
  { database, jobs }: Needed,
  lesson: BankOwner,
  { target, isRequested }: { target: number; isRequested: boolean },
): Promise<void> {
  await lockBank(database, lesson.id);
  const payload = {
    instructor_id: lesson.instructor_id,
    lesson_id: lesson.id,
    is_requested: isRequested,
  };
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
export async function countTarget(
  { database }: Pick<Dependencies, 'database'>,
  lessonId: number,
): Promise<number> {
  const words = await countLessonWords(database, lessonId);
  return Math.min(MOST_CANDIDATES, Math.max(FEWEST_CANDIDATES, Math.round(words / WORDS_PER_CANDIDATE)));
}
