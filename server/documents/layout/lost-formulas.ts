import { isCentredIn, growBox, meetsBox } from '../boxes.ts';
import { formulaNote } from '../passage.ts';
import { inRows } from '../page-rows.ts';
import { type Box, boundsOf } from '../pdf-characters.ts';
import type { PageShapes } from '../pdf-shapes.ts';
import type { PageWord } from '../pdf-words.ts';
import { dingbatsName } from '../text-style.ts';
import { isBroken } from '../recognition/restore-ligatures.ts';

/** A glyph that its font maps to no character. */
const lost = /[\u{F0000}-\u{FFFFD}]/u;
/** The widest space within a formula, in sizes of its letters. */
const widestSpace = 0.8;
const widestGap = 1.2;
/** Each is compared with all words. */
const mostOutlines = 2000;
const mostFormulas = 200;
const mostSymbols = 500;
/** A font with a smaller part of the letters than this, relative to the font with most, is not of text. */
const smallestShare = 0.2;

/**
 * Replaces formulas that cannot be read with a note: their font maps a glyph to no character, a delimiter or root is
 * drawn, or an index is left over. What remains of such a formula would be another formula.
 */
export function markLostFormulas(words: readonly PageWord[], shapes: PageShapes): readonly PageWord[] {
  const textFonts = findTextFonts(words);
  const isFormula = (word: PageWord) =>
    word.text !== '•' &&
    (textFonts.has(nameOf(word)) ? !/\p{L}/u.test(word.text) : word.bold || !isLong(word));
  const delimiters = shapes.outlines.length > mostOutlines ? [] : shapes.outlines;
  const isEnclosed = (word: PageWord) =>
    !textFonts.has(nameOf(word)) &&
    !isLong(word) &&
    delimiters.some(
      (outline) =>
        outline.parts > 1 && outline.bottom - outline.top < 2.5 * word.size && isCentredIn(word, outline),
    );
  const isLost = (word: PageWord) =>
    lost.test(word.text) && !dingbatsName.test(nameOf(word)) && (isMath(word) || !isBroken(word.text));
  const seeds = new Set(words.filter((word) => isLost(word) || isEnclosed(word)));
  const isSymbol = (word: PageWord) => isFormula(word) && !textFonts.has(nameOf(word)) && !isLong(word);
  const symbols = words.filter(isSymbol);
  if (symbols.length <= mostSymbols) for (const base of findBases(symbols)) seeds.add(base);
  const bars = shapes.rules.filter(({ left, right, top, bottom }) => right - left > bottom - top);
  const runs = inRows(words).flatMap((row) => divide(row, isFormula));
  const found = joinParts(
    runs.filter(
      (run) =>
        run.words.some((word) => seeds.has(word)) ||
        (bars.length <= mostOutlines && run.words.every(isSymbol) && hasBar(run.words, bars)),
    ),
    runs.filter(
      ({ words: own, isInline }) => !isInline && own.every((word) => isFormula(word) && !isLong(word)),
    ),
  );
  if (found.length > mostFormulas) return words;
  const formulas = new Map(found.flatMap((run) => run.map((word) => [word, run])));
  return words.flatMap((word) => {
    const run = formulas.get(word);
    if (run === undefined) return [word];
    return word === run[0] && !isOrnament(run, words) ? [noteOf(run)] : [];
  });
}

const nameOf = ({ font = '' }: PageWord): string => font.slice(font.indexOf(' ') + 1);

const isMath = ({ font = '' }: PageWord): boolean => /math/i.test(font);

/** Unlike a variable or the name of a function, such as "log". */
const isLong = (word: PageWord): boolean => !isMath(word) && /\p{L}{4}/u.test(word.text);

/** The fonts of a title, the text below it and its footnotes. */
function findTextFonts(words: readonly PageWord[]): ReadonlySet<string> {
  const letters = new Map<string, number>();
  for (const word of words)
    if (isLong(word) && !word.bold)
      letters.set(nameOf(word), (letters.get(nameOf(word)) ?? 0) + word.text.length);
  const most = Math.max(...letters.values());
  return new Set([...letters].filter(([, count]) => count > smallestShare * most).map(([font]) => font));
}

