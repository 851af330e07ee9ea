import { listTurnableWords, type TurnableWord } from '../../../../items/antonyms.ts';
import { readTokens } from '../../../language/tokens.ts';
import type { Token } from '../../../language/tokens.ts';

/**
 * The statement with one word turned round: "fresh water bears more than salt". Of several that could be, the last, which
 * is mostly what the statement says of its subject. Undefined when it has none.
 * @param tokens of the text, when they have been read already
 */
export function oppositeOf(text: string, tokens?: readonly Token[]): string | undefined {
  const words = listTurnableWords(text);
  if (words.length === 0) return undefined;
  const read = tokens ?? readTokens(text);
  const turned = words.findLast((word) => canBeTurned(text, word, words, read));
  if (!turned) return undefined;
  const { word, antonym, index } = turned;
  const cased = /^\p{Lu}/u.test(word) ? antonym.slice(0, 1).toUpperCase() + antonym.slice(1) : antonym;
  return withArticle(text.slice(0, index), cased) + cased + text.slice(index + word.length);
}

function canBeTurned(
  text: string,
  { word, antonym, index }: TurnableWord,
  all: readonly TurnableWord[],
  tokens: readonly Token[],
): boolean {
  const before = text.slice(0, index);
  const after = text.slice(index + word.length);
  // In "cheap and small enough" one word turned round would leave another that contradicts it.
  const coordinated = /\b(?:and|or),? (?:\p{L}+ )?$/iu.test(before) || /^,? (?:and|or)\b/iu.test(after);
  if (coordinated && !/^(?:rise|fall|open|close)/iu.test(word)) return false;
  // "one fall in four", "lower blood pressure": a noun, or another part of speech than its antonym.
  const token = tokens.find(({ start }) => start === index);
  if (!token || ['NOUN', 'PROPN'].includes(token.pos) || /^many an?\b/iu.test(text.slice(index)))
    return false;
  if (/(?:er|est)$/u.test(word) && token.pos === 'VERB') return false;
  // Who speaks of both sets them against each other.
  if (all.some((other) => other.index !== index && other.word.toLowerCase() === antonym)) return false;
  // "more sorts" has no "less sorts".
  if (
    /^(?:more|less)$/iu.test(word) &&
    /^ (?:\p{L}+ )?\p{L}+[^s\W]s\b/u.test(after) &&
    !/^ than\b/u.test(after)
  )
    return false;
  // "more than 300 people", "not longer", "as high as": other words carry the sense.
  return !/^ than \d/u.test(after) && !/\b(?:not|no|never|as|the same|so|too|how) $/iu.test(before);
}

/** "an increase" but "a decrease": the article is that of the word that now follows. */
function withArticle(before: string, word: string): string {
  return before.replace(
    /\b(a)n? $/iu,
    (_, letter: string) => `${letter}${/^[aeiou]/iu.test(word) ? 'n' : ''} `,
  );
}
