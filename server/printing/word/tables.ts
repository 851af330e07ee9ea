import {
  BorderStyle,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TabStopType,
  TextRun,
  WidthType,
  type FileChild,
} from 'docx';
import type { PrintedField } from '../printed-document.ts';
import type { WordColumn } from './word-column.ts';
import { BOLD, WORD_SYMBOL_FONT } from './measures.ts';

const NONE = { style: BorderStyle.NONE, size: 0, color: 'auto' };
const BORDERS = {
  top: NONE,
  bottom: NONE,
  left: NONE,
  right: NONE,
  insideHorizontal: NONE,
  insideVertical: NONE,
};
/** Letters in circles are in few fonts, circles in most. */
const CIRCLE = '○';
const GUTTER = 240;

function writeTable(rows: readonly (readonly Paragraph[])[], columns: number, width: number): Table {
  const cellWidth = Math.floor(width / columns);
  return new Table({
    width: { size: width, type: WidthType.DXA },
    columnWidths: Array.from({ length: columns }, () => cellWidth),
    borders: BORDERS,
    rows: rows.map(
      (row) =>
        new TableRow({
          cantSplit: true,
          children: Array.from(
            { length: columns },
            (_, place) =>
              new TableCell({
                width: { size: cellWidth, type: WidthType.DXA },
                margins: { left: 0, right: GUTTER },
                children: [row[place] ?? new Paragraph({})],
              }),
          ),
        }),
    ),
  });
}

/** Reads down the columns. */
function inColumns<Item>(items: readonly Item[], columns: number): Item[][] {
  const rowCount = Math.ceil(items.length / columns);
  return Array.from({ length: rowCount }, (_, row) =>
    items.filter((_item, place) => place % rowCount === row),
  );
}

export function writeFields(fields: readonly PrintedField[], { width }: WordColumn): FileChild[] {
  const rows = inColumns(fields, 2).map((_, row) => fields.slice(row * 2, row * 2 + 2));
  const position = Math.floor(width / 2) - GUTTER;
  const cells = rows.map((row) =>
    row.map(
      ({ label, value }) =>
        new Paragraph({
          spacing: { before: 160, after: 40 },
          tabStops: [{ type: TabStopType.RIGHT, position, leader: 'underscore' }],
          children: [
            new TextRun({ text: `${label}  `, size: 20, color: '555555' }),
            new TextRun({ text: value ?? '\t' }),
          ],
        }),
    ),
  );
  return [writeTable(cells, 2, width), new Paragraph({ spacing: { before: 60 } })];
}

export function writeBubbles(
  rows: readonly { label: string; letters: readonly string[] }[],
  { width }: WordColumn,
): FileChild[] {
  const columns = Math.max(1, ...rows.map(({ letters }) => letters.length)) > 4 ? 2 : 3;
  const cells = inColumns(rows, columns).map((row) =>
    row.map(
      ({ label, letters }) =>
        new Paragraph({
          spacing: { before: 70, after: 70 },
          tabStops: [{ type: TabStopType.LEFT, position: 480 }],
          children: [
            new TextRun({ text: `${label}\t`, ...BOLD }),
            ...letters.flatMap((letter) => [
              new TextRun({ text: `${letter} `, size: 19, color: '555555' }),
              new TextRun({ text: `${CIRCLE}  `, size: 26, font: WORD_SYMBOL_FONT }),
            ]),
          ],
        }),
    ),
  );
  return [writeTable(cells, columns, width)];
}

export function writeGrid(
  entries: readonly { label: string; text: string }[],
  { width }: WordColumn,
): FileChild[] {
  const columns = 6;
  const cells = inColumns(entries, columns).map((row) =>
    row.map(
      ({ label, text }) =>
        new Paragraph({
          tabStops: [{ type: TabStopType.LEFT, position: 480 }],
          children: [new TextRun({ text: `${label}\t`, color: '555555' }), new TextRun({ text, ...BOLD })],
        }),
    ),
  );
  return [writeTable(cells, columns, width)];
}
