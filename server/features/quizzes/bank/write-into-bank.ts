import { message } from '#contract/messages/make-message.ts';
import type { Message } from '#contract/messages/message.ts';
import type { TextGenerator } from '#server/ai/text-generator.ts';
import { countCost } from '#server/ai/token-cost.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import type { HeldLock } from '#server/platform/database/locks.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { getLessonText, listSiblingTexts } from '#server/features/lessons/lesson-text.ts';
import { listSections, sectionOfPassages } from '#server/language/list-sections.ts';
import type { WorkerDependencies } from '#server/worker-dependencies.ts';
import { meterGenerator, meterOf } from '../../language-model/budget.ts';
import { listCourseTerms } from '../writer/draft/explained-terms.ts';
import { writeCandidates } from '../writer/write-candidates.ts';
import type { WriteCandidatesRequest, WriterReport } from '../writer/written-candidate.ts';
import { insertCandidate, listAllCandidates } from './candidate.store.ts';
import { prepareFacts } from './facts.ts';
import { matchBankOutcomes } from './match-bank-outcomes.ts';
import { holdLessonText, lockBank, updateBank } from './question-bank.store.ts';
import { fingerprintOf } from '#server/language/question-fingerprint.ts';
import { announceBank } from './read-bank.ts';

/** The lesson got another text, or was deleted, while questions about the old one were being written. */
export class LessonTextChangedError extends Error {
  override readonly name = 'LessonTextChangedError';
}

export type BankWriter = Pick<
  WorkerDependencies,
  'database' | 'textEmbedder' | 'answerJudge' | 'languageModels' | 'log' | 'metrics' | 'clock'
>;

/** What to write; the rest of the writer's request comes from the bank. */
interface BankWriting extends Pick<
  WriteCandidatesRequest,
  'count' | 'answerStyle' | 'levels' | 'difficulty' | 'sections' | 'seed'
> {
  readonly signal: AbortSignal;
  /** Called after each candidate that was stored. */
  readonly onStored?: () => Promise<void>;
}

/** Of a lesson, rejected ones too: what lists the bank reads all of them. */
export const CANDIDATES_MAXIMUM = 300;

/** Pages that show the bank need not update more often. */
const ANNOUNCE_MILLISECONDS = 1_000;

/**
 * Has candidates written and stores each as soon as it comes. The caller has taken the bank (`takeBank`).
 * @returns the writer's report; `stored` counts those that the bank did not have.
 * @throws {LessonTextChangedError} the stored candidates were kept as far as the new text contains their quotes.
 * @throws {ProblemError} not_found, transcript_missing; what `writeCandidates` throws.
 */
export async function writeIntoBank(
  dependencies: BankWriter,
  lessonId: number,
  { onStored, ...writing }: BankWriting,
  write: typeof writeCandidates = writeCandidates,
): Promise<WriterReport & { readonly stored: number }> {
  const { database, languageModels, clock } = dependencies;
  const model = languageModels.current();
  const { writerName } = model;
  const { lesson, text, timeEvidence } = await getLessonText(dependencies, lessonId);
  const metered =
    model.generator === null
      ? undefined
      : meterGenerator(model.generator, meterOf(dependencies, lesson.instructor_id, model));
  const generator = metered?.generator ?? null;
  await matchBankOutcomes(dependencies, lessonId, text.outcomes ?? [], writing.signal);
  await prepareFacts(dependencies, { lesson, text, timeEvidence }, writing.signal);
  const courseTerms =
    generator?.statementWriter === undefined
      ? []
      : await listCourseTerms(await listSiblingTexts(dependencies, lesson));
  const sectionOf = sectionOfPassages(listSections(text.passages));
  const known = await listAllCandidates(database, lessonId);
  const room = CANDIDATES_MAXIMUM - known.length;
  if (room <= 0) return { written: 0, inputTokens: 0, outputTokens: 0, note: null, stored: 0 };
  const started = clock.monotonic();
  let announcedAt = Number.NEGATIVE_INFINITY;
  let stored = 0;
  const report = await write(
    { ...text, courseTerms },
    {
      ...writing,
      count: Math.min(writing.count, room),
      avoid: known.map(({ question }) => question),
      generator,
      embed: (texts, abort) => dependencies.textEmbedder.embed(texts, abort),
      judge: (...asked) => dependencies.answerJudge.judge(...asked),
      onCandidate: async ({ question, writtenBy, score }) => {
        const evidence = await timeEvidence(question.evidence);
        const isNew = await inTransaction(database, async (transaction) => {
          if ((await holdLessonText(transaction, lessonId, lesson.document_source_id)) === undefined)
            throw new LessonTextChangedError('The lesson has another text now.');
          const inserted = await insertCandidate(transaction, {
            lesson_id: lessonId,
            fingerprint: fingerprintOf(question),
            question: { ...question, evidence },
            section: sectionOf.get(question.evidence.passage_id) ?? 0,
            score,
            written_by: writtenBy,
            is_draft: writtenBy === 'small_model',
            model_use: metered?.takeUse(),
          });
          if (!inserted) return false;
          await lockBank(transaction, lessonId);
          await updateBank(transaction, lessonId, {
            writer: writerName,
            seconds_per_candidate: (clock.monotonic() - started) / 1000 / (stored + 1),
          });
          return true;
        });
        if (!isNew) return;
        stored += 1;
        dependencies.metrics.questionsMade(1);
        if (clock.monotonic() - announcedAt >= ANNOUNCE_MILLISECONDS) {
          announcedAt = clock.monotonic();
          await announceBank(database, lesson);
        }
        await onStored?.();
      },
    },
  );
  if (generator !== null) logTokens(dependencies, generator, report);
  return { ...report, stored };
}

