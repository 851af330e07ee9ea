import { codeOfStem, wordsOfStem } from '../stem-parts.ts';
import type { FlawCode } from '#contract/flaw-codes.ts';
import type { CheckedQuestion, CheckedOption, Flaw, ReadQuestion } from './checked-question.ts';

/** Characters of each text that the criteria look at: far beyond any valid stem, and a bound on the work of a check. */
export const TEXT_LIMIT = 2000;
const QUOTE_LIMIT = 6000;
const OPTION_LIMIT = 26;

/** The question as the criteria read it: words and code of its stem apart, its texts cut to what they look at. */
export function boundQuestion(question: CheckedQuestion): ReadQuestion {
  const cut = (text: string): string => text.slice(0, TEXT_LIMIT);
  const stem = question.text.slice(0, 2 * TEXT_LIMIT);
  return {
    type: question.type,
    text: cut(wordsOfStem(stem)),
    code: cut(codeOfStem(stem)),
    options: question.options
      .slice(0, OPTION_LIMIT)
      .map((option) => ({ text: cut(option.text), is_correct: option.is_correct })),
    quote: question.quote?.slice(0, QUOTE_LIMIT) ?? null,
  };
}

export interface Parts {
  readonly key: CheckedOption;
  readonly keyIndex: number;
  readonly distractors: readonly CheckedOption[];
}

/** The key and its distractors; null while the question has no single key or no other option. */
export function partsOf(question: CheckedQuestion): Parts | null {
  const keyIndex = question.options.findIndex((option) => option.is_correct);
  const key = question.options[keyIndex];
  const distractors = question.options.filter((option) => !option.is_correct);
  return key && distractors.length > 0 && distractors.length === question.options.length - 1
    ? { key, keyIndex, distractors }
    : null;
}

/** A text in quotation marks for a message: one line, and not longer than such a line bears. */
export function quoteText(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  if (line.length <= 60) return `"${line}"`;
  // Not between the two halves of one character.
  return `"${line
    .slice(0, 57)
    .replace(/[\uD800-\uDBFF]$/u, '')
    .trimEnd()}…"`;
}

/** The text with every quotation in it blanked out, its length kept: what is cited is not the writer's own wording. */
export function blankQuotations(text: string): string {
  return text.replace(
    /"[^"]{1,400}"|“[^”]{1,400}”|«[^»]{1,400}»|(?<![\p{L}\d])[‘'][^‘’'\n]{2,200}[’'](?![\p{L}\d])/gu,
    (quotation) => ' '.repeat(quotation.length),
  );
}

/** The matches of a pattern outside quotations, verbatim. */
export function findUnquoted(pattern: RegExp, text: string): string | undefined {
  const found = pattern.exec(blankQuotations(text));
  return found ? text.slice(found.index, found.index + found[0].length) : undefined;
}

/** Sentences of a text; "Dr. Smith" and "e.g. this" stay together. */
export function listSentences(text: string): string[] {
  const sentences: string[] = [];
  for (const piece of text.trim().split(/(?<=[.?!])\s+(?=[\p{Lu}\d"“(])/u)) {
    const before = sentences.at(-1);
    const isAbbreviated =
      before !== undefined &&
      (/(?:^|[\s(])(?:e\.g|i\.e|dr|mr|mrs|ms|prof|st|vs|approx|fig|no)\.$/iu.test(before) ||
        /(?:^|\s)\p{Lu}\.$/u.test(before));
    if (isAbbreviated) sentences[sentences.length - 1] = `${before} ${piece}`;
    else if (piece !== '') sentences.push(piece);
  }
  return sentences;
}

/** Words as they stand, with where each begins. */
export function listPlacedWords(text: string): { word: string; at: number }[] {
  return [...text.matchAll(/\d+(?:[.,]\d+)*|\p{L}+(?:['’]\p{L}+)*/gu)].map((match) => ({
    word: match[0],
    at: match.index,
  }));
}

const SURELY_ENGLISH = /\b(?:the|what|which|why|how|does|did|and|that|with|are|were|whose|when|where)\b/iu;
const LIKELY_ENGLISH = /\b(?:is|of|do|to|in|for|it|has|have|was|on|by|not|who|an?|be)\b/giu;

/** Whether the rules for English words can say anything about a text: it has some of English's commonest words. */
export function isEnglish(text: string): boolean {
  return SURELY_ENGLISH.test(text) || (text.match(LIKELY_ENGLISH) ?? []).length >= 3;
}

export function stemFlaw(code: FlawCode, words: string[], message: string): Flaw {
  return { code, message, place: 'stem', option_index: null, words };
}

/** @param index of the option at fault; null if the fault lies in the options together */
export function optionFlaw(code: FlawCode, index: number | null, words: string[], message: string): Flaw {
  return { code, message, place: 'options', option_index: index, words };
}

export function evidenceFlaw(code: FlawCode, words: string[], message: string): Flaw {
  return { code, message, place: 'evidence', option_index: null, words };
}
