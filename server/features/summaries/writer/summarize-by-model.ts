import { createHash } from 'node:crypto';
import type { SummaryLength } from '#contract/lessons.ts';
import { message } from '#contract/messages/make-message.ts';
import type { Message } from '#contract/messages/message.ts';
import { contentStems, overlap } from '#contract/question-rules/words.ts';
import type { ObjectGenerator, TokenCount } from '#server/ai/text-generator.ts';
import { anchorQuote } from '#server/ai/language-model/anchor-quote.ts';
import { explainModelEnd } from '#server/ai/language-model/explained-reasons.ts';
import { ModelSession } from '#server/ai/language-model/model-session.ts';
import { listOrderWords, usesOrderWord } from '#server/ai/language-model/order-words.ts';
import { findForeignMatter, speaksToModel } from '#server/ai/language-model/plain-text.ts';
import { listStretches, type Stretch } from '#server/ai/language-model/stretches.ts';
import { analyzeLessonInTurns } from '#server/language/analysis.ts';
import type { Evidence, LessonText } from '#server/language/lesson-text.ts';
import {
  composeSummary,
  limitSummary,
  type Summary,
  type SummaryPoint,
  type SummaryRequest,
} from '../compose/compose-summary.ts';
import { pointsDraft, pointsReading, promptForPoints, promptForReading } from './author-points.ts';
import { countAsProse, listParts, type Part } from './list-parts.ts';

/** A summary that a language model had a part in. */
export interface ModelSummary extends Summary {
  /** What the instructor should know of the model's part; null when it wrote all. */
  readonly note: Message | null;
  readonly tokens: TokenCount;
  /** Sentences of the model that were kept and that were dropped. */
  readonly kept: number;
  readonly dropped: number;
  /** The model failed, or time ran out, before every part was written. */
  readonly isUnfinished: boolean;
}

/** What the model wrote about one part of the lesson. */
export interface WrittenPart {
  readonly points: SummaryPoint[];
  readonly dropped: number;
}

/** Stores finished parts until the summary is complete, so that another attempt continues with the rest. */
export interface KeptParts {
  readonly find: (fingerprint: string) => WrittenPart | undefined;
  readonly keep: (fingerprint: string, written: WrittenPart) => Promise<void>;
}

interface ModelRequest extends SummaryRequest {
  readonly length: SummaryLength;
  readonly kept?: KeptParts | undefined;
  /** When this aborts, the summary consists of the finished parts and sentences of the lesson. */
  readonly deadline?: AbortSignal | undefined;
}

/** A book is not sent whole: what comes after this many stretches is summarized by the rules. */
const MOST_STRETCHES = 80;
const MAXIMUM_OUTPUT_TOKENS = 2_000;
const LONGEST_POINT = 400;
const MOST_POINTS = 40;
const MOST_QUOTES = 4;
const FEWEST_WORDS = 20;

/**
 * A summary by a language model: a part of the lesson at a time, each sentence judged by meaning against the material,
 * each with the lesson's own words as evidence. Where the model fails, the sentences that the rules choose take its place.
 * @throws what {@link composeSummary} throws, and errors of the generator that are neither of its two kinds
 */
