import { writeScript } from './scripts.ts';
import type { TextStyle } from './text-style.ts';

/** Characters of a word in one style. */
export interface WordRun {
  text: string;
  readonly style: TextStyle;
}

/** Whether characters have the same style; an index may consist of several text objects. */
export const isSet = (one: TextStyle, other: TextStyle): boolean =>
  one === other ||
  (Math.abs(one.size - other.size) < 0.1 &&
    Math.abs(one.baseline - other.baseline) < 0.1 &&
    one.turn === other.turn &&
    one.dingbats === other.dingbats);

/** All runs of a word are compared with each of its characters. */
const mostRunsOfIndex = 8;

/** Whether characters of about one size are on different lines, as those of a fraction are. */
const isOtherLine = (one: TextStyle, other: TextStyle): boolean =>
  Math.abs(one.size - other.size) < 0.13 * other.size &&
  Math.abs(one.baseline - other.baseline) > 0.4 * other.size;

export const isScriptOf = ({ text, style }: WordRun, base: TextStyle): boolean =>
  style.size < 0.87 * base.size &&
  Math.abs(style.baseline - base.baseline) > 0.12 * base.size &&
  /[^\p{M}\p{Sk}]/u.test(text);

/** Whether a character cannot be of the word before it: that is an index of an earlier one, or a denominator. */
export const beginsWord = (runs: readonly WordRun[], style: TextStyle): boolean =>
  runs[0] !== undefined &&
  (isOtherLine(runs[0].style, style) ||
    (runs.length <= mostRunsOfIndex && runs.every((run) => isScriptOf(run, style))));

/** The text of a word with its superscripts and subscripts, and the footnote mark after it. */
export function joinRuns(runs: readonly WordRun[], base: TextStyle): { text: string; noteMark?: string } {
  let text = '';
  let noteMark: string | undefined;
  for (const { text: part, style } of runs) {
    const script = writeScript(text, part, style, base);
    if (script === '') noteMark = part;
    text += script ?? part;
  }
  // TeX writes the stroke of "≠" first.
  if (text.includes('\u0338')) text = text.replace(/\u0338(.)/gu, '$1\u0338').normalize('NFC');
  noteMark ??= printedNoteMark.exec(text)?.[0];
  text = text.replace(printedNoteMark, '');
  return noteMark === undefined ? { text } : { text, noteMark };
}

/** A footnote mark written as a superscript character ("allowed¹"). The ² of "cm²" is not one. */
const printedNoteMark = /(?<=\p{L}{3}\p{P}{0,3})[¹²³⁰⁴-⁹]+$/u;
