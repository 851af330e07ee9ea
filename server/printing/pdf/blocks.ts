import type { Block, Labelled, PrintedField, TextLook } from '../printed-document.ts';
import type { Face } from './lines.ts';
import {
  baselineOf,
  drawRule,
  drawShort,
  gap,
  INK,
  layOutText,
  QUIET_INK,
  type Column,
  type Sheet,
  type Strip,
} from './strips.ts';

const BODY: Face = { style: 'regular', size: 11 };
const LEADING = 15;
const SMALL_LEADING = 12.5;

const LOOKS: Record<TextLook, { face: Face; leading: number; ink: string }> = {
  plain: { face: BODY, leading: LEADING, ink: INK },
  bold: { face: { style: 'bold', size: 11 }, leading: LEADING, ink: INK },
  quiet: { face: { style: 'regular', size: 9.5 }, leading: SMALL_LEADING, ink: QUIET_INK },
  quote: { face: { style: 'italic', size: 9.5 }, leading: SMALL_LEADING, ink: QUIET_INK },
};
const HEADINGS = {
  1: { face: { style: 'bold', size: 15 }, leading: 21, before: 18, after: 5 },
  2: { face: { style: 'bold', size: 11.5 }, leading: 16, before: 12, after: 3 },
} as const;

/** A block as strips, with the white space before it. */
export function layOutBlock(sheet: Sheet, block: Block, column: Column): Strip[] {
  switch (block.kind) {
    case 'title':
      return layOutTitle(sheet, block, column);
    case 'heading': {
      const { before, after, ...look } = HEADINGS[block.level];
      return [gap(before), ...glue(layOutText(sheet, block.text, column, look)), gap(after)];
    }
    case 'text': {
      const look = LOOKS[block.look ?? 'plain'];
      return [gap(look.leading === LEADING ? 4 : 2), ...layOutText(sheet, block.text, column, look)];
    }
    case 'code':
      return layOutCode(sheet, block.text, column);
    case 'space':
      return [gap(11)];
    case 'fields':
      return layOutFields(sheet, block.fields, column);
    case 'labelled':
      return layOutLabelled(sheet, block, column);
    case 'lines':
      return layOutRuledLines(sheet, block.count, column);
    case 'bubbles':
      return layOutBubbles(sheet, block.rows, column);
    case 'grid':
      return layOutGrid(sheet, block.cells, column);
  }
}

const glue = (strips: readonly Strip[]): Strip[] => strips.map((strip) => ({ ...strip, isGlued: true }));

function layOutTitle(
  sheet: Sheet,
  { text, above }: { text: string; above: string },
  column: Column,
): Strip[] {
  const small = { face: { style: 'regular', size: 11 }, leading: 16, ink: QUIET_INK } as const;
  const large = { face: { style: 'bold', size: 20 }, leading: 25 } as const;
  return glue([
    ...(above === '' ? [] : layOutText(sheet, above, column, small)),
    ...layOutText(sheet, text, column, large),
    gap(6),
  ]);
}

const CODE: Face = { style: 'code', size: 9 };
const CODE_PADDING = 8;

function layOutCode(sheet: Sheet, text: string, { x, width }: Column): Strip[] {
  const inner = { x: x + CODE_PADDING, width: width - 2 * CODE_PADDING };
  const shade = (height: number): ((top: number) => void) => {
    return (top) => {
      // Half a point more: no seam shows between two strips.
      sheet.document.rect(x, top, width, height + 0.5).fill('#f3f2ee');
    };
  };
  const edge = (isGlued: boolean): Strip => ({ height: 5, isGlued, draw: shade(4.5) });
  const lines = layOutText(sheet, text, inner, { face: CODE, leading: 12.5 });
  return [
    gap(5),
    edge(true),
    ...lines.map((line, index) => ({
      ...line,
      isGlued: line.isGlued || index === lines.length - 1,
      draw: (top: number) => {
        shade(line.height)(top);
        line.draw(top);
      },
    })),
    edge(true),
    { ...gap(3), isGlued: false },
  ];
}

const FIELD: Face = { style: 'regular', size: 10 };
const FIELD_HEIGHT = 27;
const FIELD_GUTTER = 24;

function layOutFields(sheet: Sheet, fields: readonly PrintedField[], { x, width }: Column): Strip[] {
  const half = (width - FIELD_GUTTER) / 2;
  const rows: PrintedField[][] = [];
  for (const field of fields) {
    const last = rows.at(-1);
    if (field.isWide !== true && last?.length === 1 && last[0]?.isWide !== true) last.push(field);
    else rows.push([field]);
  }
  return glue(
    rows.map((row) => ({
      height: FIELD_HEIGHT,
      isGlued: true,
      draw: (top) => {
        for (const [place, field] of row.entries())
          drawField(sheet, field, {
            x: x + place * (half + FIELD_GUTTER),
            width: field.isWide === true ? width : half,
            baseline: top + FIELD_HEIGHT - 7,
          });
      },
    })),
  ).concat(gap(8));
}

function drawField(
  sheet: Sheet,
  { label, value }: PrintedField,
  { x, width, baseline }: { x: number; width: number; baseline: number },
): void {
  const used = drawShort(sheet, label, FIELD, { x, width, baseline, ink: QUIET_INK }) + 8;
  const rest = { x: x + used, width: width - used };
  drawRule(sheet, { ...rest, y: baseline + 3 });
  if (value !== undefined) drawShort(sheet, value, BODY, { ...rest, baseline, ink: INK });
}