export async function summarizeByModel(
  lesson: LessonText,
  request: ModelRequest,
  generator: Pick<ObjectGenerator, 'generateObject' | 'concurrency' | 'name'>,
): Promise<ModelSummary> {
  const analysis = await analyzeLessonInTurns(lesson);
  const composed = await composeSummary(lesson, request, analysis);
  const session = new ModelSession(request.signal, request.deadline);
  const stretches = listStretches(lesson.passages).filter(({ wordCount }) => wordCount >= FEWEST_WORDS);
  const { concurrency = 1 } = generator;
  const wordsAsProse = countAsProse(stretches);
  const { words } = limitSummary(request.length, wordsAsProse);
  const results = new Map<Part, WrittenPart>();
  const orderWords = listOrderWords(lesson);
  const queue = listParts(stretches.slice(0, MOST_STRETCHES), concurrency);
  const work = async (): Promise<void> => {
    for (let part = queue.shift(); part !== undefined; part = queue.shift()) {
      const share = countAsProse(part.stretches) / wordsAsProse;
      const asked = {
        lesson,
        part,
        orderWords,
        words: Math.max(20, Math.round(words * share)),
        isUncertain: request.isUncertain,
      };
      const fingerprint = fingerprintOf(asked, generator.name);
      const before = request.kept?.find(fingerprint);
      const written = before ?? (await writePoints(asked, session, generator));
      if (written === null) continue;
      if (before === undefined) await request.kept?.keep(fingerprint, written);
      results.set(part, written);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  const written = [...results];
  const supported = written.flatMap(([, { points }]) => points);
  const dropped = written.reduce((sum, [, part]) => sum + part.dropped, 0);
  // If the model says nothing about a section and none of its sentences was dropped, the section teaches nothing.
  const complete = written.flatMap(([part, { dropped: lost }]) => (lost === 0 ? part.stretches : []));
  const joined = joinPoints(lesson, { supported, composed: composed.points, stretches, complete, words });
  return {
    ...composed,
    points: joined.points,
    text: joined.text,
    tokens: session.tokens,
    kept: joined.ofModel,
    dropped,
    isUnfinished: session.end !== null && session.end !== 'unusable',
    note: explain(session, dropped, joined.ofModel, joined.points.length),
  };
}

interface Asked {
  readonly lesson: LessonText;
  readonly part: Part;
  readonly orderWords: ReadonlySet<string>;
  readonly words: number;
  readonly isUncertain: SummaryRequest['isUncertain'];
}

/** A different text, model or share of the length requires a new answer. Includes passage ids, because points refer to them. */
const fingerprintOf = ({ lesson, part, words }: Asked, model: string): string =>
  createHash('sha256')
    .update(JSON.stringify([model, lesson.title, part.passages.map(({ id }) => id), part.text, words]))
    .digest('hex');

/** Null if the model gave no usable answer. */
async function writePoints(
  { lesson: { title }, part, orderWords, words, isUncertain }: Asked,
  session: ModelSession,
  generator: Pick<ObjectGenerator, 'generateObject'>,
): Promise<WrittenPart | null> {
  const draft = await session.ask((signal) =>
    generator.generateObject({
      ...promptForPoints(title, part, words),
      schema: pointsDraft,
      maxOutputTokens: MAXIMUM_OUTPUT_TOKENS,
      signal,
    }),
  );
  if (draft === null) return null;
  const offered = draft.object.points.slice(0, MOST_POINTS);
  const anchored = offered.flatMap((point): SummaryPoint[] => {
    const text = point.text.trim().replaceAll(/\s+/gu, ' ');
    const [evidence, ...further] = anchorQuotes(point.quotes, part, isUncertain);
    const isUsable = findForeignMatter(text, LONGEST_POINT) === null && !usesOrderWord(text, orderWords);
    if (!isUsable || evidence === undefined) return [];
    return [{ text, evidence, ...(further.length === 0 ? {} : { further_evidence: further }) }];
  });
  if (anchored.length === 0) return { points: [], dropped: offered.length };
  const reading = await session.ask((signal) =>
    generator.generateObject({
      ...promptForReading(title, part, anchored),
      schema: pointsReading,
      maxOutputTokens: MAXIMUM_OUTPUT_TOKENS,
      signal,
    }),
  );
  if (reading === null) return null;
  const points = anchored.filter((_, index) => {
    const judged = reading.object.points.find(({ number }) => number === index + 1);
    return judged?.follows === true && judged.stands_alone;
  });
  return { points, dropped: offered.length - points.length };
}

/** The quotes that are in the lesson, without duplicates; none if the recognition was too unsure of one of them. */
function anchorQuotes(
  quotes: readonly string[],
  { passages }: Part,
  isUncertain: Asked['isUncertain'],
): Evidence[] {
  const found = quotes.slice(0, MOST_QUOTES).flatMap((quote) => {
    const evidence = anchorQuote(quote, passages);
    return evidence === undefined || speaksToModel(evidence.quote) ? [] : [evidence];
  });
  if (found.some(({ quote }) => isUncertain?.(quote) === true)) return [];
  return [...new Map(found.map((each) => [`${each.passage_id} ${each.quote}`, each])).values()];
}

function explain(
  { end, explanation }: ModelSession,
  dropped: number,
  ofModel: number,
  all: number,
): Message | null {
  const why = end === null || end === 'refused' ? null : explainModelEnd(end, explanation);
  if (ofModel === 0) return message('summary_without_model', { why: why ?? message('summary_refused') });
  if (ofModel === all) return why === null ? null : message('model_unavailable', { why });
  return message('summary_partly_without_model', {
    why: why ?? message(dropped > 0 ? 'summary_partly_refused' : 'summary_incomplete'),
    count: all - ofModel,
    pointCount: all,
  });
}

interface Placed {
  readonly point: SummaryPoint;
  /** The first section of the stretch that its evidence is in. */
  readonly section: number;
  readonly position: number;
  readonly offset: number;
  readonly words: number;
  readonly ofModel: boolean;
}

const SAME_WORDS = 0.6;
/** A model may take a little more than it was given. */
const MOST_OF_LIMIT = 1.2;

/**
 * The model's points in the lesson's order, each section without any filled with the rules' choice. Nothing
 * is said twice, and the whole stays within its length.
 */
function joinPoints(
  lesson: LessonText,
  given: {
    readonly supported: readonly SummaryPoint[];
    readonly composed: readonly SummaryPoint[];
    /** Slides of one stretch count as one section. */
    readonly stretches: readonly Stretch[];
    /** Those for which no point was dropped. */
    readonly complete: readonly Stretch[];
    readonly words: number;
  },
): { readonly points: SummaryPoint[]; readonly text: string; readonly ofModel: number } {
  const places = new Map(lesson.passages.map((passage) => [passage.id, passage]));
  const sectionOf = new Map(
    given.stretches.flatMap(({ passages }) =>
      passages.map(({ id }) => [id, passages[0]?.section ?? 0] as const),
    ),
  );
  const place = (point: SummaryPoint, ofModel: boolean): Placed[] => {
    const passage = places.get(point.evidence.passage_id);
    if (!passage) return [];
    const { position, text } = passage;
    const section = sectionOf.get(passage.id) ?? passage.section;
    const offset = text.indexOf(point.evidence.quote);
    return [{ point, section, position, offset, words: point.text.split(' ').length, ofModel }];
  };
  const most = given.words * MOST_OF_LIMIT;
  const taken: Placed[] = [];
  const add = (placed: Placed): void => {
    const stems = contentStems(placed.point.text);
    const spent = taken.reduce((sum, { words }) => sum + words, 0);
    const isFirst = !taken.some(({ section }) => section === placed.section);
    if (!isFirst && spent + placed.words > most) return;
    if (taken.some(({ point }) => overlap(stems, contentStems(point.text)) > SAME_WORDS)) return;
    taken.push(placed);
  };
  const ofModel = given.supported.flatMap((point) => place(point, true));
  const ofComposer = given.composed.flatMap((point) => place(point, false));
  const known = new Set(ofModel.map(({ section }) => section));
  // A model that says nothing about the whole lesson has failed: the composed summary replaces all of it.
  if (ofModel.length > 0) for (const { passages } of given.complete) known.add(passages[0]?.section ?? 0);
  const filling = ofComposer.filter(({ section }) => !known.has(section));
  for (const placed of roundRobin([...ofModel, ...filling])) add(placed);
  taken.sort((one, other) => one.position - other.position || one.offset - other.offset);
  const paragraphs = Map.groupBy(taken, ({ section }) => section);
  return {
    points: taken.map(({ point }) => point),
    text: [...paragraphs.values()].map((list) => list.map(({ point }) => point.text).join(' ')).join('\n\n'),
    ofModel: taken.filter((placed) => placed.ofModel).length,
  };
}

/** The first point of each section, then the second of each, and so on. */
function roundRobin(points: readonly Placed[]): Placed[] {
  const sections = [...Map.groupBy(points, ({ section }) => section).values()];
  const longest = Math.max(0, ...sections.map((list) => list.length));
  return Array.from({ length: longest }, (_, round) =>
    sections.flatMap((list) => list.slice(round, round + 1)),
  ).flat();
}
