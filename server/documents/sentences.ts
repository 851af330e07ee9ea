import { abbreviationKind, startsSentence } from './abbreviations.ts';

/** A sentence and where it stands in its text: UTF-16 code units, end exclusive; `text` is exactly that slice. */
export interface Sentence {
  readonly text: string;
  readonly startOffset: number;
  readonly endOffset: number;
}

/**
 * Where a sentence may end: a run of terminators with closing quotes, brackets and reference numbers behind it; an
 * empty line; or a line that starts with a bullet. East Asian terminators need no space after them. A run is looked at
 * from its beginning only: from each of its places, a line of dots would take hours.
 */
const candidates =
  /(?<![.!?…\u{203D}])[.!?…\u{203D}]+["'”’»)\]]*(?:\[\d+(?:[,–-]\s?\d+)*\])*(?=\s|$)|[。！？]["”’」』）]*|\n[^\S\n]*(?=\n)|\n(?=[^\S\n]*(?:[•◦▪‣*]|[-–] |\d{1,3}[.)] ))/gu;
const longestLookBehind = 40;

/**
 * Splits text into sentences without breaking at abbreviations ("Dr. Chen", "Fig. 3", "e.g. this"), initials,
 * decimals, list numbers and ellipses in mid-sentence. Linear in the length of the text.
 * @returns the sentences in order, trimmed, together holding every character that is not white space.
 */
export function splitSentences(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let start = 0;
  for (const match of text.matchAll(candidates)) {
    const end = match.index + match[0].length;
    if (!match[0].startsWith('\n') && !isBoundary(text, start, match.index, match[0], end)) continue;
    pushTrimmed(sentences, text, start, end);
    start = end;
  }
  pushTrimmed(sentences, text, start, text.length);
  return sentences;
}

function pushTrimmed(sentences: Sentence[], text: string, start: number, end: number): void {
  const slice = text.slice(start, end);
  const trimmed = slice.trim();
  if (trimmed === '') return;
  const startOffset = start + slice.length - slice.trimStart().length;
  sentences.push({ text: trimmed, startOffset, endOffset: startOffset + trimmed.length });
}

function isBoundary(text: string, start: number, at: number, mark: string, end: number): boolean {
  if (/^[。！？]/u.test(mark)) return true;
  const next = nextWord(text, end);
  if (next === '') return true;
  // A lower-case word goes on with the sentence: "What?" she asked; wait ... for it. A bare "." before one may
  // be an unknown abbreviation.
  if (/^["'“‘«([]*\p{Ll}/u.test(next) && !/^(?:i(?:OS|Phone|Pad)|eBay|e[A-Z])/u.test(next)) return false;
  if (!mark.startsWith('.') || mark.startsWith('..')) return true;
  const word = wordBefore(text, Math.max(start, at - longestLookBehind), at);
  const isFirst = text.slice(start, at).trim() === word;
  // "1. Open the lid" is one item; so is "a. Open".
  if (isFirst && /^\(?(?:\d{1,3}|\p{L}|[ivx]{1,4})\)?$/u.test(word)) return false;
  const bare = word.replace(/^["'“‘«([]+/u, '');
  switch (abbreviationKind(bare)) {
    case 'inside':
      return false;
    case 'before-number':
      return !/^[\d(]|^[IVX]+\b/u.test(next);
    case 'either':
      return startsSentence(next);
    case 'none':
      return true;
  }
}

function nextWord(text: string, from: number): string {
  let at = from;
  while (at < text.length && /\s/u.test(text.charAt(at))) at++;
  let end = at;
  while (end < text.length && end - at < longestLookBehind && !/\s/u.test(text.charAt(end))) end++;
  return text.slice(at, end);
}

function wordBefore(text: string, from: number, end: number): string {
  let at = end;
  while (at > from && !/\s/u.test(text.charAt(at - 1))) at--;
  return text.slice(at, end);
}