const ASIDE: Face = { style: 'regular', size: 9.5 };

function layOutLabelled(sheet: Sheet, block: Labelled, column: Column): Strip[] {
  const { label, aside = '', isBold = false, blocks, isTogether = false } = block;
  const face: Face = { style: isBold ? 'bold' : 'regular', size: 11 };
  const indent = Math.max(22, sheet.lines.widthOf(label, face) + 7);
  const asideWidth = aside === '' ? 0 : sheet.lines.widthOf(aside, ASIDE) + 14;
  const inner = { x: column.x + indent, width: column.width - indent };
  const strips = blocks.flatMap((each, index) =>
    layOutBlock(sheet, each, index === 0 ? { ...inner, firstIndent: asideWidth } : inner),
  );
  const first = strips.findIndex(({ isGap }) => isGap !== true);
  return strips.map((strip, index) => ({
    ...strip,
    isGlued: strip.isGlued || (isTogether && index < strips.length - 1),
    draw: (top) => {
      strip.draw(top);
      if (index !== first) return;
      const baseline = top + baselineOf(BODY, LEADING);
      drawShort(sheet, label, face, { x: column.x, width: indent, baseline, ink: INK });
      if (aside !== '')
        drawShort(sheet, aside, ASIDE, { ...column, baseline, ink: QUIET_INK, align: 'right' });
    },
  }));
}

const LINE_HEIGHT = 25;

const layOutRuledLines = (sheet: Sheet, count: number, { x, width }: Column): Strip[] =>
  Array.from({ length: count }, () => ({
    height: LINE_HEIGHT,
    isGlued: false,
    draw: (top: number) => drawRule(sheet, { x, width, y: top + LINE_HEIGHT - 1 }),
  }));

/** Splits what is read in columns into parts of one page, and each part into rows. */
function* listRows<Item>(items: readonly Item[], columns: number, mostRows: number): Generator<Item[][]> {
  for (let from = 0; from < items.length; from += columns * mostRows) {
    const part = items.slice(from, from + columns * mostRows);
    const rowCount = Math.ceil(part.length / columns);
    yield Array.from({ length: rowCount }, (_, row) =>
      part.filter((_item, place) => place % rowCount === row),
    );
  }
}

const BUBBLE = { radius: 6.5, step: 19, rowHeight: 23, labelWidth: 26, gutter: 26, mostRows: 24 };

function layOutBubbles(
  sheet: Sheet,
  rows: readonly { label: string; letters: readonly string[] }[],
  { x, width }: Column,
): Strip[] {
  const most = Math.max(1, ...rows.map(({ letters }) => letters.length));
  const cell = BUBBLE.labelWidth + most * BUBBLE.step + BUBBLE.gutter;
  const columns = Math.max(1, Math.floor((width + BUBBLE.gutter) / cell));
  return [...listRows(rows, columns, BUBBLE.mostRows)].flatMap((part) => [
    gap(14),
    ...part.map((row, index) => ({
      height: BUBBLE.rowHeight,
      isGlued: index < part.length - 1,
      draw: (top: number) => {
        for (const [place, { label, letters }] of row.entries())
          drawBubbles(sheet, label, letters, { x: x + place * cell, middle: top + BUBBLE.rowHeight / 2 });
      },
    })),
  ]);
}

function drawBubbles(
  sheet: Sheet,
  label: string,
  letters: readonly string[],
  { x, middle }: { x: number; middle: number },
): void {
  const number = {
    x,
    width: BUBBLE.labelWidth - 8,
    baseline: middle + 3.7,
    ink: INK,
    align: 'right',
  } as const;
  drawShort(sheet, label, { style: 'bold', size: 11 }, number);
  for (const [place, letter] of letters.entries()) {
    const center = x + BUBBLE.labelWidth + place * BUBBLE.step + BUBBLE.radius;
    sheet.document.circle(center, middle, BUBBLE.radius).lineWidth(0.7).strokeColor('#444444').stroke();
    drawShort(
      sheet,
      letter,
      { style: 'regular', size: 8 },
      {
        x: center - BUBBLE.radius,
        width: 2 * BUBBLE.radius,
        baseline: middle + 2.7,
        ink: QUIET_INK,
        align: 'center',
      },
    );
  }
}

const GRID = { cellWidth: 78, rowHeight: 18, mostRows: 30 };

function layOutGrid(
  sheet: Sheet,
  cells: readonly { label: string; text: string }[],
  { x, width }: Column,
): Strip[] {
  const columns = Math.max(1, Math.floor(width / GRID.cellWidth));
  return [...listRows(cells, columns, GRID.mostRows)].flatMap((part) => [
    gap(6),
    ...part.map((row, index) => ({
      height: GRID.rowHeight,
      isGlued: index < part.length - 1,
      draw: (top: number) => {
        for (const [place, { label, text }] of row.entries()) {
          const at = x + place * GRID.cellWidth;
          const baseline = top + baselineOf(BODY, GRID.rowHeight);
          drawShort(sheet, label, BODY, { x: at, width: 26, baseline, ink: QUIET_INK, align: 'right' });
          const bold = { style: 'bold', size: 11 } as const;
          drawShort(sheet, text, bold, { x: at + 33, width: GRID.cellWidth - 36, baseline, ink: INK });
        }
      },
    })),
  ]);
}
