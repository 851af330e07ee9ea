import type { JudgeAnswers } from '../../../ai/answer-judge.ts';
import { SUMMARY_LENGTHS, type SummaryLength } from '../../../../contract/lessons.ts';
import { analyzeLesson } from '../../../language/analysis.ts';
import type { LessonAnalysis } from '../../../language/analysis.ts';
import type { Embed, Evidence, LessonText } from '../../../language/lesson-text.ts';
import { choosePoints } from './choose-points.ts';
import { evidenceOfSentence } from '../../../language/evidence-of-passage.ts';
import type { Candidate } from '../../../language/statements/list-candidates.ts';
import { listOutlines } from './list-outlines.ts';
import { listKeyTerms, type KeyTerm } from './list-key-terms.ts';
import { listStatements, rateWith } from '../../../language/statements/rate-statements.ts';
import { limitSummary } from './summary-length.ts';

export interface SummaryPoint {
  /**
   * A complete sentence: capital first, full stop last, no pronoun whose noun was left behind. Of a slide that has none,
   * its title and points in one line: "Base case: the smallest problem; solved directly."
   */
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
  /** Asked which sentences state key facts; without it the other signals decide. */
  readonly judge?: JudgeAnswers | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * A lesson's main points, each with the words it rests on, and the terms it explains. Sentences and
 * parts of them are rated by what gives key facts away (centrality as in LexRank, Erkan and Radev 2004, with sentence
 * embeddings; definitions; the lesson's own words), said in few words, and kept apart; every section gets its point before
 * any gets a second.
 * @param analysis of the same lesson, when it has been made already
 * @throws what `request.embed` and `request.judge` throw, except `TextEmbedderUnavailableError` (words are then compared instead of meanings)
 */
export async function composeSummary(
  lesson: LessonText,
  request: SummaryRequest,
  analysis: LessonAnalysis = analyzeLesson(lesson),
): Promise<Summary> {
  request.signal?.throwIfAborted();
  if (!analysis.english) return { points: [], text: '', keyTerms: [] };
  const stated = listStatements(analysis);
  const covered = new Set(stated.map(({ origin }) => origin.section));
  const candidates = [...stated, ...listOutlines(analysis, covered)];
  const { rated, similarity } = await rateWith(analysis, candidates, request);
  const points = chooseForLength(request.length ?? 'medium', (length) =>
    choosePoints(rated, similarity, limitSummary(length, analysis.wordCount)),
  );
  const paragraphs = new Map<number, string[]>();
  for (const { sentence } of points)
    paragraphs.set(sentence.section, [...(paragraphs.get(sentence.section) ?? []), sentence.text]);
  return {
    points: points.map(({ sentence }) => ({ text: sentence.text, evidence: evidenceOfSentence(sentence) })),
    text: [...paragraphs.values()].map((texts) => texts.join(' ')).join('\n\n'),
    keyTerms: listKeyTerms(analysis),
  };
}

/** A longer summary is never shorter than a shorter one, however the sentences happen to fit into its words. */
function chooseForLength(length: SummaryLength, choose: (length: SummaryLength) => Candidate[]): Candidate[] {
  const choices = SUMMARY_LENGTHS.slice(0, SUMMARY_LENGTHS.indexOf(length) + 1).map(choose);
  const sizeOf = (points: readonly Candidate[]): number =>
    points.reduce((sum, { sentence }) => sum + sentence.text.split(' ').length, 0);
  return choices.reduce((best, points) => (sizeOf(points) >= sizeOf(best) ? points : best), []);
}
