import type { Summary } from '#server/features/summaries/compose/compose-summary.ts';
import type { Embed } from '#server/language/lesson-text.ts';
import type { EvaluationLesson } from '../read-lessons.ts';
import { meaningWords, shareWithin, splitWords } from './content-words.ts';

/** A fact is covered when one point holds so many of its words, */
const WORDS_OF_FACT = 0.6;
/** or means so nearly the same (cosine of the embeddings) and holds at least some of them. */
const LIKENESS = 0.7;
const WORDS_OF_LIKE_FACT = 0.4;

export interface SummaryFigures {
  readonly points: number;
  readonly words: number;
  readonly shareOfLesson: number;
  readonly facts: number;
  readonly factsCovered: number;
  readonly missedFacts: readonly string[];
  /** Points whose quote is in its passage and contains nearly all words of the point. */
  readonly supported: number;
  readonly unsupported: readonly string[];
  readonly inOrder: boolean;
  readonly sectionShare: number;
  /** Points with a filler, a broken end, or a pronoun in front whose noun was left behind. */
  readonly untidy: readonly string[];
}

const UNTIDY =
  /\b(?:um|uh|erm|you know|i mean|kind of|sort of)\b|^(?:it|they|this|these|those|he|she|and|but|so|however|therefore|then|here|there)\b|\b(\p{L}+) \1\b|\b(a|an|the|is|are|of|to|in|it|and|that|we|you), \2\b|[^.?!]$/iu;

/** Which facts the points cover. `likeness` returns the cosine of a fact and a point, given their indexes. */
export function coverFacts(
  facts: readonly string[],
  points: readonly string[],
  likeness: (fact: number, point: number) => number,
): boolean[] {
  const words = points.map(meaningWords);
  return facts.map((fact, factAt) => {
    const wanted = meaningWords(fact);
    return words.some((point, at) => {
      const share = shareWithin(wanted, point);
      return share >= WORDS_OF_FACT || (share >= WORDS_OF_LIKE_FACT && likeness(factAt, at) >= LIKENESS);
    });
  });
}

/** Measures a summary against the facts that were written down before it was made. */
export async function measureSummary(
  summary: Pick<Summary, 'points'>,
  { text, keyFacts, words: lessonWords, sections }: EvaluationLesson,
  embed: Embed,
): Promise<SummaryFigures> {
  const points = summary.points.map((point) => point.text);
  const vectors = await embed([...keyFacts, ...points]);
  const covered = coverFacts(keyFacts, points, (fact, point) =>
    cosine(vectors[fact], vectors[keyFacts.length + point]),
  );
  const places = summary.points.map(({ evidence }) =>
    text.passages.findIndex((passage) => passage.id === evidence.passage_id),
  );
  const unsupported = summary.points.filter(({ text: point, evidence }, index) => {
    const passage = text.passages[places[index] ?? -1];
    return (
      passage?.text.includes(evidence.quote) !== true ||
      shareWithin(meaningWords(point), meaningWords(evidence.quote)) < 0.9
    );
  });
  const words = points.reduce((sum, point) => sum + splitWords(point).length, 0);
  return {
    points: points.length,
    words,
    shareOfLesson: lessonWords === 0 ? 0 : words / lessonWords,
    facts: keyFacts.length,
    factsCovered: covered.filter(Boolean).length,
    missedFacts: keyFacts.filter((_, index) => covered[index] !== true),
    supported: points.length - unsupported.length,
    unsupported: unsupported.map((point) => point.text),
    inOrder: places.every((place, index) => index === 0 || place >= (places[index - 1] ?? 0)),
    sectionShare:
      sections === 0 ? 0 : new Set(places.map((place) => text.passages[place]?.section)).size / sections,
    untidy: points.filter((point) => UNTIDY.test(point)),
  };
}

function cosine(one: Float32Array | undefined, other: Float32Array | undefined): number {
  return one?.reduce((sum, value, index) => sum + value * (other?.[index] ?? 0), 0) ?? 0;
}
