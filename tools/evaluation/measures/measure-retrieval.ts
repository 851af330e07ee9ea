import type { LessonPassage } from '#server/language/lesson-text.ts';
import { meaningWords, shareWithin } from './content-words.ts';

/** A passage with less of a quote's words than this does not hold it. */
const HELD_SHARE = 0.8;
const RECALL_PLACES = 5;
const GAIN_PLACES = 10;

/** How well one list of passages answers one question, each from 0 to 1. */
export interface RetrievalScore {
  /** 1 when one of the first five is right; where all quotes are needed, the share of them that the first five hold. */
  readonly recallAt5: number;
  /** Normalized discounted cumulative gain of the first ten; a passage is right or it is not. */
  readonly ndcgAt10: number;
  /** One over the place of the first right one; 0 when none is. */
  readonly reciprocalRank: number;
}

/**
 * For each quote the positions of the passages that hold it: character for character, but for white space; and where a
 * page's turn parted it, those with four fifths of its words.
 */
export function locateQuotes(
  passages: readonly LessonPassage[],
  quotes: readonly string[],
): readonly ReadonlySet<number>[] {
  return quotes.map((quote) => {
    const whole = passages.filter(({ text }) => text.replace(/\s+/gu, ' ').includes(quote));
    const holding =
      whole.length > 0
        ? whole
        : passages.filter(({ text }) => shareWithin(meaningWords(quote), meaningWords(text)) >= HELD_SHARE);
    return new Set(holding.map(({ position }) => position));
  });
}

/**
 * @param ranking the passages found, best first, by any name
 * @param right for each quote the names of the passages that hold it
 */
export function scoreRanking(
  ranking: readonly string[],
  right: readonly ReadonlySet<string>[],
  needs: 'any' | 'all',
): RetrievalScore {
  const anyRight = new Set(right.flatMap((names) => [...names]));
  const isRight = ranking.map((name) => anyRight.has(name));
  const first = ranking.slice(0, RECALL_PLACES);
  const held = right.filter((names) => first.some((name) => names.has(name))).length;
  const gain = (places: readonly boolean[]): number =>
    places
      .slice(0, GAIN_PLACES)
      .reduce((sum, found, index) => sum + (found ? 1 / Math.log2(index + 2) : 0), 0);
  const best = gain(Array.from({ length: anyRight.size }, () => true));
  const place = isRight.indexOf(true);
  return {
    recallAt5: needs === 'all' ? held / right.length : Math.min(1, held),
    ndcgAt10: best === 0 ? 0 : gain(isRight) / best,
    reciprocalRank: place < 0 ? 0 : 1 / (place + 1),
  };
}

/** The mean of each figure; zeros for none. */
export function averageScores(scores: readonly RetrievalScore[]): RetrievalScore {
  const mean = (read: (score: RetrievalScore) => number): number =>
    scores.length === 0 ? 0 : scores.reduce((sum, score) => sum + read(score), 0) / scores.length;
  return {
    recallAt5: mean((score) => score.recallAt5),
    ndcgAt10: mean((score) => score.ndcgAt10),
    reciprocalRank: mean((score) => score.reciprocalRank),
  };
}
