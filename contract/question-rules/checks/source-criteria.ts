import { containment, contentStems, listWords } from '../words.ts';
import type { CheckedQuestion, Flaw } from './checked-question.ts';
import { evidenceFlaw, listPlacedWords, optionFlaw, quoteText } from './question-text.ts';
import type { LessonSupport } from './lesson-support.ts';
import { findDirection, isNegated, listDenied } from './polarity.ts';

/** What the question is held against. */
export interface LessonSource {
  readonly passages: readonly string[];
  /**
   * Given only for questions made by rules, whose keys are words of their evidence. In a question worded freely, shared
   * words say nothing about support: these checks refused 16 of 24 questions written by an expert.
   */
  readonly support?: LessonSupport;
}

/** Evidence must be a verbatim part of a passage. The words at fault are those with which it leaves the lesson. */
export function findLooseEvidence(question: CheckedQuestion, source: LessonSource): Flaw | null {
  const { quote } = question;
  if (quote === null || quote.trim() === '')
    return evidenceFlaw(
      'evidence_not_verbatim',
      [],
      'No evidence is given. Quote the sentence of the lesson that the correct option rests on.',
    );
  if (source.passages.some((passage) => passage.includes(quote))) return null;
  const words = listPlacedWords(quote);
  const endOf = (index: number): number => {
    const last = words[index];
    return last ? last.at + last.word.length : 0;
  };
  const stands = (index: number): boolean =>
    source.passages.some((passage) => passage.includes(quote.slice(0, endOf(index))));
  // The first word that no passage follows the words before it with: what stands up to a word also stands up to any before.
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (stands(middle)) low = middle + 1;
    else high = middle;
  }
  const strange = words[Math.min(low, words.length - 1)]?.word;
  return evidenceFlaw(
    'evidence_not_verbatim',
    strange === undefined ? [] : [strange],
    `The evidence does not appear in the lesson word for word${strange === undefined ? '' : `; it departs from it at ${quoteText(strange)}`}. Copy the sentence from the lesson.`,
  );
}

const KEY_SUPPORT = 0.65;

/**
 * The key must say what its evidence says: most of its words and all of its numbers stand there, it denies what the
 * evidence denies, and it points the same way.
 */
export function findUnsupportedKey(question: CheckedQuestion): Flaw | null {
  const keyIndex = question.options.findIndex((option) => option.is_correct);
  const key = question.options[keyIndex]?.text;
  if (key === undefined || question.quote === null) return null;
  const { quote } = question;
  const inQuote = contentStems(quote);
  const words = contentStems(key);
  const fault = (missing: string[], what: string): Flaw =>
    optionFlaw(
      'key_unsupported',
      keyIndex,
      missing,
      `${what} Quote the sentence that the correct option rests on, or make the option say what the evidence says.`,
    );
  const strayNumber = findStrayNumber(key, quote);
  if (strayNumber !== undefined)
    return fault([strayNumber], `The number ${quoteText(strayNumber)} is not in the evidence.`);
  if (words.size > 0 && containment(words, inQuote) < KEY_SUPPORT) {
    const missing = listPlacedWords(key)
      .map(({ word }) => word)
      .filter((word) => [...contentStems(word)].some((stem) => !inQuote.has(stem)));
    return fault(
      [...new Set(missing)],
      `The evidence does not say what the correct option says (${[...new Set(missing)].slice(0, 6).join(', ')}).`,
    );
  }
  const turned = findTurnedWord(question.text, key, quote);
  return turned === undefined
    ? null
    : fault([turned], `The correct option says the opposite of its evidence about ${quoteText(turned)}.`);
}

const NUMBER_WORDS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

const listNumbers = (text: string): Set<string> =>
  new Set(
    listWords(text).flatMap((word) => {
      const value = NUMBER_WORDS.indexOf(word);
      return /^\d/u.test(word) ? [word.replaceAll(',', '')] : value >= 0 ? [String(value)] : [];
    }),
  );

function findStrayNumber(key: string, quote: string): string | undefined {
  const numbers = listNumbers(quote);
  return listPlacedWords(key)
    .map(({ word }) => word)
    .find((word) => /^\d/u.test(word) && !numbers.has(word.replaceAll(',', '')));
}

/** A word that one of key and evidence denies, and the other does not; or one that points up where the other points down. */
function findTurnedWord(stem: string, key: string, quote: string): string | undefined {
  const [deniedByKey, deniedByQuote] = [listDenied(key), listDenied(quote)];
  const inQuote = contentStems(quote);
  const asksNegatively = isNegated(stem);
  const [ofKey, ofQuote] = [findDirection(key), findDirection(quote)];
  const turnsRound =
    (ofKey === 'up' && ofQuote === 'down') || (ofKey === 'down' && ofQuote === 'up')
      ? findDirection(stem) === undefined && !isNegated(quote)
      : false;
  return listPlacedWords(key)
    .map(({ word }) => word)
    .find((word) => {
      if (turnsRound && findDirection(word) === ofKey) return true;
      const [own] = contentStems(word);
      if (own === undefined || !inQuote.has(own) || asksNegatively) return false;
      return deniedByQuote.has(own) ? !isNegated(key) : deniedByKey.has(own) && !isNegated(quote);
    });
}

/** No statement of the lesson may make a distractor true for this stem. */
export function findSupportedDistractor(question: CheckedQuestion, support: LessonSupport): Flaw | null {
  const index = question.options.findIndex(
    (option) => !option.is_correct && support.supports(question.text, option.text),
  );
  const text = question.options[index]?.text;
  return text === undefined
    ? null
    : optionFlaw(
        'distractor_supported',
        index,
        [text],
        `The lesson makes ${quoteText(text)} a right answer too. Replace it with something the lesson does not say of this.`,
      );
}