/** The symbols next to an index that could not be joined to them. */
function findBases(symbols: readonly PageWord[]): PageWord[] {
  const baseline = ({ bottom, size }: PageWord) => bottom - 0.25 * size;
  return symbols.filter((base) =>
    symbols.some(
      (index) =>
        index.size < 0.8 * base.size &&
        index.left > base.right - 0.3 * base.size &&
        index.left < base.right + 0.35 * base.size &&
        index.top < base.bottom &&
        index.bottom > base.top &&
        Math.abs(baseline(index) - baseline(base)) > 0.1 * base.size,
    ),
  );
}

/** Unlike the head of a table below a line. */
const operation = /[=<>≤≥∈∑∏∫+−]/u;

/** Whether a line, such as that of a root or a mean, is right above symbols and no longer than they are. */
function hasBar(run: readonly PageWord[], bars: readonly Box[]): boolean {
  if (!run.some(({ text }) => operation.test(text))) return false;
  const { left, right } = boundsOf(run);
  return run.some((word) =>
    bars.some(
      (bar) =>
        word.extent === undefined &&
        Math.abs(bar.top - word.top) < 0.25 * word.size &&
        bar.left < (word.left + word.right) / 2 &&
        bar.right > (word.left + word.right) / 2 &&
        bar.left > left - word.size &&
        bar.right < right + word.size,
    ),
  );
}

/** Words of a row without wide gaps: either text or a formula. */
interface Run {
  readonly words: PageWord[];
  /** Next to text. */
  isInline: boolean;
}

/** Divides a row at wide gaps, and between formulas and text. */
function divide(row: readonly PageWord[], isFormula: (word: PageWord) => boolean): Run[] {
  const runs: Run[] = [];
  let last: PageWord | undefined;
  for (const word of row) {
    const run = runs.at(-1);
    const isNear =
      last !== undefined && word.left - last.right < widestSpace * Math.max(word.size, last.size);
    // What a sentence says before a colon is no formula.
    const continues =
      isNear && isFormula(last ?? word) === isFormula(word) && !/\p{L}{3}:$/u.test(last?.text ?? '');
    if (run !== undefined && continues) run.words.push(word);
    else {
      if (run !== undefined && isNear) run.isInline = true;
      runs.push({ words: [word], isInline: isNear });
    }
    last = word;
  }
  return runs;
}

/** Joins the parts of formulas above, below and next to each other, such as those of a fraction. */
function joinParts(formulas: readonly Run[], parts: readonly Run[]): PageWord[][] {
  const open = new Set([...formulas, ...parts]);
  return formulas.flatMap((formula) => {
    if (!open.delete(formula)) return [];
    let whole = formula.words;
    for (let isGrowing = true; isGrowing;) {
      const { left, right, ...box } = growBox(boundsOf(whole), 0.15 * (formula.words[0]?.size ?? 0));
      const reach = widestGap * (formula.words[0]?.size ?? 0);
      const around = { ...box, left: left - reach, right: right + reach };
      const own = [...open].filter(
        (part) => part.isInline === formula.isInline && meetsBox(boundsOf(part.words), around),
      );
      for (const part of own) open.delete(part);
      whole = [...whole, ...own.flatMap((part) => part.words)];
      isGrowing = own.length > 0 && !formula.isInline;
    }
    return [whole];
  });
}

/** A single glyph with no text on both sides is an icon. */
function isOrnament(run: readonly PageWord[], words: readonly PageWord[]): boolean {
  const [only] = run;
  if (only === undefined || run.length > 1 || Array.from(only.text).length > 1) return false;
  const sides: Box[] = [-1, 1].map((side) => ({
    ...only,
    left: side < 0 ? only.left - only.size : only.right,
    right: side < 0 ? only.left : only.right + only.size,
  }));
  return !sides.every((side) => words.some((word) => word !== only && meetsBox(word, side)));
}

/** Written with the punctuation of its sentence. */
function noteOf(run: readonly PageWord[]): PageWord {
  const box = boundsOf(run);
  const largest = run.reduce((one, other) => (other.size > one.size ? other : one));
  const last = run.reduce((one, other) => (other.right > one.right ? other : one));
  const { noteMark: _, extent: __, ...word } = largest;
  return {
    ...word,
    text: formulaNote + (/[.,;:]$/u.exec(last.text)?.[0] ?? ''),
    left: box.left,
    right: box.right,
    bold: false,
    monospaced: false,
    extent: { top: box.top, bottom: box.bottom },
  };
}
