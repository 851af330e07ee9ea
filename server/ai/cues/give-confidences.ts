import { splitWords } from '#contract/transcript-editing/words-of-cue.ts';
import type { Cue } from '../speech-to-text.ts';

/** Gives the words of cues, in order, how sure the recognizer was of them. Left out where it says so for other words. */
export function giveConfidences(cues: readonly Cue[], confidences: readonly number[]): Cue[] {
  const counts = cues.map(({ text }) => splitWords(text).length);
  if (counts.reduce((sum, count) => sum + count, 0) !== confidences.length) return [...cues];
  let from = 0;
  return cues.map((cue, index) => {
    const start = from;
    from += counts[index] ?? 0;
    return { ...cue, wordConfidences: confidences.slice(start, from) };
  });
}
