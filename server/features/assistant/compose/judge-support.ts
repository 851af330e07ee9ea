import type { Rating } from './rate-sentences.ts';
import type { Question } from './read-question.ts';

export const SUPPORT_NEEDED = 0.5;

/** How likely it is that the passages answer the question, 0 to 1. */
export function judgeSupport(question: Question, rating: Rating): number {
  const best = rating.sentences[0];
  if (best === undefined || question.stems.size === 0) return 0;
  return rating.byMeaning
    ? Math.max(best.meaning, 0.6 * best.words + 0.3 * best.meaning)
    : Math.max(best.words, best.wordsAround * 0.9);
}
