import type { Cue } from '../ai/speech-to-text.ts';

/** Seconds of a recording. */
export interface TimeSpan {
  readonly startSecond: number;
  readonly endSecond: number;
}

interface SpokenWord extends TimeSpan {
  readonly word: string;
}

/** Letters and digits alone: punctuation and case differ between a cue and the text made of it. */
const listWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** A slack for times that were rounded. */
const SLACK_SECONDS = 0.05;

/**
 * Makes a function that finds when words of a transcript are spoken: from the cue of the first word to
 * the cue of the last. A cue's own length is shared out among its words by their characters, so that a
 * quote from the middle of a long cue does not begin at its start.
 * The function returns undefined when the words are not in the cues within the given span.
 */
export function createQuoteLocator(
  cues: readonly Cue[],
): (quote: string, within: TimeSpan) => TimeSpan | undefined {
  const spoken = cues.flatMap(timeWords);
  return (quote, within) => {
    const sought = listWords(quote);
    if (sought.length === 0) return undefined;
    const from = spoken.findIndex(({ endSecond }) => endSecond > within.startSecond - SLACK_SECONDS);
    if (from < 0) return undefined;
    for (let at = from; at + sought.length <= spoken.length; at += 1) {
      const first = spoken[at];
      if (first === undefined || first.startSecond > within.endSecond + SLACK_SECONDS) return undefined;
      if (!sought.every((word, offset) => spoken[at + offset]?.word === word)) continue;
      const last = spoken[at + sought.length - 1] ?? first;
      return { startSecond: first.startSecond, endSecond: last.endSecond };
    }
    return undefined;
  };
}

function timeWords({ text, startSecond, endSecond }: Cue): SpokenWord[] {
  const words = listWords(text);
  const characters = words.reduce((sum, word) => sum + word.length, 0);
  const second = (passed: number): number =>
    Math.round((startSecond + ((endSecond - startSecond) * passed) / characters) * 1000) / 1000;
  let passed = 0;
  return words.map((word) => {
    const start = second(passed);
    passed += word.length;
    return { word, startSecond: start, endSecond: second(passed) };
  });
}
