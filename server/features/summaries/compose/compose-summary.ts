import { SUMMARY_LENGTHS, type SummaryLength } from '#contract/lessons.ts';
import type { PROBLEM_MESSAGES } from '#contract/messages/problems.ts';
import { listWords } from '#contract/question-rules/words.ts';
import type { JudgeAnswers } from '#server/ai/answer-judge.ts';
import { isTeaching } from '#server/documents/passage.ts';
import { runInTurns } from '#server/platform/in-turns.ts';
import { SLIDE_DENSITY } from '#server/ai/language-model/stretches.ts';
import { analyzeLesson, analyzeLessonInTurns, type LessonAnalysis } from '#server/language/analysis.ts';
import { evidenceOfSentence } from '#server/language/evidence-of-passage.ts';
import type { Embed, Evidence, LessonText } from '#server/language/lesson-text.ts';
import type { Candidate } from '#server/language/statements/list-candidates.ts';
import { listStatements, rateWith } from '#server/language/statements/rate-statements.ts';
import { choosePoints } from './choose-points.ts';
import { listKeyTerms, type KeyTerm } from './list-key-terms.ts';
import { listExplainedPoints, listOutlines } from './list-outlines.ts';

export interface SummaryPoint {
  /**
   * A complete sentence: capital first, full stop last, no pronoun whose noun was left behind. Of a slide that has none,
   * its title and points in one line: "Base case: the smallest problem; solved directly."
   */
  readonly text: string;
  readonly evidence: Evidence;
  /** Of a point that combines several statements. */
  readonly further_evidence?: Evidence[] | undefined;
}

export interface Summary {
  /** In the lesson's order. Empty when it holds no complete English statement. */
  readonly points: readonly SummaryPoint[];
  /** The points as running text, a paragraph for each section. */
  readonly text: string;
  readonly keyTerms: readonly KeyTerm[];
}

export interface SummaryRequest {
  readonly embed?: Embed | undefined;
  /** Asked which sentences state key facts; without it the other signals decide. */
  readonly judge?: JudgeAnswers | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Of a transcript: whether the speech recognition was too unsure of a sentence for it to be used. */
  readonly isUncertain?: ((quote: string) => boolean) | undefined;
}

/**
 * A lesson's main points, each with the words it rests on, and the terms it explains. Sentences
 * are rated by what gives key facts away (centrality as in LexRank, Erkan and Radev 2004, with sentence
 * embeddings; definitions; the lesson's own words), said in few words, and kept apart; every section gets its point before
 * any gets a second.
 * @param analysis of the same lesson, when it has been made already
 * @throws what `request.embed` and `request.judge` throw, except `TextEmbedderUnavailableError` (words are then compared instead of meanings)
 */
export async function composeSummary(
  lesson: LessonText,
  request: SummaryRequest & {
    /** Medium unless given. */
    readonly length?: SummaryLength | undefined;
  },
  analysis?: LessonAnalysis,
): Promise<Summary> {
  return (await composeSummaries(lesson, request, analysis))[request.length ?? 'medium'];
}

/** The summaries of all lengths, for what one costs: the sentences are rated once. See {@link composeSummary}. */
export async function composeSummaries(
  lesson: LessonText,
  request: SummaryRequest,
  known?: LessonAnalysis,
): Promise<Record<SummaryLength, Summary>> {
  request.signal?.throwIfAborted();
  const analysis = known ?? (await analyzeLessonInTurns(lesson));
  if (!analysis.english) {
    const empty: Summary = { points: [], text: '', keyTerms: [] };
    return { short: empty, medium: empty, long: empty };
  }
  const isCertain = (quote: string): boolean => request.isUncertain?.(quote) !== true;
  const stated = (await listStatements(analysis)).filter(({ sentence }) => isCertain(sentence.quote));
  const said = [...stated, ...listExplainedPoints(analysis)];
  const covered = new Set(said.map(({ origin }) => origin.section));
  const candidates = [...said, ...listOutlines(analysis, covered)];
  const { rated, similarity } = await rateWith(analysis, candidates, request);
  const keyTerms = listKeyTerms(analysis).filter(({ evidence }) => isCertain(evidence.quote));
  const choices: Candidate[][] = [];
  for (const length of SUMMARY_LENGTHS) {
    const limits = limitSummary(length, countAsProse(analysis));
    choices.push(await runInTurns(choosePoints(rated, similarity, limits)));
  }
  const write = (length: SummaryLength): Summary => ({
    ...writeOut(chooseForLength(length, choices)),
    keyTerms,
  });
  return { short: write('short'), medium: write('medium'), long: write('long') };
}

