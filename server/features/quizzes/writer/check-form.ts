import { findNumber } from '#contract/question-rules/checks/number-values.ts';
import { listStemParts } from '#contract/question-rules/stem-parts.ts';
import { comparableOption } from '#contract/question-rules/checks/option-set-criteria.ts';
import { upperInitial } from '#server/language/clean-sentence.ts';
import { findForeignCode, findForeignMatter } from '#server/ai/language-model/plain-text.ts';

const LONGEST_STEM = 600;
const LONGEST_OPTION = 300;
const LONGEST_CODE = 1_000;
const MOST_CODE_LINES = 30;

/** Without the letter, the number or the full stop that models put around options. */
export const trimOption = (text: string): string =>
  text
    .trim()
    .replace(/^\(?[A-Fa-f1-6][).:]\s+/u, '')
    .replace(/(?<=[\p{L}\p{N})])\.$/u, '');

/**
 * Options as they are shown, in the order given: none ends in a full stop, and all begin with a capital where one does, so
 * that no option stands out.
 */
export function tidyOptions(texts: readonly string[]): string[] {
  const trimmed = texts.map(trimOption);
  return trimmed.some((text) => /^\p{Lu}/u.test(text)) ? trimmed.map(upperInitial) : trimmed;
}

/**
 * What a stem holds that no question may hold, in a sentence for its writer; null for plain words with at most one block of
 * code. A fence that is not well formed counts as words, which may hold no markup.
 * @param longest characters of the words; the code does not count
 */
export function findForeignStem(stem: string, longest: number): string | null {
  const parts = listStemParts(stem);
  const blocks = parts.flatMap((part) => (part.kind === 'code' ? [part.code] : []));
  if (blocks.length > 1) return 'It holds more than one block of code. Keep the one that it asks about.';
  const words = parts.flatMap((part) => (part.kind === 'words' ? [part.text] : [])).join(' ');
  return findForeignMatter(words, longest) ?? findForeignCode(blocks[0] ?? '', LONGEST_CODE, MOST_CODE_LINES);
}

/** Whether the words of a stem, or those before or after its code, end with a question mark. */
const asksSomething = (stem: string): boolean =>
  listStemParts(stem).some((part) => part.kind === 'words' && /[?？]["”’)]?$/u.test(part.text));

/**
 * What makes a question unusable whatever it means, in sentences for its writer: parts missing or too long, markup, hidden
 * characters, words meant for a model, two options alike. Style is not a reason to refuse; the item checker warns about it.
 */
export function listFormProblems(stem: string, options: readonly string[]): string[] {
  const problems = [
    tell('question', findForeignStem(stem, LONGEST_STEM)),
    ...options.map((option) =>
      tell(`answer "${option.slice(0, 60)}"`, findForeignMatter(option, LONGEST_OPTION)),
    ),
  ].filter((problem) => problem !== null);
  if (!asksSomething(stem)) problems.push('The question does not end with a question mark.');
  if (options.length < 4) problems.push('Three wrong answers are needed.');
  const seen = new Set<string>();
  for (const option of options) {
    const comparable = comparableOption(option);
    if (seen.has(comparable)) problems.push(`Two answers are the same: "${option.slice(0, 100)}".`);
    seen.add(comparable);
  }
  return problems;
}

const tell = (part: string, problem: string | null): string | null =>
  problem === null ? null : `The ${part}: ${problem}`;

/** Numbers, days or months: students expect them in order. */
export const isNumeric = (options: readonly string[]): boolean =>
  options.every((text) => findNumber(text) !== undefined);

/** A copy in rising order where all options are numbers. */
export const inNumericOrder = <T extends { readonly text: string }>(options: readonly T[]): T[] =>
  isNumeric(options.map(({ text }) => text))
    ? options.toSorted(
        (one, other) => (findNumber(one.text)?.value ?? 0) - (findNumber(other.text)?.value ?? 0),
      )
    : [...options];
