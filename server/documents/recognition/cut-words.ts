import type { PageWord } from '../pdf-words.ts';
import { countInWordNet, isWord } from './english-words.ts';

export const ligatures = ['fi', 'fl', 'ff', 'ffi', 'ffl'];
const endsInLigature = /(?:ff?[il]|ff|[\u{FB00}-\u{FB04}])$/u;
const loneLigature = /^(?:ff?[il]|ff|[\u{FB00}-\u{FB04}])$/u;
/** A space is a quarter of the font's size, a lost ligature half of it. */
const widestCut = 0.3;
export const [narrowestLigature, widestLigature] = [0.3, 1.3];
const narrowestWithSpace = 0.6;
const usesOfShortWord = 20;

/** Joins words that the PDF cuts at a ligature, because it draws the ligature separately. */
export function joinCutWords(words: readonly PageWord[]): PageWord[] {
  const joined: PageWord[] = [];
  for (const word of words) {
    const before = joined.at(-1);
    const cut = before === undefined ? undefined : joinAtCut(before, word);
    if (cut === undefined) joined.push(word);
    else joined[joined.length - 1] = cut;
  }
  return joined;
}

function joinAtCut(before: PageWord, word: PageWord): PageWord | undefined {
  if (!word.follows || word.left < before.left || word.left - before.right > widestCut * word.size)
    return undefined;
  if (loneLigature.test(word.text) || loneLigature.test(before.text)) return join(before, word, '');
  if (!endsInLigature.test(before.text)) return undefined;
  const [start, end] = innerEnds(before, word);
  return isWord(spellOut(start + end)) && !(isWholeWord(spellOut(start)) && isWholeWord(end))
    ? join(before, word, '')
    : undefined;
}

export const spellOut = (text: string): string =>
  /[\u{FB00}-\u{FB06}]/u.test(text) ? text.normalize('NFKC') : text;

const innerEnds = (before: PageWord, word: PageWord): [string, string] => [
  /\p{L}+$/u.exec(before.text)?.[0] ?? '',
  /^\p{L}+/u.exec(word.text)?.[0] ?? '',
];

const join = (before: PageWord, word: PageWord, between: string): PageWord => ({
  ...before,
  text: before.text + between + word.text,
  right: Math.max(before.right, word.right),
});

/** The whole word, and whether it also replaces the previous word. */
export function restoreBetween(
  before: PageWord | undefined,
  word: PageWord,
): { whole: PageWord; joins: boolean } | undefined {
  if (before === undefined || !word.follows) return undefined;
  const gap = (word.left - before.right) / word.size;
  if (gap < narrowestLigature || gap > widestLigature) return undefined;
  const [start, end] = innerEnds(before, word);
  if (end === '' || (isWholeWord(start) && isWholeWord(end))) return undefined;
  const between = start === '' ? [] : ligatures.filter((by) => isWord(start + by + end));
  if (between.length === 1) return { whole: join(before, word, between[0] ?? ''), joins: true };
  const first =
    gap < narrowestWithSpace || end.length < 2 || isWholeWord(end)
      ? []
      : ligatures.filter((by) => isWord(by + end));
  return first.length === 1
    ? { whole: { ...word, text: (first[0] ?? '') + word.text }, joins: false }
    : undefined;
}

const oneLetterWords = new Set(['a', 'A', 'I']);

/** WordNet also contains abbreviations and parts of names. */
function isWholeWord(text: string): boolean {
  if (text.length < 2) return oneLetterWords.has(text);
  return isWord(text) && (text.length > 4 || countInWordNet(text.toLowerCase()) >= usesOfShortWord);
}
