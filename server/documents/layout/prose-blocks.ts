import type { DocumentBlock } from '../document-blocks.ts';
import {
  headingLevel,
  findLongHeadings,
  isHeadingLine,
  measureBody,
  type BodyStyle,
} from './heading-lines.ts';
import { countWords, joinAllLines, type WordCounts } from '../hyphenation.ts';
import { listMarker, normalizeListMarker } from '../list-markers.ts';
import type { PageLine } from '../page-line.ts';
import { boundsOf } from '../pdf-characters.ts';
import { isReadable, writeCode } from './code-text.ts';
import { areRowsOfTable, writeTable } from './table-text.ts';
import { isReferencesTitle } from './page-titles.ts';
import { caption, findAsides } from './asides.ts';
import { dotBareNumbers } from './bare-numbers.ts';
import { joinAroundTables } from './float-tables.ts';
import { carryBrokenSentences } from './page-breaks.ts';
import { placeAsides, type BuiltBlock, type PlacedBlock } from './place-asides.ts';
import type { ReadPage } from './read-page.ts';
import { continuesBlock, keepsLines, type LineRole, type OpenBlock } from './continue-block.ts';
import { findHangingEntries } from './hanging-entries.ts';
import { continuesSentence, noteMark } from './line-shape.ts';
import { removeRunningHeads } from './running-heads.ts';

/** A line of a table of contents: dots lead from a title to its page number. */
const dotLeader =
  /(?:\.\s?){5,}\s*(?:\d+|[ivxlc]+)?(?:,\s*\d+)*\s*$|(?:\s\.)+\s*(?:\d+|[ivxlc]+)$|(?:…\s?){2,}\s*(?:\d+|[ivxlc]+)?\s*$/iu;
const indexEntry = /^.{2,60}[,\s]\s*\d{1,4}(?:[-–]\d{1,4})?(?:,\s*\d{1,4}(?:[-–]\d{1,4})?)*$/u;
const contentsHeading = /^(?:table of )?contents$|^short contents$|^list of (?:figures|tables)$/i;

/**
 * Builds the structure of a document out of its pages' lines: running heads go, lines become headings, paragraphs,
 * list items and verbatim text, words broken at a line's end are joined, and a sentence broken by a page's end
 * moves whole to the page where it starts. Lines of a table of contents are left out.
 */
export function buildProseBlocks(
  rawPages: readonly Pick<ReadPage, 'lines' | 'height' | 'isNotes'>[],
): DocumentBlock[][] {
  const pages = removeRunningHeads(rawPages).map((lines) => lines.filter((line) => isReadable(line.text)));
  const counts = countWords(eachLineText(pages));
  const body = measureBody(pages.flat());
  const built = pages.map((lines) => buildPageBlocks(lines, body, counts));
  carryBrokenSentences(built, counts, body, (index) => rawPages[index]?.isNotes === true);
  return built.map((placed) => placed.map(({ block }) => block));
}

function* eachLineText(pages: readonly (readonly PageLine[])[]): Generator<string> {
  for (const lines of pages) for (const line of lines) yield line.text;
}

/** If more of a page's text is in boxes, they are its sections. */
const mostInBoxes = 0.5;

function buildPageBlocks(all: readonly PageLine[], body: BodyStyle, counts: WordCounts): PlacedBlock[] {
  const letters = (some: readonly PageLine[]) => some.reduce((sum, { text }) => sum + text.length, 0);
  const isBoxed = ({ box }: PageLine): boolean => box !== undefined;
  const labels = all.filter(({ isLabel }) => isLabel === true);
  const boxed = all.filter((line) => isBoxed(line) && line.isLabel !== true);
  const areAsides = letters(boxed) <= mostInBoxes * letters(all);
  const isMain = (line: PageLine): boolean => line.isLabel !== true && !(areAsides && isBoxed(line));
  const lines = dotBareNumbers(all.filter(isMain), body);
  const aside = findAsides(lines, body);
  const margin = leftMargin(lines, body);
  const read = (own: readonly PageLine[], isAside: (index: number) => boolean) => {
    const roles = own.map((line, index) => lineRole(own, index, line, body, margin, isAside(index)));
    const numbered = own.map((line, index) => ({ line, index, role: roles[index] ?? 'text' }));
    for (const { from, to, isHeading } of findLongHeadings(own, roles, body))
      for (const each of numbered.slice(from, to)) each.role = isHeading ? 'heading' : 'text';
    const build = (isChosen: (index: number) => boolean) =>
      buildBlocks(
        numbered.filter(({ index }) => isChosen(index)),
        body,
        counts,
      );
    return { main: build((index) => !isAside(index)), asides: build(isAside) };
  };
  const { main, asides } = read(lines, (index) => aside.has(index));
  const boxes = Map.groupBy(areAsides ? [...labels, ...boxed] : labels, ({ box }) => box);
  const inBoxes = [...boxes.values()].flatMap((own): BuiltBlock[] => {
    const [first] = own;
    if (first === undefined) return [];
    const place = all.slice(0, all.indexOf(first)).filter(isMain).length;
    const at = { first: place, last: place };
    if (first.isLabel !== true)
      return read(dotBareNumbers(own, body), () => false).main.map((built) => ({ ...built, ...at }));
    const text = own.map((line) => line.text).join('\n');
    const bounds = boundsOf(own);
    return [{ ...at, block: { kind: 'index', text }, lines: own, bounds, columnRight: bounds.right }];
  });
  return placeAsides(joinAroundTables(main, counts), [...asides, ...inBoxes]);
}

