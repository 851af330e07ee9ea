import type { SummaryLength } from '../../../../contract/lessons.ts';
import {
  TextGeneratorOutputError,
  TextGeneratorUnavailableError,
  type ObjectGenerator,
  type TokenCount,
} from '../../../ai/text-generator.ts';
import { analyzeLesson } from '../../../language/analysis.ts';
import type { LessonPassage, LessonText } from '../../../language/lesson-text.ts';
import { createSimilarity } from '../../../language/similarity.ts';
import { findForeignMatter } from '../../../language-model/plain-text.ts';
import {
  composeSummary,
  type Summary,
  type SummaryPoint,
  type SummaryRequest,
} from '../compose/compose-summary.ts';
import { limitSummary } from '../compose/summary-length.ts';
import { checkSupport, listComparedTexts } from '../../../language-model/check-support.ts';
import { joinPoints } from './join-points.ts';
import { pointsAnswer, promptForPoints, splitIntoBatches, type Batch } from './prompt-for-points.ts';

/** A summary that a language model had a part in. */
export interface SuppliedSummary extends Summary {
  /** What the instructor should know of the model's part; null when it wrote all. */
  readonly note: string | null;
  readonly tokens: TokenCount;
  /** Sentences of the model that were kept and that were dropped. */
  readonly kept: number;
  readonly dropped: number;
}

interface ModelPoint {
  readonly text: string;
  readonly passage: LessonPassage;
}

/** What a model wrote, and why it was not asked on. */
interface Written {
  readonly points: ModelPoint[];
  dropped: number;
  tokens: TokenCount;
  end: string | null;
}

/** A book is not sent whole: what lies behind these batches is summarised by the composer. */
const MOST_BATCHES = 10;
const TIME_FOR_ALL_MILLISECONDS = 150_000;
const TIME_FOR_ONE_MILLISECONDS = 60_000;
const MOST_CHARACTERS = 400;

/**
 * A summary by a language model, of whose sentences only those are kept that the passages they cite support; the built-in
 * composer's points of the section take the place of the others, and the whole place when the model cannot be used.
 * @throws what {@link composeSummary} throws, and errors of the generator that are neither of its two kinds
 */
export async function supplySummary(
  lesson: LessonText,
  request: SummaryRequest & { readonly length: SummaryLength },
  generator: Pick<ObjectGenerator, 'generateObject'>,
): Promise<SuppliedSummary> {
  const analysis = analyzeLesson(lesson);
  const composed = await composeSummary(lesson, request, analysis);
  const none = { tokens: { inputTokens: 0, outputTokens: 0 }, kept: 0, dropped: 0, note: null };
  // The checks know English only, and where nothing is stated nothing can be summarised.
  if (composed.points.length === 0) return { ...composed, ...none };
  const limits = limitSummary(request.length, analysis.wordCount);
  const written = await askForPoints(lesson, limits.words, analysis.wordCount, generator, request.signal);
  const supported = await keepSupported(lesson, written, request);
  const joined = joinPoints(lesson, {
    supported,
    composed: composed.points,
    dropped: written.dropped > 0,
    words: limits.words,
  });
  return {
    ...composed,
    points: joined.points,
    text: joined.text,
    tokens: written.tokens,
    kept: joined.ofModel,
    dropped: written.dropped,
    note: explain(written, joined.ofModel, joined.points.length),
  };
}

async function askForPoints(
  lesson: LessonText,
  words: number,
  lessonWords: number,
  generator: Pick<ObjectGenerator, 'generateObject'>,
  jobSignal: AbortSignal | undefined,
): Promise<Written> {
  const written: Written = { points: [], dropped: 0, tokens: { inputTokens: 0, outputTokens: 0 }, end: null };
  const deadline = AbortSignal.timeout(TIME_FOR_ALL_MILLISECONDS);
  const signal = jobSignal ? AbortSignal.any([deadline, jobSignal]) : deadline;
  const batches = splitIntoBatches(lesson.passages);
  for (const batch of batches.slice(0, MOST_BATCHES)) {
    const share = countWords(batch) / Math.max(1, lessonWords);
    try {
      const answer = await generator.generateObject({
        ...promptForPoints(lesson.title, batch, Math.max(25, Math.round(words * share))),
        schema: pointsAnswer,
        maxOutputTokens: 1_500,
        timeoutMilliseconds: TIME_FOR_ONE_MILLISECONDS,
        signal,
      });
      count(written, answer);
      readPoints(answer.object.points, batch, written);
    } catch (error) {
      jobSignal?.throwIfAborted();
      if (error instanceof TextGeneratorOutputError) {
        count(written, error.tokens);
        written.end ??= 'Some answers of the language model could not be used';
        continue;
      }
      if (error instanceof TextGeneratorUnavailableError) {
        count(written, error.tokens);
        written.end = 'The language model could not be used';
      } else if (deadline.aborted) written.end = 'The language model did not answer in time';
      else throw error;
      break;
    }
  }
  return written;
}

function countWords({ passages }: Batch): number {
  return passages.reduce((sum, { passage }) => sum + passage.text.split(/\s+/u).length, 0);
}

function count(written: Written, { inputTokens, outputTokens }: TokenCount): void {
  written.tokens = {
    inputTokens: written.tokens.inputTokens + inputTokens,
    outputTokens: written.tokens.outputTokens + outputTokens,
  };
}

function readPoints(
  points: readonly { text: string; passage: number }[],
  batch: Batch,
  written: Written,
): void {
  for (const point of points.slice(0, 100)) {
    const cited = batch.passages.find(({ number }) => number === point.passage);
    const text = point.text.trim().replaceAll(/\s+/gu, ' ');
    if (cited && findForeignMatter(text, MOST_CHARACTERS) === null)
      written.points.push({ text, passage: cited.passage });
    else written.dropped += 1;
  }
}

async function keepSupported(
  lesson: LessonText,
  written: Written,
  { embed, signal }: SummaryRequest,
): Promise<SummaryPoint[]> {
  const texts = written.points.flatMap(({ text, passage }) => listComparedTexts(text, passage));
  const similarity = await createSimilarity(texts, embed, signal);
  // Without embeddings the words must do, and they are asked for anyway.
  const likeness = (one: string, other: string): number =>
    similarity.semantic ? similarity.between(one, other) : 1;
  const kept: SummaryPoint[] = [];
  for (const { text, passage } of written.points) {
    const found = checkSupport(text, { passage, lessonTitle: lesson.title }, likeness);
    if (found.supported) kept.push({ text, evidence: found.evidence });
    else written.dropped += 1;
  }
  return kept;
}

function explain({ end, dropped }: Written, ofModel: number, all: number): string | null {
  if (ofModel === 0)
    return `${end ?? 'No sentence of the language model was supported by the passage it cites'}, so the built-in composer wrote this summary.`;
  if (ofModel === all && dropped === 0 && end === null) return null;
  const why =
    end ??
    (dropped > 0
      ? 'Sentences of the language model that the passages they cite do not support were left out'
      : 'The language model left parts of the lesson out');
  return ofModel === all
    ? `${why}.`
    : `${why}; the built-in composer wrote ${all - ofModel} of ${all} points.`;
}
