import {
  HeadingLevel,
  Paragraph,
  ShadingType,
  TabStopType,
  TextRun,
  type FileChild,
  type IParagraphOptions,
  type IRunOptions,
} from 'docx';
import type { Block, Labelled, TextLook } from '../printed-document.ts';
import { BOLD, TWIPS, WORD_CODE_FONT } from './measures.ts';
import type { WordColumn } from './word-column.ts';
import { writeBubbles, writeFields, writeGrid } from './tables.ts';

const LOOKS: Record<TextLook, IRunOptions> = {
  plain: {},
  bold: { bold: true },
  quiet: { size: 19, color: '555555' },
  quote: { size: 19, color: '555555', italics: true },
};

/** @param isLastKept whether the last paragraph, too, stays on the page of what follows. */
export const writeBlocks = (
  blocks: readonly Block[],
  column: WordColumn,
  isLastKept = column.isTogether,
): FileChild[] =>
  blocks.flatMap((block, index) =>
    writeBlock(block, index === blocks.length - 1 ? { ...column, isTogether: isLastKept } : column),
  );

function writeBlock(block: Block, column: WordColumn): FileChild[] {
  switch (block.kind) {
    case 'title':
      return [
        ...(block.above === '' ? [] : [writeText(block.above, column, LOOKS.quiet, { keepNext: true })]),
        writeText(
          block.text,
          column,
          { bold: true, size: 40 },
          { heading: HeadingLevel.TITLE, keepNext: true, spacing: { before: 40, after: 140 } },
        ),
      ];
    case 'heading':
      return [
        writeText(
          block.text,
          column,
          { bold: true, size: block.level === 1 ? 30 : 23, color: '1A1A1A' },
          {
            heading: block.level === 1 ? HeadingLevel.HEADING_1 : HeadingLevel.HEADING_2,
            keepNext: true,
            spacing: { before: block.level === 1 ? 320 : 220, after: 80 },
          },
        ),
      ];
    case 'text':
      return [writeText(block.text, column, LOOKS[block.look ?? 'plain'])];
    case 'code':
      return writeCode(block.text, column);
    case 'space':
      return [new Paragraph({ spacing: { before: 0, after: 0, line: 180 } })];
    case 'fields':
      return writeFields(block.fields, column);
    case 'labelled':
      return writeLabelled(block, column);
    case 'lines':
      return Array.from({ length: block.count }, (_, index) => writeLine(column, index === block.count - 1));
    case 'bubbles':
      return writeBubbles(block.rows, column);
    case 'grid':
      return writeGrid(block.cells, column);
  }
}

/** The first strong character decides, as in the Unicode Bidirectional Algorithm. */
const isRightToLeft = (text: string): boolean =>
  /^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u.test(text);

const writeRuns = (text: string, look: IRunOptions): TextRun[] =>
  text
    .split('\n')
    .map((line, index) => new TextRun({ ...look, text: line, ...(index > 0 ? { break: 1 } : {}) }));

function writeText(
  text: string,
  { indent, isTogether, label, aside }: WordColumn,
  look: IRunOptions,
  options: IParagraphOptions = {},
): Paragraph {
  const left = indent + (label?.indent ?? 0);
  return new Paragraph({
    spacing: { before: 60, after: 20 },
    keepNext: isTogether,
    keepLines: true,
    bidirectional: isRightToLeft(text),
    indent: { left, hanging: label?.indent ?? 0 },
    ...(label === undefined ? {} : { tabStops: [{ type: TabStopType.LEFT, position: left }] }),
    ...options,
    children: [
      ...(label === undefined ? [] : [new TextRun({ text: `${label.text}\t`, ...(label.isBold && BOLD) })]),
      ...writeRuns(text, look),
      ...(aside === undefined ? [] : [new TextRun({ text: `  (${aside})`, ...LOOKS.quiet })]),
    ],
  });
}

function writeLabelled(block: Labelled, column: WordColumn): FileChild[] {
  const { label, isBold = false, aside, blocks, isTogether = false } = block;
  const own = Math.max(24, 9 + 6 * Array.from(label).length) * TWIPS;
  const inside = {
    indent: column.indent + own,
    width: column.width,
    isTogether: isTogether || column.isTogether,
  };
  const [opening, ...others] = blocks;
  const hasText = opening?.kind === 'text';
  const rest = hasText ? others : blocks;
  const first = {
    ...column,
    isTogether: rest.length > 0 ? inside.isTogether || !hasText : column.isTogether,
    label: { text: label, isBold, indent: own },
    ...(aside === undefined ? {} : { aside }),
  };
  return [
    ...writeBlock(hasText ? opening : { kind: 'text', text: '' }, first),
    ...writeBlocks(rest, inside, column.isTogether),
  ];
}

/** As wide as the padding of the block. */
const CODE_EDGE = { style: 'single', size: 4, space: 5, color: 'F3F2EE' } as const;

function writeCode(text: string, { indent, isTogether }: WordColumn): Paragraph[] {
  return [
    new Paragraph({
      spacing: { before: 160, after: 160 },
      indent: { left: indent + 120, right: 120 },
      border: { top: CODE_EDGE, bottom: CODE_EDGE, left: CODE_EDGE, right: CODE_EDGE },
      keepLines: true,
      keepNext: isTogether,
      shading: { type: ShadingType.CLEAR, fill: 'F3F2EE', color: 'auto' },
      children: writeRuns(text, { font: WORD_CODE_FONT, size: 18 }),
    }),
  ];
}

const writeLine = ({ indent, width, isTogether }: WordColumn, isLast: boolean): Paragraph =>
  new Paragraph({
    spacing: { before: 200, after: 0 },
    indent: { left: indent },
    keepNext: isTogether || !isLast,
    tabStops: [{ type: TabStopType.RIGHT, position: width, leader: 'underscore' }],
    children: [new TextRun({ text: '\t', color: '8A8A8A' })],
  });