function buildBlocks(
  lines: readonly { line: PageLine; index: number; role: LineRole }[],
  body: BodyStyle,
  counts: WordCounts,
): BuiltBlock[] {
  const blocks: BuiltBlock[] = [];
  const byColumn = Map.groupBy(
    lines.map(({ line }) => line),
    ({ column }) => column,
  );
  const rights = columnRights(byColumn);
  let open: OpenBlock | undefined;
  const close = () => {
    if (open !== undefined) {
      const { lines: own, role, first, last } = open;
      const ownMark =
        role === 'note' ? noteMark.exec(own[0]?.text ?? '')?.[0].replace(/[.\s]+$/u, '') : undefined;
      blocks.push({
        block: finishBlock(open, body, counts),
        first,
        last,
        lines: own,
        bounds: boundsOf(own),
        columnRight: rights.get(own.at(-1)?.column ?? 0) ?? Infinity,
        ownMark,
      });
    }
    open = undefined;
  };
  const entries = new Set(
    [...byColumn].flatMap(([column, own]) => [...findHangingEntries(own, rights.get(column) ?? 0)]),
  );
  for (const { line, index, role } of lines) {
    if (dotLeader.test(line.text) || contentsHeading.test(line.text)) {
      close();
      continue;
    }
    if (
      open &&
      !(role === 'text' && entries.has(line)) &&
      continuesBlock(open, line, role, body, index === open.last + 1, rights)
    ) {
      open.lines.push(line);
      open.last = index;
    } else {
      close();
      open = { role, lines: [line], first: index, last: index };
    }
  }
  close();
  return blocks;
}

/** Where the lines of each column end, apart from a few that are wider. */
function columnRights(byColumn: ReadonlyMap<number, readonly PageLine[]>): ReadonlyMap<number, number> {
  return new Map(
    [...byColumn].map(([column, own]) => {
      const rights = own.map(({ right }) => right).sort((a, b) => a - b);
      return [column, rights[Math.floor(0.85 * (rights.length - 1))] ?? 0];
    }),
  );
}

/** The leftmost edge that lines of a page share: pages of a book shift theirs from left to right. */
function leftMargin(lines: readonly PageLine[], body: BodyStyle): number {
  const lefts = lines
    .filter((line) => !line.monospaced)
    .map((line) => line.left)
    .sort((a, b) => a - b);
  // Sorted, so that the nearest is a neighbour: a page may have a hundred thousand lines.
  return lefts.find((left, index) => (lefts[index + 1] ?? Infinity) - left < 1) ?? body.left;
}

function lineRole(
  lines: readonly PageLine[],
  index: number,
  line: PageLine,
  body: BodyStyle,
  margin: number,
  isAside: boolean,
): LineRole {
  const previous = lines[index - 1];
  const next = lines[index + 1];
  if (isCode(line, previous, next, body, margin)) return 'code';
  if (isIndexRow(lines, index)) return 'index';
  if ([previous, next].some((other) => other !== undefined && areRowsOfTable(line, other))) return 'table';
  if (isAside && caption.test(line.text)) return 'caption';
  if (isAside && noteMark.test(line.text)) return 'note';
  if (isHeadingLine(line, previous, next, body) || isReferencesTitle(line.text)) return 'heading';
  return listMarker.test(line.text) && !continuesSentence(lines, index, body) ? 'list-item' : 'text';
}

/** Monospaced lines are program code, unless they are a few words that a sentence runs through. */
function isCode(
  line: PageLine,
  previous: PageLine | undefined,
  next: PageLine | undefined,
  body: BodyStyle,
  margin: number,
): boolean {
  if (!line.monospaced || body.monospaced) return false;
  const indented = line.left > margin + body.size;
  const beside = [previous, next].some((other) => other?.monospaced === true && other.column === line.column);
  return indented || beside;
}

const numbersOnly = /^[-−]?\d[\d.,]*%?$/u;

/** An entry of the index of a book, or a number of an axis. */
function isIndexRow(lines: readonly PageLine[], index: number): boolean {
  if (lines[index]?.isTableRow === true) return false;
  const near = lines
    .slice(Math.max(0, index - 2), index + 3)
    .filter((line) => !line.isTableRow && numbersOnly.test(line.text));
  if (near.length > 2 && near.some((line) => line === lines[index])) return true;
  if (!/\d$/u.test(lines[index]?.text ?? '')) return false;
  const around = lines.slice(Math.max(0, index - 4), index + 5);
  const entries = around.filter((line) => indexEntry.test(line.text) && !listMarker.test(line.text));
  return around.length >= 5 && entries.length > 0.6 * around.length;
}

function finishBlock(open: OpenBlock, body: BodyStyle, counts: WordCounts): DocumentBlock {
  const first = open.lines[0];
  const texts = open.lines.map((line) => line.text);
  const text = keepsLines(open.role) ? '' : joinAllLines(texts, counts);
  switch (open.role) {
    case 'heading':
      return { kind: 'heading', text, level: first ? headingLevel(text, first, body) : 1 };
    case 'list-item':
      return { kind: 'list-item', text: normalizeListMarker(text) };
    case 'note':
      return { kind: 'paragraph', text: text.replace(noteMark, '') };
    case 'code':
      return { kind: 'code', text: writeCode(open.lines) };
    case 'table':
      return { kind: 'table', text: writeTable(open.lines) };
    case 'index':
      return { kind: 'index', text: texts.join('\n') };
    case 'caption':
    case 'text':
      return { kind: 'paragraph', text };
  }
}
