import { type Box, turnBox } from '../pdf-characters.ts';
import { containsBox, isCentredIn } from '../boxes.ts';
import { addDrawnBullets } from './drawn-bullets.ts';
import { markDrawnFormulas } from './drawn-formulas.ts';
import { joinUnderscores } from './drawn-underscores.ts';
import { markLostFormulas } from './lost-formulas.ts';
import { buildSegments } from '../page-segment.ts';
import type { PageShapes } from '../pdf-shapes.ts';
import { joinStackedFormulas } from './stacked-formulas.ts';
import type { PageWord } from '../pdf-words.ts';

/** A part of a page that is read separately, with positions relative to its upper left corner. Lengths are points. */
export interface PageRegion {
  readonly width: number;
  readonly height: number;
  readonly words: readonly PageWord[];
  readonly rules: readonly Box[];
  /** Shapes other than horizontal and vertical lines. */
  readonly drawings: readonly Box[];
  /** `part`: sideways text next to other text, never a slide. `notes`: below the picture of a slide, which is the region before. */
  readonly role: 'sheet' | 'part' | 'notes';
}

/** Sideways text is read if it has this share of a page's words and enough of them; less is the label of an axis. */
const sidewaysShare = 0.3;
const fewestSidewaysWords = 8;

/**
 * Divides a page into parts to be read separately: upright and sideways text, the slides of a handout, and a slide and the
 * notes below it. Most pages are one region.
 */
export function divideIntoRegions(
  words: readonly PageWord[],
  shapes: PageShapes,
  width: number,
  height: number,
): PageRegion[] {
  const letters = (some: readonly PageWord[]) => some.reduce((sum, { text }) => sum + text.length, 0);
  const all = letters(words);
  const byTurn = [...Map.groupBy(words, ({ turn = 0 }) => turn)]
    .filter(
      ([turn, own]) =>
        turn === 0 || (own.length >= fewestSidewaysWords && letters(own) >= sidewaysShare * all),
    )
    .sort(([one], [other]) => one - other);
  if (byTurn.length === 0) return [{ width, height, words: [], rules: [], drawings: [], role: 'sheet' }];
  return byTurn.flatMap(([turn, own]) => {
    const isSideways = turn % 2 === 1;
    const sheet = { width: isSideways ? height : width, height: isSideways ? width : height };
    const { rules, ...others } = turn === 0 ? shapes : turnShapes(shapes, turn, width, height);
    const all = { ...others, rules: rules.filter(isBar) };
    const turned = { ...all, rules: all.rules.filter(isLong) };
    const named = joinUnderscores(own, rules);
    const joined = addDrawnBullets(markLostFormulas(joinStackedFormulas(named, all.rules), all), turned);
    const formulas = turn === byTurn[0]?.[0] ? markDrawnFormulas(joined, turned) : [];
    const marked = [...joined, ...addDrawnBullets(formulas, turned, joined)];
    if (byTurn.length > 1)
      return [{ ...sheet, words: marked, rules: turned.rules, drawings: [], role: 'part' }];
    return divideSheet(marked, turned, sheet);
  });
}

/** Shorter lines are bars of fractions, dashes or parts of a drawing, in points. */
const shortestRule = 5;
/** A bar of a fraction may be as wide as a letter. */
const shortestBar = 3;
const lengthOf = ({ left, right, top, bottom }: Box): number => Math.max(right - left, bottom - top);
const isLong = (rule: Box): boolean => lengthOf(rule) >= shortestRule;
const isBar = (rule: Box): boolean => lengthOf(rule) >= shortestBar;

function turnShapes(shapes: PageShapes, turn: number, width: number, height: number): PageShapes {
  const turnAll = <T extends Box>(boxes: readonly T[]): T[] =>
    boxes.map((box) => ({ ...box, ...turnBox(box, turn, width, height) }));
  return {
    rules: turnAll(shapes.rules),
    frames: turnAll(shapes.frames),
    outlines: turnAll(shapes.outlines),
    drawings: turnAll(shapes.drawings),
  };
}

interface Sheet {
  readonly width: number;
  readonly height: number;
}

function divideSheet(words: readonly PageWord[], shapes: PageShapes, sheet: Sheet): PageRegion[] {
  const { frames, rules } = shapes;
  const drawings = [...shapes.drawings, ...shapes.outlines];
  const whole: PageRegion = { ...sheet, words, rules, drawings, role: 'sheet' };
  const slides = findSlides(words, frames, sheet);
  if (slides.length === 0) return [whole];
  const regions = slides.map((frame) => cut(whole, frame, 'sheet'));
  const [only] = slides;
  if (only === undefined || slides.length > 1) return regions;
  return [
    ...regions,
    cut(whole, { left: 0, right: sheet.width, top: only.bottom, bottom: sheet.height }, 'notes'),
  ];
}

function cut({ words, rules, drawings }: PageRegion, frame: Box, role: PageRegion['role']): PageRegion {
  const shift = <T extends Box>(box: T): T => ({
    ...box,
    left: box.left - frame.left,
    right: box.right - frame.left,
    top: box.top - frame.top,
    bottom: box.bottom - frame.top,
  });
  const within = <T extends Box>(boxes: readonly T[]): T[] =>
    boxes.filter((box) => isCentredIn(box, frame)).map(shift);
  return {
    width: frame.right - frame.left,
    height: frame.bottom - frame.top,
    words: within(words),
    rules: within(rules),
    drawings: within(drawings),
    role,
  };
}

