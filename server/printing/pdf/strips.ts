import type PDFDocument from 'pdfkit';
import type { Face, LineSetter, TextLine } from './lines.ts';

/** What stays whole on a page, such as a line of text. A block of a document is a list of them. */
export interface Strip {
  readonly height: number;
  /** May not be parted from the next strip by a page break. */
  readonly isGlued: boolean;
  /** White space, which a page does not begin with. */
  readonly isGap?: boolean;
  readonly draw: (top: number) => void;
}

/** What a block is laid out with. */
export interface Sheet {
  readonly document: InstanceType<typeof PDFDocument>;
  readonly lines: LineSetter;
}

export interface Column {
  readonly x: number;
  readonly width: number;
  /** What the first line leaves free at its end. */
  readonly firstIndent?: number;
}

export const INK = '#1a1a1a';
export const QUIET_INK = '#555555';
const RULE_INK = '#8a8a8a';

export const gap = (height: number): Strip => ({
  height,
  isGlued: true,
  isGap: true,
  draw: () => undefined,
});

/** Where the baseline of a line of this height is. */
export const baselineOf = (face: Face, leading: number): number => (leading + face.size * 0.68) / 2;

export function drawLine(
  { document }: Sheet,
  line: Pick<TextLine, 'pieces' | 'width' | 'isRightToLeft'>,
  {
    x,
    width,
    baseline,
    size,
    ink,
  }: { x: number; width: number; baseline: number; size: number; ink: string },
): void {
  let at = line.isRightToLeft ? x + width - line.width : x;
  document.fontSize(size).fillColor(ink);
  for (const piece of line.pieces) {
    if (piece.text.trim() !== '')
      document.font(piece.font).text(piece.text, at, baseline, { lineBreak: false, baseline: 'alphabetic' });
    at += piece.width;
  }
}

/** A short text on one line, cut where the room ends. */
export function drawShort(
  sheet: Sheet,
  text: string,
  face: Face,
  place: { x: number; width: number; baseline: number; ink: string; align?: 'left' | 'right' | 'center' },
): number {
  const [line] = sheet.lines.set(text.replaceAll('\n', ' '), face, place.width);
  if (line === undefined) return 0;
  const free = place.width - line.width;
  const offset = { left: 0, right: free, center: free / 2 }[place.align ?? 'left'];
  drawLine(sheet, { ...line, isRightToLeft: false }, { ...place, x: place.x + offset, size: face.size });
  return line.width;
}

export function drawRule(
  { document }: Sheet,
  { x, y, width, ink = RULE_INK }: { x: number; y: number; width: number; ink?: string },
): void {
  document
    .moveTo(x, y)
    .lineTo(x + width, y)
    .lineWidth(0.5)
    .strokeColor(ink)
    .stroke();
}

export function layOutText(
  sheet: Sheet,
  text: string,
  column: Column,
  { face, leading, ink = INK }: { face: Face; leading: number; ink?: string },
): Strip[] {
  const lines = sheet.lines.set(text, face, column.width, column.firstIndent);
  return lines.map((line, index) => ({
    height: leading,
    // Two lines at least stay together at each end of a paragraph.
    isGlued: index < lines.length - 1 && (index === 0 || index === lines.length - 2),
    draw: (top) => {
      const baseline = top + baselineOf(face, leading);
      drawLine(sheet, line, { ...column, baseline, size: face.size, ink });
    },
  }));
}
