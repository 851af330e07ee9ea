import { isCentredIn, growBox, meetsBox } from '../boxes.ts';
import { formulaNote } from '../passage.ts';
import { baselineOf, inRows } from '../page-rows.ts';
import { type Box, boundsOf } from '../pdf-characters.ts';
import type { PageShapes } from '../pdf-shapes.ts';
import type { PageWord } from '../pdf-words.ts';
import { isWord } from '../recognition/english-words.ts';
import { isBroken } from '../recognition/restore-ligatures.ts';
import { dingbatsName, typefaceOf } from '../text-style.ts';

/** A glyph that its font maps to no character. */
const lost = /[\u{F0000}-\u{FFFFD}]/u;
/** The widest space within a formula, in sizes of its letters. */
const widestSpace = 0.8;
const widestGap = 1.2;
/** Each is compared with all words. */
const mostOutlines = 2000;
const mostFormulas = 200;
const mostParts = 2000;
const mostSymbols = 500;
/** A font with a smaller part of the letters than this, relative to the font with most, is not of text. */
const smallestShare = 0.2;

/**
 * Replaces formulas that cannot be read with a note: their font maps a glyph to no character, a delimiter or root is
 * drawn, or an index is left over. What remains of such a formula would be another formula.
 */
export function markLostFormulas(words: readonly PageWord[], shapes: PageShapes): readonly PageWord[] {
  const textFonts = findTextFonts(words);
  const findFormulas = (isText: (word: PageWord) => boolean) =>
    new Set(
      words.filter(
        (word) =>
          word.text !== '•' &&
          (textFonts.has(nameOf(word)) ? !/\p{L}|\d[.,;:]$/u.test(word.text) : isMath(word) || !isText(word)),
      ),
    );
  const ofFormulas = findFormulas(isWordOfText);
  const isFormula = (word: PageWord) => ofFormulas.has(word);
  const isSymbol = (word: PageWord) => ofFormulas.has(word) && !textFonts.has(nameOf(word));
  const delimiters = shapes.outlines.length > mostOutlines ? [] : shapes.outlines;
  const isEnclosed = (word: PageWord) =>
    isSymbol(word) &&
    delimiters.some(
      (outline) =>
        outline.isDelimiter &&
        outline.bottom - outline.top < 2.5 * word.size &&
        (word.extent === undefined
          ? isCentredIn(word, outline)
          : meetsBox({ ...word, ...word.extent }, outline)),
    );
  const isLost = (word: PageWord) =>
    lost.test(word.text) && !dingbatsName.test(nameOf(word)) && (isMath(word) || !isBroken(word.text));
  const seeds = new Set(words.filter((word) => isLost(word) || isEnclosed(word)));
  const symbols = words.filter(isSymbol);
  if (symbols.length <= mostSymbols) for (const base of findBases(symbols)) seeds.add(base);
  const bars = shapes.rules.filter(({ left, right, top, bottom }) => right - left > bottom - top);
  // Most pages have nothing that a run of words is looked at for.
  if (seeds.size === 0 && (bars.length === 0 || symbols.length === 0)) return words;
  // Between two lost delimiters there may be words, such as those of a meaning.
  const betweenDelimiters = findFormulas(({ text, bold }) => !bold && isLong(text));
  const runs = inRows(words)
    .flatMap((row) => divide(row, (word) => betweenDelimiters.has(word)))
    .flatMap((run) =>
      run.words.filter((word) => seeds.has(word)).length > 1 ? [run] : divideRun(run, isFormula),
    );
  const unread = runs.filter(
    (run) =>
      run.words.some((word) => seeds.has(word)) ||
      (bars.length <= mostOutlines && run.words.every(isSymbol) && hasBar(run.words, bars)),
  );
  if (unread.length > mostFormulas) return words;
  const parts = runs.filter(({ words: own, beside }) => beside === undefined && own.every(isFormula));
  const found = joinParts(unread, parts.length > mostParts ? [] : parts);
  const formulas = new Map(found.flatMap((run) => run.words.map((word) => [word, run])));
  return words.flatMap((word) => {
    const run = formulas.get(word);
    if (run === undefined) return [word];
    return word === run.words[0] && !isOrnament(run.words, words) ? [noteOf(run)] : [];
  });
}

const nameOf = ({ font = '' }: Pick<PageWord, 'font'>): string => typefaceOf(font);

const isMath = ({ font = '' }: Pick<PageWord, 'font'>): boolean => /math/i.test(font);

const isLong = (text: string): boolean => /\p{L}{4}/u.test(text);

