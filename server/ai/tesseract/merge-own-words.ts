import { markFixedPitch } from '#server/documents/fixed-pitch.ts';
import { sharesRow } from '#server/documents/page-rows.ts';
import { privateUseCode } from '#server/documents/pdf-characters.ts';
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
      !isAmong(unread, word),
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

/** If less of what a font shows is words and numbers, it is a font of formulas. */
const readableShare = 0.5;
const fewestShown = 12;
const bullet = '•';
const readable = /^\P{L}*[\p{L}\p{M}'’-]{3,}\P{L}*$|\p{Lo}|^\p{P}?\p{N}[\p{N}.,:%]*\p{P}?$/u;

/**
 * Finds the fonts of formulas among those that map no glyph to a character. Formulas are misrecognized, so notes of lost formulas
 * replace them. A font with few glyphs on the page is only one of them next to a font with enough.
 */
function findFormulaFonts(
  own: readonly PageWord[],
  distrustedFonts: readonly string[],
  recognized: readonly RecognizedWord[],
): ReadonlySet<string> {
  const fonts = Map.groupBy(markFixedPitch(own), ({ font = '' }) => font);
  const found = distrustedFonts.flatMap((font) => {
    const shown = readFormulas(fonts.get(font) ?? [], recognized);
    return shown === undefined ? [] : [{ font, shown }];
  });
  return new Set(found.some(({ shown }) => shown >= fewestShown) ? found.map(({ font }) => font) : []);
}

/**
 * Program code has few words too, but it can be recognized.
 * @returns how many recognized characters show that these words are of formulas; undefined if they are not
 */
function readFormulas(words: readonly PageWord[], recognized: readonly RecognizedWord[]): number | undefined {
  const isUnread = ({ text, isUnmapped = false, monospaced }: PageWord) =>
    !monospaced && (isUnmapped || noCharacter.test(text) || text === bullet);
  if (!words.every(isUnread) || !words.some(({ text }) => noCharacter.test(text))) return undefined;
  const shown = recognized.filter((word) => words.some((other) => covers(other, word)));
  const length = lengthOf(shown);
  const isReadable = lengthOf(shown.filter(({ text }) => readable.test(text))) > readableShare * length;
  return isReadable ? undefined : length;
}

const lengthOf = (words: readonly RecognizedWord[]): number =>
  words.reduce((sum, { text }) => sum + text.length, 0);

const isBullet = (word: PageWord, before: PageWord | undefined): boolean =>
  word.text === bullet && (before === undefined || !sharesRow(before, word));

/** Some glyphs have the code of a character, by accident. */
const withoutCharacters = (word: PageWord): PageWord => ({
  ...word,
  text: word.text.replace(/\P{Co}/gu, (one) => String.fromCodePoint(privateUseCode(one.codePointAt(0) ?? 0))),
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

/** Whether half of a word's width is that of other words in its row. */
function isAmong(words: readonly PageWord[], word: RecognizedWord): boolean {
  const shared = words
    .filter((other) => sharesRow(other, word))
    .reduce(
      (sum, { left, right }) => sum + Math.max(0, Math.min(right, word.right) - Math.max(left, word.left)),
      0,
    );
  return shared >= 0.5 * (word.right - word.left);
}
