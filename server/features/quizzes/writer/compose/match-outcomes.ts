import type { LessonOutcome } from '../../../../language/lesson-text.ts';
import type { Similarity } from '../../../../language/similarity.ts';

/** The outcome a text serves best, by meaning, or null when none is near. The similarity must know text and descriptions. */
export function matchOutcome(
  text: string,
  outcomes: readonly LessonOutcome[],
  similarity: Similarity,
): string | null {
  let best: string | null = null;
  let nearest = similarity.semantic ? 0.28 : 0.12;
  for (const outcome of outcomes) {
    const near = similarity.between(text, outcome.description);
    if (near > nearest) {
      nearest = near;
      best = outcome.short_name;
    }
  }
  return best;
}
