import { type JudgeAnswers, describeContext } from '#server/ai/answer-judge.ts';
import { runInTurns } from '#server/platform/in-turns.ts';
import type { LessonAnalysis } from '../analysis.ts';
import type { Embed } from '../lesson-text.ts';
import type { Sentence } from '../sentence.ts';
import { type Similarity, createSimilarity } from '../similarity.ts';
import { type Candidate, listCandidates } from './list-candidates.ts';
import { type RatedCandidate, rateCandidates } from './rate-candidates.ts';
import { weighStems } from './word-weights.ts';

export interface RatingRequest {
  readonly embed?: Embed | undefined;
  /** Asked which sentences state key facts; without it the other signals decide. */
  readonly judge?: JudgeAnswers | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Sentences that are compared with each other: more are first thinned by their words. */
const READ_SENTENCES = 600;

/** Every statement of the lesson, or of its weightiest sentences where there are too many. */
export const listStatements = (analysis: LessonAnalysis): Promise<Candidate[]> =>
  runInTurns(listCandidates(analysis, thin(analysis)));

/**
 * Rates each candidate, 0 to 1, by its chance of being one of the lesson's main points, and returns what they were compared with.
 * Candidates need not be sentences of the lesson.
 * @throws what `embed` and `judge` throw, except `TextEmbedderUnavailableError` (words are then compared instead of meanings)
 */
export async function rateWith(
  analysis: LessonAnalysis,
  candidates: readonly Candidate[],
  { embed, judge, signal }: RatingRequest,
): Promise<{ readonly rated: RatedCandidate[]; readonly similarity: Similarity }> {
  const origins = candidates.map(({ origin }) => origin);
  const similarity = await createSimilarity(
    origins.map(({ text }) => text),
    embed,
    signal,
  );
  const keyFacts = await judgeKeyFacts(analysis, origins, judge, signal);
  const rated = await runInTurns(rateCandidates(analysis, candidates, similarity, keyFacts));
  return { rated, similarity };
}

/** Keeps the sentences with the most common words of each section where there are too many to compare. */
function thin(analysis: LessonAnalysis): readonly Sentence[] {
  const { sentences } = analysis;
  if (sentences.length <= READ_SENTENCES) return sentences;
  const weigh = weighStems(analysis);
  const share = READ_SENTENCES / sentences.length;
  const kept: Sentence[] = [];
  for (const section of Map.groupBy(sentences, (sentence) => sentence.section).values()) {
    const size = Math.max(1, Math.round(section.length * share));
    kept.push(...[...section].sort((one, other) => weigh(other.stems) - weigh(one.stems)).slice(0, size));
  }
  return kept.sort((one, other) => one.index - other.index).slice(0, READ_SENTENCES * 2);
}

/**
 * How much rather than the lesson's other sentences each states a key fact, in log-odds about their mean: the judge of answers
 * (tools/training/answer-judge) has learnt what instructors would write down of a lesson, as the answer to this one question.
 * Empty while there is no model.
 * @throws what `judge` throws, except `TextEmbedderUnavailableError`
 */
async function judgeKeyFacts(
  { lesson, sentences, sectionHeadings }: LessonAnalysis,
  asked: readonly Sentence[],
  judge: JudgeAnswers | undefined,
  signal?: AbortSignal,
): Promise<ReadonlyMap<Sentence, number>> {
  if (judge === undefined || asked.length === 0) return new Map();
  const contextOf = ({ index, section }: Sentence): string => {
    const [before, after] = [sentences[index - 1], sentences[index + 1]].map((beside) =>
      beside?.section === section ? beside : undefined,
    );
    return describeContext(sectionHeadings[section] ?? lesson.title, before, after);
  };
  const candidates = asked.map((sentence) => ({ sentence: sentence.text, context: contextOf(sentence) }));
  try {
    // Word for word as in training: tools/training/answer-judge/pairs.py.
    const odds = await judge(`What are the key facts of ${lesson.title}?`, candidates, signal);
    const mean = odds.reduce((sum, own) => sum + own, 0) / odds.length;
    return new Map(asked.map((sentence, at) => [sentence, (odds[at] ?? mean) - mean]));
  } catch (error) {
    if (error instanceof Error && error.name === 'TextEmbedderUnavailableError') return new Map();
    throw error;
  }
}