const functionName = /^(?:arg|cos|cov|deg|det|dim|exp|inf|ker|lim|ln|log|max|min|mod|sin|sup|tan|tr|var)$/iu;
const shortWord =
  /^(?:an?|and|are|as|at|be|by|for|from|has|if|iff|in|is|it|its|let|not|of|on|or|our|so|the|to|we|with)$/iu;

/** Unlike a variable, the name of a function, such as "log", or a number. */
function isWordOfText({ text }: PageWord): boolean {
  const [letters = ''] = /\p{L}{2,}/u.exec(text) ?? [];
  return isLong(text) || shortWord.test(letters) || (isWord(letters) && !functionName.test(letters));
}

/** The fonts of a title, the text below it and its footnotes. A whole document may be in a mathematical font. */
function findTextFonts(words: readonly PageWord[]): ReadonlySet<string> {
  const letters = new Map<string, number>();
  const ofText = words.filter((word) => isLong(word.text) && !word.bold);
  const plain = ofText.filter((word) => !isMath(word));
  for (const word of plain.length > 0 ? plain : ofText)
    letters.set(nameOf(word), (letters.get(nameOf(word)) ?? 0) + word.text.length);
  const most = Math.max(...letters.values());
  return new Set([...letters].filter(([, count]) => count > smallestShare * most).map(([font]) => font));
}

/** The symbols next to an index that could not be joined to them. */
function findBases(symbols: readonly PageWord[]): PageWord[] {
  return symbols.filter((base) =>
    symbols.some(
      (index) =>
        index.size < 0.8 * base.size &&
        index.left > base.right - 0.3 * base.size &&
        index.left < base.right + 0.35 * base.size &&
        index.top < base.bottom &&
        index.bottom > base.top &&
        Math.abs(baselineOf(index) - baselineOf(base)) > 0.1 * base.size,
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
  /** The text next to it. */
  beside: PageWord | undefined;
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
      if (run !== undefined && isNear) run.beside ??= word;
      runs.push({ words: [word], beside: isNear ? last : undefined });
    }
    last = word;
  }
  return runs;
}

const divideRun = ({ words, beside }: Run, isFormula: (word: PageWord) => boolean): Run[] =>
  divide(words, isFormula).map((part) => ({ ...part, beside: part.beside ?? beside }));

/** Joins the parts of formulas above, below and next to each other, such as those of a fraction. */
function joinParts(formulas: readonly Run[], parts: readonly Run[]): Run[] {
  const open = new Map([...formulas, ...parts].map((run) => [run, boundsOf(run.words)]));
  return formulas.flatMap((formula) => {
    const own = open.get(formula);
    if (own === undefined) return [];
    open.delete(formula);
    // Two formulas in a line of text have words between them.
    if (formula.beside !== undefined) return [formula];
    const whole = [...formula.words];
    let box = own;
    for (let isGrowing = true; isGrowing;) {
      const size = formula.words[0]?.size ?? 0;
      const { left, right, ...heights } = growBox(box, 0.15 * size);
      const around = { ...heights, left: left - widestGap * size, right: right + widestGap * size };
      isGrowing = false;
      for (const [part, at] of open)
        if (part.beside === undefined && meetsBox(at, around)) {
          open.delete(part);
          for (const word of part.words) whole.push(word);
          box = boundsOf([box, at]);
          isGrowing = true;
        }
    }
    return [{ ...formula, words: whole }];
  });
}

/** A single glyph without text to its left is an icon or a bullet. */
function isOrnament(run: readonly PageWord[], words: readonly PageWord[]): boolean {
  const [only] = run;
  if (only === undefined || run.length > 1 || Array.from(only.text).length > 1) return false;
  const before = { ...only, left: only.left - only.size, right: only.left };
  return !words.some((word) => word !== only && meetsBox(word, before));
}

/** Written with the punctuation of its sentence, on the line of the text next to it, because symbol fonts may state any size. */
function noteOf({ words, beside }: Run): PageWord {
  const { left, right, ...extent } = boundsOf(words);
  const largest = words.reduce((one, other) => (other.size > one.size ? other : one));
  const last = words.reduce((one, other) => (other.right > one.right ? other : one));
  const { noteMark: _, extent: __, ...word } = largest;
  const { top, bottom, size } = beside ?? largest;
  return {
    ...word,
    text: formulaNote + (/[.,;:]$/u.exec(last.text)?.[0] ?? ''),
    left,
    right,
    top,
    bottom,
    size,
    follows: words[0]?.follows ?? false,
    bold: false,
    monospaced: false,
    extent,
  };
}