/** How many words prose would take for the same: a summary by the words of slides would leave out most of their ideas. */
const countAsProse = ({ lesson, wordCount }: LessonAnalysis): number =>
  lesson.passages
    .filter((passage) => passage.kind === 'slide' && isTeaching(passage))
    .reduce((sum, { text }) => sum + text.split(/\s+/u).length * (SLIDE_DENSITY - 1), wordCount);

function writeOut(points: readonly Candidate[]): Pick<Summary, 'points' | 'text'> {
  const paragraphs = new Map<number, string[]>();
  for (const { sentence } of points)
    paragraphs.set(sentence.section, [...(paragraphs.get(sentence.section) ?? []), sentence.text]);
  return {
    points: points.map(({ sentence }) => ({ text: sentence.text, evidence: evidenceOfSentence(sentence) })),
    text: [...paragraphs.values()].map((texts) => texts.join(' ')).join('\n\n'),
  };
}

/** A longer summary is never shorter than a shorter one, however the sentences happen to fit into its words. */
function chooseForLength(length: SummaryLength, ofLengths: readonly Candidate[][]): Candidate[] {
  const choices = ofLengths.slice(0, SUMMARY_LENGTHS.indexOf(length) + 1);
  const sizeOf = (points: readonly Candidate[]): number =>
    points.reduce((sum, { sentence }) => sum + sentence.text.split(' ').length, 0);
  return choices.reduce((best, points) => (sizeOf(points) >= sizeOf(best) ? points : best), []);
}

/** The share of the lesson's words, never fewer words than `floor` (but for tiny lessons), never more than `ceiling`. */
const LENGTHS = {
  short: { share: 0.05, floor: 35, ceiling: 450, points: 35 },
  medium: { share: 0.124, floor: 60, ceiling: 1_000, points: 70 },
  long: { share: 0.2, floor: 110, ceiling: 1_800, points: 140 },
} as const satisfies Record<SummaryLength, unknown>;

/** How many words and points a summary of this length may have for a lesson of `lessonWords` words. */
export function limitSummary(length: SummaryLength, lessonWords: number): { words: number; points: number } {
  const { share, floor, ceiling, points } = LENGTHS[length];
  // A page's summary must not be the page: half of it at most.
  const least = Math.min(floor, lessonWords * (share + 0.25));
  return { words: Math.round(Math.min(ceiling, Math.max(least, lessonWords * share))), points };
}

type EmptySummaryCode = keyof (typeof PROBLEM_MESSAGES)['nothing_to_work_with'];

/** Why a lesson has no summary. */
export function explainEmptySummary(lesson: LessonText): EmptySummaryCode {
  const texts = lesson.passages
    .filter(isTeaching)
    .slice(0, 200)
    .map((passage) => passage.text);
  const words = texts.reduce(
    (sum, text) => sum + listWords(text).filter((word) => /\p{L}/u.test(word)).length,
    0,
  );
  const marks = texts.reduce((sum, text) => sum + (text.match(/[\d{}<>=;|]/gu) ?? []).length, 0);
  if (words === 0) return 'summary_no_words';
  if (marks > words) return 'summary_code_or_numbers';
  return analyzeLesson(lesson).english ? 'summary_no_statements' : 'summary_not_english';
}
