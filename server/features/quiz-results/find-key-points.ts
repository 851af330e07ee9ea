import type { KeyPointInAnswer } from '#contract/quiz-results.ts';
import { contentStems } from '#contract/question-rules/words.ts';

/** A sentence with fewer of a key point's words is about something else. */
const SHARED_WORDS = 0.5;

/**
 * Where an essay seems to make each key point: the sentence that shares most of its words, if it has at least half of them.
 * It compares words, not meaning, so it helps the reader and decides no points.
 */
export function findKeyPoints(keyPoints: readonly string[], answer: string): KeyPointInAnswer[] {
  const sentences = [...new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(answer)].map(
    ({ segment, index }) => ({
      start: index,
      end: index + segment.trimEnd().length,
      stems: new Set(contentStems(segment)),
    }),
  );
  return keyPoints.map((text) => {
    const sought = [...contentStems(text)];
    let found = { start: null as number | null, end: null as number | null };
    let best = 0;
    for (const { start, end, stems } of sentences) {
      const share = sought.filter((stem) => stems.has(stem)).length / Math.max(1, sought.length);
      if (share >= SHARED_WORDS && share > best) {
        best = share;
        found = { start, end };
      }
    }
    return { text, ...found };
  });
}
