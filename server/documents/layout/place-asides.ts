import { type Box } from '../pdf-characters.ts';
import type { DocumentBlock } from '../document-blocks.ts';
import { caption } from './asides.ts';
import type { PageLine } from '../page-line.ts';
import { isReferencesTitle } from './page-titles.ts';

/** A block with its lines, and the places of the first and last of them on the page. */
export interface BuiltBlock {
  readonly block: DocumentBlock;
  readonly lines: readonly PageLine[];
  readonly first: number;
  readonly last: number;
  readonly bounds: Box;
  /** Where the lines of its last column end, in points. */
  readonly columnRight: number;
  /** Of a footnote: its mark. */
  readonly ownMark?: string | undefined;
}

/** A block in reading order. The text does not run through an aside: a footnote, a caption, a box or a note in the margin. */
export interface PlacedBlock extends BuiltBlock {
  readonly isAside: boolean;
}

/**
 * Puts asides where a person would read them: footnotes behind the paragraph with their mark, figures and tables in a
 * section that mentions them, everything else behind the paragraph next to it; never into a list of references.
 */
export function placeAsides(main: readonly BuiltBlock[], asides: readonly BuiltBlock[]): PlacedBlock[] {
  if (asides.length > mostAsides) {
    return [...main.map((built) => ({ ...built, isAside: false })), ...asides.map(asAside)];
  }
  const floats = withTables(main, asides);
  const moved = new Set([...floats.values()].flat());
  const text = main.filter((block) => !moved.has(block));
  const sections = sectionsOf(text);
  const behind = new Map<number, BuiltBlock[]>();
  for (const aside of asides) {
    const place = placeOf(aside, text, sections);
    behind.set(place, [...(behind.get(place) ?? []), ...(floats.get(aside) ?? [aside])]);
  }
  const asideBlocks = (place: number): PlacedBlock[] => (behind.get(place) ?? []).map(asAside);
  return beforeReferences([
    ...asideBlocks(-1),
    ...text.flatMap((built, index) => [
      { ...built, isAside: built.block.kind === 'table' || built.block.kind === 'index' },
      ...asideBlocks(index),
    ]),
  ]);
}

/** More on a page are no notes and captions. */
const mostAsides = 200;

/** The title of a box opens no section: the text after the box is about something else. */
const asAside = ({ block, ...built }: BuiltBlock): PlacedBlock => ({
  ...built,
  block: block.kind === 'heading' ? { kind: 'paragraph', text: block.text } : block,
  isAside: true,
});

/** The captions of tables with the table above or below them, in the order on the page. */
function withTables(
  main: readonly BuiltBlock[],
  asides: readonly BuiltBlock[],
): Map<BuiltBlock, readonly BuiltBlock[]> {
  const tables = main.filter(({ block }) => block.kind === 'table');
  const used = new Set<BuiltBlock>();
  const floats = new Map<BuiltBlock, readonly BuiltBlock[]>();
  for (const aside of asides) {
    if (!/^t/iu.test(aside.block.text) || !caption.test(aside.block.text)) continue;
    const next = main.findIndex(({ first }) => first > aside.first);
    const neighbours = [main[next < 0 ? main.length - 1 : next - 1], main[next]];
    const table = tables
      .filter((other) => !used.has(other))
      .filter((other) => neighbours.includes(other) || gapBetween(other.bounds, aside.bounds) < widestGap)
      .sort((one, other) => gapBetween(one.bounds, aside.bounds) - gapBetween(other.bounds, aside.bounds))[0];
    if (table === undefined) continue;
    used.add(table);
    floats.set(aside, table.bounds.bottom < aside.bounds.bottom ? [table, aside] : [aside, table]);
  }
  return floats;
}

/** Between a table and its caption, in points. */
const widestGap = 24;

function gapBetween(one: Box, other: Box): number {
  if (one.left > other.right || one.right < other.left) return Infinity;
  return Math.max(one.top - other.bottom, other.top - one.bottom, 0);
}

/** For each block, the place of the heading above it; -1 before the first. */
function sectionsOf(text: readonly BuiltBlock[]): number[] {
  let section = -1;
  return text.map(({ block }, index) => {
    if (block.kind === 'heading') section = index;
    return section;
  });
}

/** The place of the block that an aside comes after; -1 for the top of the page. */
function placeOf(aside: BuiltBlock, text: readonly BuiltBlock[], sections: readonly number[]): number {
  const near = text.findLastIndex(({ first }) => first < aside.first);
  const { ownMark } = aside;
  if (ownMark !== undefined) {
    const marked = text.findLastIndex(
      ({ first, lines }) =>
        first < aside.first && lines.some(({ noteMarks }) => noteMarks?.includes(ownMark) === true),
    );
    if (marked >= 0) return marked;
  }
  const mentions = mentionsOf(aside.block.text, text);
  const isInSection = mentions.some((place) => sections[place] === (sections[near] ?? -1));
  return isInSection ? near : (mentions[0] ?? near);
}

/** The text of a page writes "Fig. 3" or "Figures 3" of what its caption calls "Figure 3". */
const label = /^(\p{L}{3})\p{L}*\.?\s*(\d+|[IVX]+)/u;

function mentionsOf(captionText: string, text: readonly BuiltBlock[]): number[] {
  const [, stem, number] = (caption.test(captionText) ? label.exec(captionText) : null) ?? [];
  if (stem === undefined || number === undefined) return [];
  const mention = new RegExp(`\\b${stem}\\p{L}*\\.?\\s*${number}(?![\\divx])`, 'iu');
  return text.flatMap(({ block }, index) =>
    block.kind !== 'heading' && mention.test(block.text) ? [index] : [],
  );
}

/** Moves asides and tables out of a list of references, in front of it. */
function beforeReferences(blocks: readonly PlacedBlock[]): PlacedBlock[] {
  const from = blocks.findIndex(({ block }) => block.kind === 'heading' && isReferencesTitle(block.text));
  if (from < 0) return [...blocks];
  const end = blocks.findIndex(({ block }, index) => index > from && block.kind === 'heading');
  const to = end < 0 ? blocks.length : end;
  const list = blocks.slice(from, to);
  return [
    ...blocks.slice(0, from),
    ...list.filter(({ isAside }) => isAside),
    ...list.filter(({ isAside }) => !isAside),
    ...blocks.slice(to),
  ];
}
