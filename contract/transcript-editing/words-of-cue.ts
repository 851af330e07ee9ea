import type { z } from 'zod';
import type { cue } from '../lessons.ts';

export type Cue = z.infer<typeof cue>;

/** In percent. The recognizer was not sure of a word below this. */
export const DOUBTFUL_PERCENT = 60;

/** A word of a cue, when it is spoken, and where it is in the text. */
export interface CueWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly startSecond: number;
  readonly endSecond: number;
  readonly isDoubtful: boolean;
}

/** A thousandth of a second is finer than anyone hears, and spares the noise of binary fractions. */
export const toMilliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;

/** The words between white space, as `word_confidences` counts them. */
export const splitWords = (text: string): string[] => text.split(/\s+/u).filter((word) => word !== '');

/** When the character at an offset is spoken: within a cue, time is taken to pass evenly over its characters. */
export function secondAt({ start_second: start, end_second: end, text }: Cue, offset: number): number {
  const share = text.length === 0 ? 0 : Math.min(1, Math.max(0, offset / text.length));
  return toMilliseconds(start + share * (end - start));
}

export function timeWords(cue: Cue): CueWord[] {
  const { word_confidences: confidences } = cue;
  return [...cue.text.matchAll(/\S+/gu)].map((match, index, { length }) => {
    const [text] = match;
    const end = match.index + text.length;
    return {
      text,
      start: match.index,
      end,
      startSecond: secondAt(cue, match.index),
      endSecond: secondAt(cue, end),
      isDoubtful: confidences?.length === length && (confidences[index] ?? 100) < DOUBTFUL_PERCENT,
    };
  });
}

/**
 * The confidences of a cue whose text is changed: a word that stays keeps its own, one that a person wrote is certain.
 * Undefined when the cue has none.
 */
function keepConfidences({ text, word_confidences: known }: Cue, changed: string): number[] | undefined {
  const before = splitWords(text);
  if (known?.length !== before.length) return undefined;
  const after = splitWords(changed);
  const most = Math.min(before.length, after.length);
  let first = 0;
  while (first < most && before[first] === after[first]) first += 1;
  let last = 0;
  while (last < most - first && before.at(-1 - last) === after.at(-1 - last)) last += 1;
  return [
    ...known.slice(0, first),
    ...Array.from({ length: after.length - first - last }, () => 100),
    ...known.slice(known.length - last),
  ];
}

const withConfidences = (cue: Cue, confidences: number[] | undefined): Cue =>
  confidences === undefined ? cue : { ...cue, word_confidences: confidences };

/** The cue with another text, in which white space is single. */
export function rewriteCue(cue: Cue, text: string): Cue {
  const { start_second, end_second } = cue;
  const tidy = splitWords(text).join(' ');
  return withConfidences({ start_second, end_second, text: tidy }, keepConfidences(cue, tidy));
}

/** The two cues that a cue becomes when it is cut at an offset; undefined when one would be empty. */
export function splitCue(cue: Cue, offset: number): [Cue, Cue] | undefined {
  const [before, after] = [cue.text.slice(0, offset), cue.text.slice(offset)];
  const words = splitWords(before).length;
  if (words === 0 || after.trim() === '') return undefined;
  const { start_second: start, end_second: end, word_confidences: known } = cue;
  const middle = secondAt(cue, offset + (after.length - after.trimStart().length));
  if (!(start < middle && middle < end)) return undefined;
  // Within a word, its confidence is that of both halves.
  const isWithinWord = /\S$/u.test(before) && /^\S/u.test(after);
  return [
    withConfidences({ start_second: start, end_second: middle, text: before.trim() }, known?.slice(0, words)),
    withConfidences(
      { start_second: middle, end_second: end, text: after.trim() },
      known?.slice(isWithinWord ? words - 1 : words),
    ),
  ];
}

/** One cue that says what two say. */
export function mergeCues(first: Cue, second: Cue): Cue {
  const confidencesOf = ({ text, word_confidences: known }: Cue): number[] =>
    known ?? splitWords(text).map(() => 100);
  const isKnown = first.word_confidences !== undefined || second.word_confidences !== undefined;
  return withConfidences(
    {
      start_second: first.start_second,
      end_second: Math.max(first.end_second, second.end_second),
      text: `${first.text.trim()} ${second.text.trim()}`,
    },
    isKnown ? [...confidencesOf(first), ...confidencesOf(second)] : undefined,
  );
}
