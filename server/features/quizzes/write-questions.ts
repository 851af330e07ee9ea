import { BLOOM_LEVELS, type GenerateQuestionsRequest } from '#contract/quizzes.ts';
import { listSections, sectionOfPassages } from '#server/language/list-sections.ts';
import type { LessonPassage } from '#server/language/lesson-text.ts';
import type { JobContext } from '#server/platform/jobs/job-definition.ts';
import type { WorkerDependencies } from '#server/worker-dependencies.ts';
import { reportLessonWork } from '../activity/lesson-work.ts';
import { getLessonText } from '../lessons/lesson-text.ts';
import {
  describeProgress,
  takeBank,
  LessonTextChangedError,
  writeIntoBank,
  type BankWriter,
} from './bank/write-into-bank.ts';
import { drawQuestions, storeQuiz, type WriterUse } from './bank/draw-quiz.ts';
import { matchBankOutcomes } from './bank/match-bank-outcomes.ts';
import { findBank } from './bank/question-bank.store.ts';
import { findPace } from './bank/read-bank.ts';
import { findQuestionSetOfJob } from './question-set.store.ts';
import { seedOfJob } from './seeds.ts';
import { writeCandidates } from './writer/write-candidates.ts';

type Needed = BankWriter & Pick<WorkerDependencies, 'locks'>;

/**
 * For each question that is asked for: the writer cannot be asked for an outcome and may miss the difficulty, so that some
 * of what it writes does not fit. It stays in the bank.
 */
const MOST_WRITTEN_PER_QUESTION = 4;
/** Then it looks whether another job has written what is missing. */
const WAIT_MILLISECONDS = 1_000;

/**
 * Draws a quiz from the lesson's bank, writing into it what the request needs and the bank lacks, and stores it unsaved.
 * Running again for one job returns the quiz it made; what was written before a crash is in the bank.
 * @throws {ProblemError} transcript_missing, not_found.
 */
export async function writeQuestions(
  dependencies: Needed,
  request: GenerateQuestionsRequest,
  { jobId, signal }: JobContext,
  write: typeof writeCandidates = writeCandidates,
): Promise<{ question_set_id: number }> {
  const { database } = dependencies;
  const made = await findQuestionSetOfJob(database, jobId);
  if (made !== undefined) return { question_set_id: made.id };
  const { lesson, text } = await getLessonText(dependencies, request.lesson_id);
  await matchBankOutcomes(dependencies, lesson.id, text.outcomes ?? [], signal);
  const draw = () => drawQuestions(database, request, seedOfJob(jobId));
  const report = async (): Promise<void> => {
    await reportProgress(dependencies, request, { jobId, ready: (await draw()).length });
  };
  let use: WriterUse = { note: (await findBank(database, lesson.id))?.note_coded ?? null };
  let isExhausted = false;
  for (let stored = 0; ;) {
    signal.throwIfAborted();
    const drawn = await draw();
    if (drawn.length >= request.question_count || isExhausted) {
      return { question_set_id: await storeQuiz(dependencies, lesson, request, { drawn, jobId, use }) };
    }
    const lock = await takeBank(dependencies, lesson.id, { signal, milliseconds: WAIT_MILLISECONDS });
    if (lock === undefined) {
      await report();
      continue;
    }
    try {
      const missing = request.question_count - (await draw()).length;
      if (missing <= 0) continue;
      await report();
      const written = await writeIntoBank(
        dependencies,
        lesson.id,
        {
          ...describeNeed(request, text.passages),
          count: missing,
          seed: seedOfJob(`${jobId} ${stored}`),
          signal: AbortSignal.any([signal, lock.lost]),
          onStored: report,
        },
        write,
      );
      use = {
        note: written.note ?? use.note,
        limit: written.limit ?? (written.isInterrupted === true ? written.note : null),
      };
      stored += written.stored;
      isExhausted =
        written.stored === 0 ||
        written.written < missing ||
        stored >= MOST_WRITTEN_PER_QUESTION * request.question_count;
    } catch (error) {
      if (signal.aborted) throw error;
      if (!(error instanceof LessonTextChangedError) && !lock.lost.aborted) throw error;
    } finally {
      await lock.release();
    }
  }
}

/** The part of the request that the writer can be asked for. */
function describeNeed(request: GenerateQuestionsRequest, passages: readonly LessonPassage[]) {
  const { answer_style: answerStyle, taxonomy_levels: levels, difficulty = 'mixed' } = request;
  const sections = request.sections ?? listSectionsOf(request, passages);
  return {
    answerStyle,
    ...(levels === undefined || levels.length === BLOOM_LEVELS.length ? {} : { levels }),
    ...(difficulty === 'mixed' ? {} : { difficulty }),
    ...(sections === undefined ? {} : { sections }),
  };
}

/** The sections of the requested passages or pages; undefined where none are requested. */
function listSectionsOf(
  { passage_ids: ids, pages }: GenerateQuestionsRequest,
  passages: readonly LessonPassage[],
): number[] | undefined {
  if (ids === undefined && pages === undefined) return undefined;
  const sectionOf = sectionOfPassages(listSections(passages));
  const sections = passages
    .filter(({ id, page }) => ids?.includes(id) === true || pages?.includes(page ?? 0) === true)
    .flatMap(({ id }) => sectionOf.get(id) ?? []);
  return [...new Set(sections)];
}

async function reportProgress(
  dependencies: Needed,
  request: GenerateQuestionsRequest,
  { jobId, ready }: { jobId: string; ready: number },
): Promise<void> {
  const { database, languageModels } = dependencies;
  const { writerName } = languageModels.current();
  const bank = await findBank(database, request.lesson_id);
  const pace = await findPace(database, bank, writerName);
  const secondsLeft = pace === null ? null : Math.ceil(pace * (request.question_count - ready));
  await reportLessonWork(dependencies, jobId, {
    progress: Math.min(99, Math.floor((100 * ready) / request.question_count)),
    reason: describeProgress(ready, request.question_count, secondsLeft),
  });
}
