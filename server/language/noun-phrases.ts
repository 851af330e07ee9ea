import { isPluralNoun } from './clause-words.ts';
import type { Token } from './tokens.ts';
import { stemWord } from '#contract/question-rules/words.ts';

/** A noun with its modifiers, as token indices (end exclusive). `coreStart` leaves out determiners and numbers. */
export interface NounPhrase {
  readonly start: number;
  readonly coreStart: number;
  readonly end: number;
  readonly head: Token;
  readonly plural: boolean;
}

const DETERMINERS = new Set([
  'a',
  'an',
  'the',
  'its',
  'their',
  'his',
  'her',
  'some',
  'each',
  'every',
  'most',
  'many',
  'all',
  'no',
  'both',
  'any',
  'several',
  'few',
  'this',
  'that',
  'these',
  'those',
  'such',
  'other',
  'another',
  'more',
  'less',
  'much',
  'our',
  'your',
  'my',
  'certain',
  'various',
  'same',
  'one',
]);

export function isDeterminer(token: Token): boolean {
  return token.pos === 'DET' || DETERMINERS.has(token.lower);
}

function canEnd(token: Token | undefined): boolean {
  return token?.pos === 'NOUN' || token?.pos === 'PROPN';
}

function isModifier(tokens: readonly Token[], index: number, to: number): boolean {
  const token = tokens[index];
  if (!token) return false;
  if (['ADJ', 'NOUN', 'PROPN', 'NUM'].includes(token.pos)) return true;
  const next = index + 1 < to ? tokens[index + 1] : undefined;
  if (token.text === '-' || token.lower === "'s" || token.lower === '’s')
    return next !== undefined && ['NOUN', 'PROPN', 'ADJ', 'VERB'].includes(next.pos);
  return token.pos === 'VERB' && /(?:ing|ed)$/u.test(token.lower) && canEnd(next);
}

/** Reads the noun phrase that begins at token `from`, or undefined. Prepositional phrases are not part of it. */
export function readNounPhrase(tokens: readonly Token[], from: number, to: number): NounPhrase | undefined {
  let index = from;
  while (index < to && isDeterminer(tokens[index] as Token)) index += 1;
  let coreStart = index;
  while (coreStart < to && tokens[coreStart]?.pos === 'NUM') coreStart += 1;
  if (tokens[index]?.pos === 'ADV' && tokens[index + 1]?.pos === 'ADJ') index += 1;
  while (index < to && isModifier(tokens, index, to)) index += 1;
  let end = index;
  while (end > coreStart && !canEnd(tokens[end - 1])) end -= 1;
  if (end <= coreStart) return undefined;
  const head = tokens[end - 1] as Token;
  return { start: from, coreStart, end, head, plural: isPluralNoun(head) };
}

/** All noun phrases of a sentence, left to right, not overlapping. */
export function listNounPhrases(tokens: readonly Token[]): NounPhrase[] {
  const phrases: NounPhrase[] = [];
  let index = 0;
  while (index < tokens.length) {
    const phrase = readNounPhrase(tokens, index, tokens.length);
    if (phrase) {
      phrases.push(phrase);
      index = phrase.end;
    } else index += 1;
  }
  return phrases;
}

/** What makes two phrases the same term: the stems of its words without determiners. */
export function termKey(tokens: readonly Token[], phrase: Pick<NounPhrase, 'coreStart' | 'end'>): string {
  return tokens
    .slice(phrase.coreStart, phrase.end)
    .filter((token) => /[\p{L}\d]/u.test(token.text))
    .map((token) => stemWord(token.lower))
    .join(' ');
}