/** What it cost, and nothing of what was written. */
function logTokens({ log }: BankWriter, generator: TextGenerator, report: WriterReport): void {
  if (report.inputTokens + report.outputTokens === 0) return;
  const { written, inputTokens, outputTokens } = report;
  const cost = countCost({ inputTokens, outputTokens }, generator.prices);
  log.info(
    {
      languageModel: {
        model: generator.name,
        written,
        input_tokens: inputTokens,
        output_tokens: outputTokens,
        cost,
      },
    },
    'A language model wrote questions.',
  );
}

const POLL_MILLISECONDS = 250;
const WATCH_MILLISECONDS = 1_000;

/** The reason why a preparation breaks off: a request waits for a worker. What it wrote is stored. */
export class PeopleWaitError extends Error {
  override readonly name = 'PeopleWaitError';
}

/**
 * Waits for the right to write into a lesson's bank, so that no two jobs write the same questions. The lock ends with the
 * process that holds it.
 * @returns undefined when `milliseconds` have passed.
 */
export async function takeBank(
  { locks, clock }: Pick<Dependencies, 'locks' | 'clock'>,
  lessonId: number,
  { signal, milliseconds }: { signal: AbortSignal; milliseconds: number },
): Promise<HeldLock | undefined> {
  const end = clock.monotonic() + milliseconds;
  for (;;) {
    signal.throwIfAborted();
    const lock = await locks.tryTake(`question-bank:${lessonId}`);
    if (lock !== undefined || clock.monotonic() >= end) return lock;
    await clock.sleep(POLL_MILLISECONDS, { signal });
  }
}

/** Waits until no request waits for a job. */
export async function waitForPeople(
  { jobs, clock }: Pick<Dependencies, 'jobs' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  while (await jobs.isAnyoneWaiting()) await clock.sleep(WATCH_MILLISECONDS, { signal });
}

/** Aborts its signal when a request has waited for a job at two looks in a row: most are served faster than that. */
export function watchPeople({ jobs, log, clock }: Pick<Dependencies, 'jobs' | 'log' | 'clock'>): {
  readonly signal: AbortSignal;
  stop(): void;
} {
  const waiting = new AbortController();
  let looks = 0;
  const look = async (): Promise<void> => {
    try {
      looks = (await jobs.isAnyoneWaiting()) ? looks + 1 : 0;
      if (looks >= 2) waiting.abort(new PeopleWaitError('A request waits for a worker.'));
    } catch (error) {
      log.debug({ error: String(error) }, 'The preparation could not look for waiting requests.');
    }
  };
  return { signal: waiting.signal, stop: clock.every(WATCH_MILLISECONDS, () => void look()) };
}

/** Such as "6 of 10 questions ready, about 40 seconds left". @param secondsLeft null when there is no estimate */
export function describeProgress(ready: number, questionCount: number, secondsLeft: number | null): Message {
  if (questionCount === 1) return message('question_ready', { ready });
  const counts = { ready, questionCount };
  if (secondsLeft === null || ready >= questionCount) return message('questions_ready', counts);
  if (secondsLeft < 10) return message('questions_ready_soon', counts);
  return secondsLeft < 90
    ? message('questions_ready_seconds', { ...counts, seconds: Math.round(secondsLeft / 10) * 10 })
    : message('questions_ready_minutes', { ...counts, minutes: Math.round(secondsLeft / 60) });
}
