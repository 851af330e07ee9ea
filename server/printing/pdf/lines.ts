import bidiFactory from 'bidi-js/dist/bidi.mjs';
import LineBreaker from 'linebreak';
import type PDFDocument from 'pdfkit';
import type { Fonts, FontStyle } from './fonts.ts';

const bidi = bidiFactory();
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

export interface Face {
  readonly style: FontStyle;
  readonly size: number;
}

/** Part of a line in one font and one direction. */
interface Piece {
  readonly font: string;
  readonly text: string;
  readonly width: number;
  /** As the Unicode Bidirectional Algorithm numbers it: odd from right to left. */
  readonly level: number;
}

export interface TextLine {
  readonly pieces: readonly Piece[];
  readonly width: number;
  readonly isRightToLeft: boolean;
}

/** Breaks text into lines as wide as the column, with the direction of each piece. */
export class LineSetter {
  readonly #document: InstanceType<typeof PDFDocument>;
  readonly #fonts: Fonts;

  constructor(document: InstanceType<typeof PDFDocument>, fonts: Fonts) {
    this.#document = document;
    this.#fonts = fonts;
  }

  /** @param firstIndent what the first line leaves free at its end. */
  set(text: string, face: Face, width: number, firstIndent = 0): TextLine[] {
    return text
      .split('\n')
      .flatMap((paragraph, index) =>
        this.#setParagraph(paragraph, face, width, index === 0 ? firstIndent : 0),
      );
  }

  widthOf(text: string, face: Face): number {
    return this.#fonts
      .split(text, face.style)
      .reduce((sum, run) => sum + this.#measure(run.font, run.text, face.size), 0);
  }

  #setParagraph(text: string, face: Face, width: number, firstIndent: number): TextLine[] {
    const { levels, paragraphs } = bidi.getEmbeddingLevels(text);
    const isRightToLeft = (paragraphs[0]?.level ?? 0) % 2 === 1;
    const lines: TextLine[] = [];
    let pieces: Piece[] = [];
    let used = 0;
    const room = (): number => width - (lines.length === 0 ? firstIndent : 0);
    const end = (): void => {
      while (pieces.at(-1)?.text.trim() === '' && pieces.length > 1) pieces.pop();
      const visual = putInOrder(pieces);
      lines.push({
        pieces: visual,
        width: visual.reduce((sum, piece) => sum + piece.width, 0),
        isRightToLeft,
      });
      pieces = [];
      used = 0;
    };
    for (const [from, to] of listBreaks(text)) {
      const word = this.#cut(text, from, to, face, levels);
      const visible = widthOfPieces(word.filter((piece) => piece.text.trim() !== ''));
      if (used > 0 && used + visible > room()) end();
      if (visible <= room()) {
        pieces.push(...word);
        used += widthOfPieces(word);
        continue;
      }
      // Longer than a line, such as an address: broken between characters.
      for (const { segment, index } of graphemes.segment(text.slice(from, to))) {
        const cut = this.#cut(text, from + index, from + index + segment.length, face, levels);
        if (used > 0 && used + widthOfPieces(cut) > room()) end();
        pieces.push(...cut);
        used += widthOfPieces(cut);
      }
    }
    if (pieces.length > 0 || lines.length === 0) end();
    return lines;
  }

  /** The pieces of `text` between two places: one for each font, direction, word and space. */
  #cut(text: string, from: number, to: number, face: Face, levels: Uint8Array): Piece[] {
    const pieces: Piece[] = [];
    let start = from;
    for (let at = from + 1; at <= to; at += 1) {
      const isBreak = at === to || levels[at] !== levels[start] || isSpace(text[at]) !== isSpace(text[start]);
      if (!isBreak) continue;
      const level = levels[start] ?? 0;
      const drawn = level % 2 === 1 ? mirror(text.slice(start, at)) : text.slice(start, at);
      for (const run of this.#fonts.split(drawn, face.style))
        pieces.push({ ...run, level, width: this.#measure(run.font, run.text, face.size) });
      start = at;
    }
    return pieces;
  }

  #measure(font: string, text: string, size: number): number {
    return this.#document.font(font).fontSize(size).widthOfString(text);
  }
}

const isSpace = (character: string | undefined): boolean => character === ' ' || character === '\t';
const widthOfPieces = (pieces: readonly Piece[]): number => pieces.reduce((sum, { width }) => sum + width, 0);

/** Brackets point the other way in text from right to left. */
const mirror = (text: string): string =>
  Array.from(text, (character) => bidi.getMirroredCharacter(character) ?? character).join('');

function* listBreaks(text: string): Generator<[from: number, to: number]> {
  const breaker = new LineBreaker(text);
  let from = 0;
  for (let next = breaker.nextBreak(); next !== null; next = breaker.nextBreak()) {
    if (next.position > from) yield [from, next.position];
    from = next.position;
  }
}

/** Rule L2 of the Unicode Bidirectional Algorithm: reverses each stretch of pieces at or above a level. */
function putInOrder(pieces: readonly Piece[]): Piece[] {
  const ordered = [...pieces];
  const highest = Math.max(0, ...pieces.map(({ level }) => level));
  for (let level = highest; level >= 1; level -= 1) {
    for (let from = 0; from < ordered.length; from += 1) {
      let to = from;
      while (to < ordered.length && (ordered[to]?.level ?? 0) >= level) to += 1;
      if (to > from) ordered.splice(from, to - from, ...ordered.slice(from, to).reverse());
      from = to;
    }
  }
  return ordered;
}
