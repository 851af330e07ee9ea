import { SUMMARY_LENGTHS, type SummaryLength } from '../../../../contract/lessons.ts';
import { analyzeLesson, isQuotable } from '../../../language/analysis.ts';
import type { LessonAnalysis } from '../../../language/analysis.ts';
import type { Embed, Evidence, LessonText } from '../../../language/lesson-text.ts';
import type { Sentence } from '../../../language/sentence.ts';
import { createSimilarity } from '../../../language/similarity.ts';
import { choosePoints, type ChosenPoint } from './choose-points.ts';
import { evidenceOf } from './evidence-of.ts';
import { listKeyTerms, type KeyTerm } from './list-key-terms.ts';
import { weighWords } from './rate-sentences.ts';
import { limitSummary } from './summary-length.ts';

export interface SummaryPoint {
  /** A complete sentence: capital first, full stop last, no pronoun whose noun was left behind. */
  readonly text: string;
  readonly evidence: Evidence;
}

export interface Summary {
  /** In the lesson's order. Empty when it holds no complete English statement. */
  readonly points: readonly SummaryPoint[];
  /** The points as running text, a paragraph for each section. */
  readonly text: string;
  readonly keyTerms: readonly KeyTerm[];
}

export interface SummaryRequest {
  /** Medium unless given. */
  readonly length?: SummaryLength | undefined;
  readonly embed?: Embed | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Sentences that are compared with each other: more are first thinned by their words. */
const COMPARED_SENTENCES = 400;
const FEWEST_TELLING = 4;
/** "We", a subject taken up again (", that is called …"), "all of it" near the start, a letter that ended a sentence. */
const SPOKEN_TURN =
  /\bWe\b|, (?:that|it|they)(?:['’]s| is| are) |^(?:\S+ ){1,6}(?:of|from|in|on|with|by|for) (?:it|them)\b|(?:, | and | or )\p{Lu}\. \p{Lu}/u;

/**
 * A lesson's main points, each with the words it rests on, and the terms it explains. Sentences are rated by what gives
 * key facts away (centrality as in LexRank, Erkan and Radev 2004, with sentence embeddings; definitions; the lesson's own
 * words), said in few words, and kept apart; every section gets its point before any gets a second.
 * @param analysis of the same lesson, when it has been made already
 * @throws what `request.embed` throws, except `TextEmbedderUnavailableError` (words are then compared instead of meanings)
 */
export async function composeSummary(
  lesson: LessonText,
  request: SummaryRequest,
  analysis: LessonAnalysis = analyzeLesson(lesson),
): Promise<Summary> {
  request.signal?.throwIfAborted();
  if (!analysis.english) return { points: [], text: '', keyTerms: [] };
  const usable = thin(analysis, listSummarizable(analysis));
  const similarity = await createSimilarity(
    usable.map((sentence) => sentence.text),
    request.embed,
    request.signal,
  );
  const points = chooseForLength(request.length ?? 'medium', (length) =>
    choosePoints(analysis, usable, similarity, limitSummary(length, analysis.wordCount)),
  );
  const paragraphs = new Map<number, string[]>();
  for (const { sentence, text } of points)
    paragraphs.set(sentence.section, [...(paragraphs.get(sentence.section) ?? []), text]);
  return {
    points: points.map(({ sentence, text }) => ({ text, evidence: evidenceOf(sentence) })),
    text: [...paragraphs.values()].map((texts) => texts.join(' ')).join('\n\n'),
    keyTerms: listKeyTerms(analysis),
  };
}

/** A longer summary is never shorter than a shorter one, however the sentences happen to fit into its words. */
function chooseForLength(
  length: SummaryLength,
  choose: (length: SummaryLength) => ChosenPoint[],
): ChosenPoint[] {
  const choices = SUMMARY_LENGTHS.slice(0, SUMMARY_LENGTHS.indexOf(length) + 1).map(choose);
  const sizeOf = (points: readonly ChosenPoint[]): number =>
    points.reduce((sum, { text }) => sum + text.split(' ').length, 0);
  return choices.reduce((best, points) => (sizeOf(points) >= sizeOf(best) ? points : best), []);
}

/** The sentences that say enough; of a lesson that has hardly any, the shorter ones too. */
function listSummarizable({ lesson, sentences }: LessonAnalysis): Sentence[] {
  const usable = sentences.filter(
    // A printed sentence that begins small has lost its beginning on the page before.
    (sentence) => isSummarizable(sentence) && (lesson.spoken || !/^\p{Ll}{2}/u.test(sentence.quote)),
  );
  const telling = usable.filter(({ text, stems }) => text.split(' ').length >= 7 && stems.size >= 4);
  return telling.length < FEWEST_TELLING ? usable : telling;
}

function isSummarizable(sentence: Sentence): boolean {
  return (
    isQuotable(sentence) &&
    sentence.text.split(' ').length <= 40 &&
    !SPOKEN_TURN.test(sentence.text) &&
    !/^(?:there (?:is|are)|it is)\b/iu.test(sentence.text) &&
    // An order out of a numbered list says nothing without the others; "neither antibody" means two just named.
    !/^\(?\d{1,2}[.)]\s/u.test(sentence.quote) &&
    !/\b(?:neither|either|both) (?!.*\b(?:nor|or|and)\b)/iu.test(sentence.text)
  );
}

/** Keeps the sentences with the most common words of each section where there are too many to compare. */
function thin(analysis: LessonAnalysis, sentences: readonly Sentence[]): Sentence[] {
  if (sentences.length <= COMPARED_SENTENCES) return [...sentences];
  const worth = weighWords(analysis);
  const share = COMPARED_SENTENCES / sentences.length;
  const bySection = Map.groupBy(sentences, (sentence) => sentence.section);
  const kept: Sentence[] = [];
  for (const section of bySection.values()) {
    const size = Math.max(1, Math.round(section.length * share));
    kept.push(
      ...[...section].sort((one, other) => (worth.get(other) ?? 0) - (worth.get(one) ?? 0)).slice(0, size),
    );
  }
  return kept.sort((one, other) => one.index - other.index).slice(0, COMPARED_SENTENCES * 2);
}
