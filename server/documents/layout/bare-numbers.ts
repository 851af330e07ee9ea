import type { PageLine } from '../page-line.ts';
import type { BodyStyle } from './heading-lines.ts';

/** Two items of one list are at most this many lines apart. */
const mostLinesBetween = 12;

/**
 * Writes a full stop after the numbers and letters of lists that are set without one: "1", "2", or "a", "b", in front of
 * text that begins at the same place.
 */
export function dotBareNumbers(lines: readonly PageLine[], body: BodyStyle): readonly PageLine[] {
  const items = new Set<number>();
  const open: { index: number; line: PageLine }[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.bareNumber === undefined || line.isTableRow || isHeading(line, body)) continue;
    const before = open.findLast(
      (other) => index - other.index <= mostLinesBetween && follows(other.line, line),
    );
    if (before !== undefined) {
      items.add(before.index);
      items.add(index);
    }
    open.push({ index, line });
    if (open.length > mostLinesBetween) open.shift();
  }
  return items.size === 0 ? lines : lines.map((line, index) => (items.has(index) ? withDot(line) : line));
}

const isHeading = ({ bold, size }: PageLine, body: BodyStyle): boolean =>
  (bold && !body.bold) || size > 1.12 * body.size;

function withDot(line: PageLine): PageLine {
  const { text, cells, bareNumber } = line;
  if (bareNumber === undefined) return line;
  const dotted = `${bareNumber.text}.${text.slice(bareNumber.text.length)}`;
  return { ...line, text: dotted, cells: cells.slice(0, 1), textLeft: bareNumber.textLeft };
}

function follows({ bareNumber: one }: PageLine, { bareNumber: other }: PageLine): boolean {
  if (one === undefined || other === undefined || Math.abs(one.textLeft - other.textLeft) > 1.5) return false;
  const isAfter = (value: (text: string) => number) => value(other.text) === value(one.text) + 1;
  return isAfter(Number) || isAfter(letterValue) || isAfter(romanValue);
}

const letterValue = (text: string): number => (text.length === 1 ? text.charCodeAt(0) : NaN);
const romans = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x'];
const romanValue = (text: string): number => {
  const value = romans.indexOf(text.toLowerCase());
  return value < 0 ? NaN : value;
};
