import type { Lesson } from '#contract/lessons.ts';
import { locateQuote } from '#web/ui/locate-quote.ts';

export type Cue = Lesson['transcript_cues'][number];

/** The cue that is spoken at a second, or the last one before it; -1 before the first. Cues are in order of time. */
export function findCueIndex(cues: readonly Cue[], second: number): number {
  let low = 0;
  let high = cues.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cues[middle]?.start_second ?? Infinity) <= second) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** First and last index. */
export interface CueRange {
  readonly first: number;
  readonly last: number;
}

/** How far before the second of an evidence its words may begin: a long cue holds several sentences. */
const EARLIER_CUES = 3;

/** The cues that hold a quotation, the nearest to a second when it is known. Undefined when none do. */
export function findQuotedCues(
  cues: readonly Cue[],
  quote: string,
  second: number | undefined,
): CueRange | undefined {
  const starts: number[] = [];
  let text = '';
  for (const cue of cues) {
    starts.push(text.length);
    text += `${cue.text} `;
  }
  const near = second === undefined ? 0 : Math.max(0, findCueIndex(cues, second) - EARLIER_CUES);
  const span = locateQuote(text, quote, starts[near] ?? 0);
  if (span === undefined) return undefined;
  return { first: cueOfOffset(starts, span.start), last: cueOfOffset(starts, span.end - 1) };
}

function cueOfOffset(starts: readonly number[], offset: number): number {
  const after = starts.findIndex((start) => start > offset);
  return (after < 0 ? starts.length : after) - 1;
}
