import { countCost } from '../../../ai/token-cost.ts';
import { inTransaction } from '../../../database/database.ts';
import { listSections, sectionOfPassages } from '../../../language/list-sections.ts';
import type { WorkerDependencies } from '../../../ports.ts';
import { getLessonText } from '../../lessons/get-lesson-text.ts';
import { listSiblingTexts } from '../../lessons/list-sibling-texts.ts';
import { listExplainedTerms } from '../writer/compose/list-explained-terms.ts';
import { writeCandidates } from '../writer/write-candidates.ts';
import type { WriteCandidatesRequest, WriterReport } from '../writer/written-candidate.ts';
import { announceBank } from './announce-bank.ts';
import { insertCandidate, listAllCandidates } from './candidate.store.ts';
import { fingerprintOf } from './fingerprint.ts';
import { matchBankOutcomes } from './match-bank-outcomes.ts';
import { holdLessonText, lockBank, updateBank } from './question-bank.store.ts';

/** The lesson got another text, or was deleted, while questions about the old one were being written. */
export class LessonTextChangedError extends Error {
  override readonly name = 'LessonTextChangedError';
}

export type BankWriter = Pick<
  WorkerDependencies,
  'database' | 'textEmbedder' | 'answerJudge' | 'textGenerator' | 'writerName' | 'log' | 'metrics'
>;

/** What to write; the rest of the writer's request comes from the bank. */
export interface BankWriting extends Pick<
  WriteCandidatesRequest,
  'count' | 'answerStyle' | 'levels' | 'difficulty' | 'sections' | 'seed' | 'waitsForModel'
> {
  readonly signal: AbortSignal;
  /** Called after each candidate that was stored. */
  readonly onStored?: () => Promise<void>;
}

/** Pages that show the bank need not update more often. */
const ANNOUNCE_MILLISECONDS = 1_000;

/**
 * Has candidates written and stores each as soon as it comes. Whoever calls it has taken the bank (`takeBank`).
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
  const { database, textGenerator, writerName } = dependencies;
  const { lesson, text, timeEvidence } = await getLessonText(dependencies, lessonId);
  await matchBankOutcomes(dependencies, lessonId, text.outcomes ?? [], writing.signal);
  const courseTerms = listExplainedTerms(await listSiblingTexts(dependencies, lesson));
  const sectionOf = sectionOfPassages(listSections(text.passages));
  const known = await listAllCandidates(database, lessonId);
  const started = performance.now();
  let announcedAt = Number.NEGATIVE_INFINITY;
  let stored = 0;
  const report = await write(
    { ...text, courseTerms },
    {
      ...writing,
      avoid: known.map(({ question }) => question),
      generator: textGenerator,
      embed: (texts, abort) => dependencies.textEmbedder.embed(texts, abort),
      judge: (...asked) => dependencies.answerJudge.judge(...asked),
      onCandidate: async ({ question, writtenBy, score }) => {
        const isNew = await inTransaction(database, async (transaction) => {
          if ((await holdLessonText(transaction, lessonId, lesson.docsource_id)) === undefined)
            throw new LessonTextChangedError('The lesson has another text now.');
          const inserted = await insertCandidate(transaction, {
            lesson_id: lessonId,
            fingerprint: fingerprintOf(question),
            question: { ...question, evidence: timeEvidence(question.evidence) },
            section: sectionOf.get(question.evidence.passage_id) ?? 0,
            score,
            written_by: writtenBy,
          });
          if (!inserted) return false;
          await lockBank(transaction, lessonId);
          await updateBank(transaction, lessonId, {
            writer: writerName,
            seconds_per_candidate: (performance.now() - started) / 1000 / (stored + 1),
          });
          return true;
        });
        if (!isNew) return;
        stored += 1;
        dependencies.metrics.questionsMade(1);
        if (performance.now() - announcedAt >= ANNOUNCE_MILLISECONDS) {
          announcedAt = performance.now();
          await announceBank(database, lesson);
        }
        await onStored?.();
      },
    },
  );
  logTokens(dependencies, report);
  return { ...report, stored };
}

/** What it cost, and nothing of what was written. */
function logTokens({ textGenerator, log }: BankWriter, report: WriterReport): void {
  if (textGenerator === null || report.inputTokens + report.outputTokens === 0) return;
  const { written, inputTokens, outputTokens } = report;
  const cost = countCost({ inputTokens, outputTokens }, textGenerator.prices);
  log.info(
    {
      languageModel: {
        model: textGenerator.name,
        written,
        input_tokens: inputTokens,
        output_tokens: outputTokens,
        cost,
      },
    },
    'A language model wrote questions.',
  );
}
