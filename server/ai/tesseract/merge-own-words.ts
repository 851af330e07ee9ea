import { meetsBox } from '#server/documents/boxes.ts';
import { sharesRow } from '#server/documents/page-rows.ts';
import { glyphWithoutCharacter } from '#server/documents/pdf-characters.ts';
import type { PageWord } from '#server/documents/pdf-words.ts';
import { noCharacter } from '#server/documents/recognition/judge-fonts.ts';
import { comparableWords, rateWords } from '#server/documents/recognition/rate-words.ts';
import { averageConfidence, type RecognizedWord } from '#server/documents/recognition/recognized-page.ts';
import { isBroken, restoreLigatures } from '#server/documents/recognition/restore-ligatures.ts';

/** A word found in a picture beside real text must be this sure: photographs are full of what looks like letters. */
const surely = 60;

/** If this share of a text's words is also in the picture, it is the picture's text. */
const sameText = 0.5;
const goodLayer = 0.9;
/** A clean page in a language that the engine reads gets 90 and more. */
const confidentPage = 75;

/**
 * The PDF's own words, and recognized words where it has none. Recognized words replace distrusted ones, unless both are the same
 * text and the PDF's reads better.
 */
export function mergeOwnWords(
  own: readonly PageWord[],
  distrustedFonts: readonly string[],
  recognized: readonly RecognizedWord[],
): readonly RecognizedWord[] {
  const formulas = findFormulaFonts(own, distrustedFonts, recognized);
  const isTrusted = ({ font = '' }: PageWord) => formulas.has(font) || !distrustedFonts.includes(font);
  const marked = own.map((word, index) =>
    formulas.has(word.font ?? '') && !isBullet(word, own[index - 1]) ? withoutCharacters(word) : word,
  );
  const [restored = []] = restoreLigatures([marked.filter(isTrusted)]);
  const trusted = restored.filter(({ text }) => !isBroken(text));
  const distrusted = [
    ...own.filter((word) => !isTrusted(word)),
    ...restored.filter(({ text }) => isBroken(text)),
  ];
  const isOwnBetter = isBetter(distrusted, recognized);
  const kept = isOwnBetter ? [...trusted, ...distrusted] : trusted;
  const replaced = isOwnBetter ? [] : distrusted;
  const unread = own.filter(({ font = '' }) => formulas.has(font));
  if (kept.length === 0) return recognized;
  const added = recognized.filter(
    (word) =>
      (word.confidence >= surely || replaced.some((other) => covers(other, word))) &&
      !kept.some((other) => covers(other, word)) &&
      !unread.some((other) => meetsBox(other, word)),
  );
  return [
    ...kept.map(({ text, left, right, top, bottom, size, follows }) => ({
      text,
      left,
      right,
      top,
      bottom,
      size,
      confidence: 100,
      follows,
    })),
    ...added.map((word, index) => ({ ...word, follows: word.follows && index > 0 })),
  ];
}

/** If less of what a font shows is words and numbers, it is one of formulas. */
const readableShare = 0.5;
const bullet = '•';
const readable = /^\P{L}*[\p{L}\p{M}'’-]{3,}\P{L}*$|\p{Lo}|^\p{P}?\p{N}[\p{N}.,:%]*\p{P}?$/u;

/** The fonts without characters whose glyphs are no words. Formulas are misread, so they become notes of lost formulas. */
function findFormulaFonts(
  own: readonly PageWord[],
  distrustedFonts: readonly string[],
  recognized: readonly RecognizedWord[],
): ReadonlySet<string> {
  const lengthOf = (words: readonly RecognizedWord[]) =>
    words.reduce((sum, { text }) => sum + text.length, 0);
  const isOfFormulas = (font: string): boolean => {
    const words = own.filter((word) => word.font === font);
    const isUnread = ({ text, isUnmapped = false }: PageWord) =>
      isUnmapped || noCharacter.test(text) || text === bullet;
    if (!words.every(isUnread) || !words.some(({ text }) => noCharacter.test(text))) return false;
    const shown = recognized.filter((word) => words.some((other) => covers(other, word)));
    return lengthOf(shown.filter(({ text }) => readable.test(text))) <= readableShare * lengthOf(shown);
  };
  return new Set(distrustedFonts.filter(isOfFormulas));
}

const isBullet = (word: PageWord, before: PageWord | undefined): boolean =>
  word.text === bullet && (before === undefined || !sharesRow(before, word));

/** The codes of some glyphs are those of characters. */
const withoutCharacters = (word: PageWord): PageWord => ({
  ...word,
  text: word.text.replace(/\P{Co}/gu, (one) =>
    String.fromCodePoint(glyphWithoutCharacter + (one.codePointAt(0) ?? 0)),
  ),
});

function isBetter(own: readonly PageWord[], recognized: readonly RecognizedWord[]): boolean {
  const rate = rateWords(own);
  if (isSameText(own, recognized)) return rate >= rateWords(recognized);
  // The layer may be a good earlier recognition in a language that ours does not know.
  const isLayer = own.length > 0 && own.every(({ isHidden = false }) => isHidden);
  return isLayer && rate >= goodLayer && averageConfidence(recognized) < confidentPage;
}

function isSameText(own: readonly PageWord[], recognized: readonly RecognizedWord[]): boolean {
  const seen = new Set(comparableWords(recognized));
  const written = comparableWords(own);
  return written.length > 0 && written.filter((word) => seen.has(word)).length >= sameText * written.length;
}

function covers(own: PageWord, { left, right, top, bottom }: RecognizedWord): boolean {
  const x = (left + right) / 2;
  // Lines of columns next to each other may be read as one, which is a little too high or low in one of them.
  return x > own.left - 1 && x < own.right + 1 && bottom > own.top + 1 && top < own.bottom - 1;
}
