import type { PageLine } from '../page-line.ts';
import { orderLines } from '../page-lines.ts';
import type { Box } from '../pdf-characters.ts';
import { type Drawing, findDrawings, withoutCharacters } from './find-drawings.ts';
import type { PageWord } from '../pdf-words.ts';
import type { PageRegion } from './page-regions.ts';

/** A page or a region of one, before running heads are removed. Lengths are points. */
export interface ReadPage {
  /** From 1. */
  readonly page: number;
  /** Notes below the picture of a slide, which is the entry before. */
  readonly isNotes: boolean;
  readonly width: number;
  readonly height: number;
  /** Shaped like a slide: wider than high, with large type and few words. */
  readonly isSlide: boolean;
  /** Of a slide, in the order in which they are written: its design is removed before lines are made of them. */
  readonly words: readonly PageWord[];
  readonly rules: readonly Box[];
  /** Of a slide: shapes that may enclose text, such as rounded boxes. */
  readonly frames: readonly Box[];
  readonly drawings: readonly Drawing[];
  /** Of any other page, in reading order. */
  readonly lines: readonly PageLine[];
}

const slideAspect = 1.15;
/** A quarter of a slide's text is at least this part of its height: 11 points on a page of 540. */
const smallestSlideText = 0.02;
const mostSlideWords = 400;

/**
 * @param page the number of its page, from 1
 * @param before the previous region: after a slide, a region of the same size with few words is a slide too
 */
export function readRegion(
  { words, rules, drawings, width, height, role }: PageRegion,
  page: number,
  before?: ReadPage,
): ReadPage {
  const isAlike =
    before?.isSlide === true && Math.abs(before.width - width) < 1 && Math.abs(before.height - height) < 1;
  const isSlide =
    role === 'sheet' && (isAlike ? words.length <= mostSlideWords : isSlideShaped(words, width, height));
  return {
    page,
    isNotes: role === 'notes',
    width,
    height,
    isSlide,
    words: isSlide ? words : [],
    rules: isSlide ? rules : [],
    frames: isSlide ? drawings : [],
    drawings: isSlide
      ? findDrawings(
          withoutCharacters(rules, words),
          withoutCharacters(drawings, words),
          words,
          width,
          height,
        )
      : [],
    lines: isSlide ? [] : orderLines(words, rules, drawings),
  };
}

function isSlideShaped(words: readonly PageWord[], width: number, height: number): boolean {
  if (!(height > 0 && width >= slideAspect * height) || words.length > mostSlideWords) return false;
  let [letters, large] = [0, 0];
  for (const { text, size } of words) {
    letters += text.length;
    // A navigation bar may hold more text than the slide next to it.
    if (size >= smallestSlideText * height) large += text.length;
  }
  return 4 * large >= letters;
}