const mostSlides = 16;
const narrowestSlide = 1.15;
const widestSlide = 2;
/** The margin of a handout, with its date and page number, is outside the slides. */
const marginShare = 0.1;
/** Above notes, the picture of a slide is wider than this share of the page and contains few words. */
const notesPictureShare = 0.4;
const mostWordsOfPicture = 150;

/** The frames of a handout's slides in reading order, or of the one slide above notes; empty on other pages. */
function findSlides(words: readonly PageWord[], frames: readonly Box[], sheet: Sheet): Box[] {
  const shaped = frames.filter(({ left, right, top, bottom }) => {
    const aspect = (right - left) / (bottom - top);
    const isPage = (right - left) * (bottom - top) > 0.7 * sheet.width * sheet.height;
    return aspect > narrowestSlide && aspect < widestSlide && !isPage;
  });
  const outermost = shaped.filter(
    (frame, index) =>
      !shaped.some(
        (other, place) =>
          (containsBox(other, frame) && !containsBox(frame, other)) ||
          (place < index && isSame(other, frame)),
      ),
  );
  const slides = outermost.length > 0 ? outermost : findGrid(words, sheet);
  if (slides.length === 0 || slides.length > mostSlides || words.length === 0) return [];
  const [first] = slides;
  const isAlike = (frame: Box) =>
    first !== undefined &&
    Math.abs(frame.right - frame.left - (first.right - first.left)) < 0.03 * sheet.width &&
    Math.abs(frame.bottom - frame.top - (first.bottom - first.top)) < 0.03 * sheet.height;
  if (!slides.every(isAlike)) return [];
  const inside = words.filter((word) => slides.some((frame) => isCentredIn(word, frame)));
  const outside = words.filter((word) => !slides.some((frame) => isCentredIn(word, frame)));
  if (inside.length === 0) return [];
  if (first !== undefined && slides.length === 1)
    return isPictureAboveNotes(first, inside, outside, sheet) ? slides : [];
  const isMargin = ({ top, bottom }: PageWord) =>
    (top + bottom) / 2 < marginShare * sheet.height || (top + bottom) / 2 > (1 - marginShare) * sheet.height;
  if (!outside.every(isMargin)) return [];
  // Slides in one row may differ slightly in height.
  const row = ({ top }: Box) => Math.round(top / (0.05 * sheet.height));
  return slides.sort((a, b) => row(a) - row(b) || a.left - b.left);
}

function isPictureAboveNotes(
  frame: Box,
  inside: readonly PageWord[],
  outside: readonly PageWord[],
  sheet: Sheet,
): boolean {
  const isCentred = Math.abs((frame.left + frame.right) / 2 - sheet.width / 2) < 0.06 * sheet.width;
  const isLarge = frame.right - frame.left > notesPictureShare * sheet.width;
  const notes = outside.filter(({ top }) => top >= frame.bottom);
  return (
    isCentred &&
    isLarge &&
    frame.bottom < 0.65 * sheet.height &&
    inside.length <= mostWordsOfPicture &&
    notes.length > 0 &&
    outside.every(({ top, bottom }) => top >= frame.bottom || bottom < marginShare * sheet.height)
  );
}

const isSame = (one: Box, other: Box): boolean => containsBox(one, other) && containsBox(other, one);

/** The top and bottom margins of a sheet differ. */
const titleTolerance = 0.04;

/** Finds the slides of a handout without frames by large titles at the same height in the cells of a grid. */
function findGrid(words: readonly PageWord[], { width, height }: Sheet): Box[] {
  if (buildSegments(words).some(({ left, right }) => left < width / 2 && right > width / 2)) return [];
  for (const rows of width > height ? [1, 2] : [2, 3, 4]) {
    const cells = [0, 1].flatMap((column) =>
      Array.from({ length: rows }, (_, row) => ({
        left: (column * width) / 2,
        right: ((column + 1) * width) / 2,
        top: (row * height) / rows,
        bottom: ((row + 1) * height) / rows,
      })),
    );
    const tops = cells.map((cell) => titleTop(words, cell)).filter((top) => top !== undefined);
    const top = Math.min(...tops);
    if (tops.length < cells.length || Math.max(...tops) - top > titleTolerance * height) continue;
    const margin = Math.max(0, top - (marginShare * height) / rows);
    // A cell is as high as a slide, unless it has text further below.
    const slides = cells.map((cell) => ({
      ...cell,
      top: cell.top + margin,
      bottom: cell.top + margin + 0.4 * width,
    }));
    const isAround = words.every((word) => slides.some((slide) => isCentredIn(word, slide)));
    return isAround ? slides : cells;
  }
  return [];
}

/** Where the title of a possible slide begins: its uppermost words, if they are larger than the others. */
function titleTop(words: readonly PageWord[], cell: Box): number | undefined {
  const own = words.filter((word) => isCentredIn(word, cell));
  const top = Math.min(...own.map((word) => word.top));
  const sizes = own.filter((word) => word.top > top + word.size).map(({ size }) => size);
  const title = own.filter((word) => word.top <= top + 1);
  if (sizes.length === 0 || title.length === 0) return undefined;
  return title.every(({ size }) => size > 1.35 * Math.max(...sizes)) ? top - cell.top : undefined;
}
