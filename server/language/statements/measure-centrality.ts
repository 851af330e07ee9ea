import type { Sentence } from '../sentence.ts';
import type { Similarity } from '../similarity.ts';

/** How alike sentences must be in meaning before they lend each other weight. */
const FAINT_LIKENESS = 0.1;

/** LexRank's degree (Erkan and Radev 2004): how near a sentence is to the others, most of all in its own section; 0 to 1. */
export function measureCentrality(
  sentences: readonly Sentence[],
  similarity: Similarity,
): Map<Sentence, number> {
  const sums = sentences.map((sentence) =>
    sentences.reduce(
      (sum, other) =>
        other === sentence
          ? sum
          : sum +
            Math.max(0, similarity.between(sentence.text, other.text) - FAINT_LIKENESS) *
              (other.section === sentence.section ? 2 : 1),
      0,
    ),
  );
  const most = sums.reduce((greatest, sum) => Math.max(greatest, sum), 1e-9);
  return new Map(sentences.map((sentence, index) => [sentence, (sums[index] ?? 0) / most]));
}
