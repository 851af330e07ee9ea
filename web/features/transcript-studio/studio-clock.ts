import type { Cue } from '#contract/transcript-editing/words-of-cue.ts';

/** The player, as far as the studio needs it. */
export interface StudioClock {
  subscribe: (listener: () => void) => () => void;
  getSecond: () => number;
  playPart: (startSecond: number, endSecond: number) => void;
}

/** The line that is spoken at a second, or the last one before it; -1 before the first. */
export function findSpoken(cues: readonly Cue[], second: number): number {
  let low = 0;
  let high = cues.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cues[middle]?.start_second ?? Infinity) <= second) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
