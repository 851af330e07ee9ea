import type { SummaryLength } from '../../../../contract/lessons.ts';
import type { ObjectGenerator, TokenCount } from '../../../ai/text-generator.ts';
import { analyzeLesson } from '../../../language/analysis.ts';
import type { LessonText } from '../../../language/lesson-text.ts';
import { anchorQuote } from '../../../language-model/anchor-quote.ts';
import { EXPLAINED_REASONS } from '../../../language-model/explained-reasons.ts';
import { ModelSession } from '../../../language-model/model-session.ts';
import { listOrderWords, usesOrderWord } from '../../../language-model/order-words.ts';
import { findForeignMatter, speaksToModel } from '../../../language-model/plain-text.ts';
import { listStretches, type Stretch } from '../../../language-model/stretches.ts';
import {
  composeSummary,
  type Summary,
  type SummaryPoint,
  type SummaryRequest,
} from '../compose/compose-summary.ts';
import { limitSummary } from '../compose/summary-length.ts';
import { pointsDraft, pointsReading, promptForPoints, promptForReading } from './author-points.ts';
import { joinPoints } from './join-points.ts';

/** A summary that a language model had a part in. */
export interface ModelSummary extends Summary {
  /** What the instructor should know of the model's part; null when it wrote all. */
  readonly note: string | null;
  readonly tokens: TokenCount;
  /** Sentences of the model that were kept and that were dropped. */
  readonly kept: number;
  readonly dropped: number;
}

/** A book is not sent whole: what comes after this many stretches is summarized by the rules. */
const MOST_STRETCHES = 80;
const MAXIMUM_OUTPUT_TOKENS = 1_500;
const LONGEST_POINT = 400;
const MOST_POINTS = 12;
const FEWEST_WORDS = 20;

/**
 * A summary by a language model: a stretch of the lesson at a time, each sentence judged by meaning against the material,
 * each with the lesson's own words as evidence. Where the model fails, the sentences that the rules choose take its place.
 * @throws what {@link composeSummary} throws, and errors of the generator that are neither of its two kinds
 */
export async function summarizeByModel(
  lesson: LessonText,
  request: SummaryRequest & { readonly length: SummaryLength },
  generator: Pick<ObjectGenerator, 'generateObject' | 'concurrency'>,
): Promise<ModelSummary> {
  const analysis = analyzeLesson(lesson);
  const composed = await composeSummary(lesson, request, analysis);
  const { words } = limitSummary(request.length, analysis.wordCount);
  const session = new ModelSession(request.signal);
  const stretches = listStretches(lesson.passages).filter(({ wordCount }) => wordCount >= FEWEST_WORDS);
  const results = new Map<Stretch, SummaryPoint[]>();
  let dropped = 0;
  const orderWords = listOrderWords(lesson);
  const queue = stretches.slice(0, MOST_STRETCHES);
  const work = async (): Promise<void> => {
    for (let stretch = queue.shift(); stretch !== undefined; stretch = queue.shift()) {
      const share = stretch.wordCount / Math.max(1, analysis.wordCount);
      const asked = { lesson, stretch, orderWords, words: Math.max(20, Math.round(words * share)) };
      const written = await writePoints(asked, session, generator);
      dropped += written.dropped;
      results.set(stretch, written.points);
    }
  };
  await Promise.all(Array.from({ length: generator.concurrency ?? 1 }, work));
  const supported = stretches.flatMap((stretch) => results.get(stretch) ?? []);
  const joined = joinPoints(lesson, { supported, composed: composed.points, stretches, words });
  return {
    ...composed,
    points: joined.points,
    text: joined.text,
    tokens: session.tokens,
    kept: joined.ofModel,
    dropped,
    note: explain(session, dropped, joined.ofModel, joined.points.length),
  };
}

interface Asked {
  readonly lesson: LessonText;
  readonly stretch: Stretch;
  readonly orderWords: ReadonlySet<string>;
  readonly words: number;
}

async function writePoints(
  { lesson: { title }, stretch, orderWords, words }: Asked,
  session: ModelSession,
  generator: Pick<ObjectGenerator, 'generateObject'>,
): Promise<{ points: SummaryPoint[]; dropped: number }> {
  const draft = await session.ask((signal) =>
    generator.generateObject({
      ...promptForPoints(title, stretch, words),
      schema: pointsDraft,
      maxOutputTokens: MAXIMUM_OUTPUT_TOKENS,
      signal,
    }),
  );
  if (draft === null) return { points: [], dropped: 0 };
  const offered = draft.object.points.slice(0, MOST_POINTS);
  const anchored = offered.flatMap((point): SummaryPoint[] => {
    const text = point.text.trim().replaceAll(/\s+/gu, ' ');
    const evidence = anchorQuote(point.quote, stretch.passages);
    const isUsable =
      findForeignMatter(text, LONGEST_POINT) === null &&
      !usesOrderWord(text, orderWords) &&
      evidence !== undefined &&
      !speaksToModel(evidence.quote);
    return isUsable ? [{ text, evidence }] : [];
  });
  if (anchored.length === 0) return { points: [], dropped: offered.length };
  const reading = await session.ask((signal) =>
    generator.generateObject({
      ...promptForReading(
        title,
        stretch,
        anchored.map(({ text }) => text),
      ),
      schema: pointsReading,
      maxOutputTokens: MAXIMUM_OUTPUT_TOKENS,
      signal,
    }),
  );
  if (reading === null) return { points: [], dropped: offered.length };
  const points = anchored.filter((_, index) => {
    const judged = reading.object.points.find(({ number }) => number === index + 1);
    return judged?.follows === true && judged.stands_alone;
  });
  return { points, dropped: offered.length - points.length };
}

function explain({ end }: ModelSession, dropped: number, ofModel: number, all: number): string | null {
  const why =
    end === null || end === 'refused'
      ? null
      : end === 'unusable'
        ? 'The answers of the language model could not be used'
        : EXPLAINED_REASONS[end];
  if (ofModel === 0)
    return `${why ?? 'No sentence of the language model passed the checks'}, so Lectern chose sentences of the lesson instead.`;
  if (ofModel === all) return why === null ? null : `${why}.`;
  const reason = why ?? (dropped > 0 ? 'Some sections of the model’s summary did not pass the checks' : null);
  return `${reason ?? 'The language model left parts of the lesson out'}; ${all - ofModel} of ${all} points are sentences of the lesson.`;
}
