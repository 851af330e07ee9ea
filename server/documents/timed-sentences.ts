import type { Cue } from '../ai/speech-to-text.ts';
import { splitSentences } from './sentences.ts';

/** A sentence of a recording. Within a cue, time is taken to pass evenly over its characters. */
export interface TimedSentence {
  readonly text: string;
  readonly startSecond: number;
  readonly endSecond: number;
  /** Silence before the next sentence; 0 after the last. */
  readonly pauseAfterSeconds: number;
}

/** Automatic captions have no punctuation: fewer sentence ends than one in so many words. */
const mostWordsASentence = 60;
const wordsWithoutPunctuation = 18;
const longestPhrase = 28;
const phrasePauseSeconds = 0.7;

interface Span {
  readonly text: string;
  readonly startOffset: number;
  readonly endOffset: number;
}

/** Puts cues together and cuts them into sentences; speech without punctuation is cut at pauses and by length. */
export function timeSentences(cues: readonly Cue[]): TimedSentence[] {
  const text = cues.map((cue) => cue.text).join(' ');
  const starts: number[] = [];
  let offset = 0;
  for (const cue of cues) {
    starts.push(offset);
    offset += cue.text.length + 1;
  }
  const spans = isPunctuated(text) ? splitLong(splitSentences(text)) : splitAtPauses(cues, starts, text);
  const clock = makeClock(cues, starts);
  const timed = spans.map((span) => {
    const startSecond = clock(span.startOffset, 'start');
    return {
      text: span.text,
      startSecond,
      endSecond: Math.max(clock(span.endOffset, 'end'), startSecond + 0.001),
    };
  });
  return timed.map((sentence, index) => {
    const next = timed[index + 1];
    return { ...sentence, pauseAfterSeconds: next ? Math.max(0, next.startSecond - sentence.endSecond) : 0 };
  });
}

function isPunctuated(text: string): boolean {
  const ends = text.match(/[.!?。！？](?=\s|$)/gu)?.length ?? 0;
  return ends * mostWordsASentence >= text.split(' ').length;
}

/** Cuts what still is too long to be a sentence at a comma or, failing that, anywhere between words. */
function splitLong(spans: readonly Span[]): Span[] {
  return spans.flatMap((span) => {
    if (span.text.length < mostWordsASentence * 8) return [span];
    const pieces: Span[] = [];
    let start = 0;
    for (const match of span.text.matchAll(/[,;:]?\s+/gu)) {
      const length = match.index - start;
      const comma = match[0].trim() !== '';
      if ((comma && length > longestPhrase * 8) || length > mostWordsASentence * 8) {
        pieces.push(slice(span, start, match.index + match[0].trimEnd().length));
        start = match.index + match[0].length;
      }
    }
    if (start < span.text.length) pieces.push(slice(span, start, span.text.length));
    return pieces;
  });
}

function slice(span: Span, start: number, end: number): Span {
  return {
    text: span.text.slice(start, end),
    startOffset: span.startOffset + start,
    endOffset: span.startOffset + end,
  };
}

function splitAtPauses(cues: readonly Cue[], starts: readonly number[], text: string): Span[] {
  const whole: Span = { text, startOffset: 0, endOffset: text.length };
  const spans: Span[] = [];
  let start = 0;
  let words = 0;
  for (const [index, cue] of cues.entries()) {
    words += cue.text.split(' ').length;
    const end = (starts[index] ?? 0) + cue.text.length;
    const next = cues[index + 1];
    const pause = next ? next.startSecond - cue.endSecond : Number.POSITIVE_INFINITY;
    if (pause < phrasePauseSeconds && words < wordsWithoutPunctuation) continue;
    spans.push(...splitLong([slice(whole, start, end)]));
    start = end + 1;
    words = 0;
  }
  return spans;
}

/** Returns the second at which the character at an offset is spoken. Offsets must be asked for in rising order. */
function makeClock(
  cues: readonly Cue[],
  starts: readonly number[],
): (offset: number, edge: 'start' | 'end') => number {
  let at = 0;
  return (offset, edge) => {
    const looked = edge === 'end' ? offset - 1 : offset;
    while (at + 1 < cues.length && (starts[at + 1] ?? Infinity) <= looked) at++;
    const cue = cues[at];
    if (!cue) return 0;
    const share = Math.min(1, Math.max(0, (offset - (starts[at] ?? 0)) / Math.max(1, cue.text.length)));
    const second = cue.startSecond + share * (cue.endSecond - cue.startSecond);
    return Math.round(second * 1000) / 1000;
  };
}
