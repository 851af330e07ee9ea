import type { LessonText } from '#contract/lessons.ts';
import type { TextSpan } from '#web/ui/locate-quote.ts';

/** A line of the lesson with its kind and its position in the plain text. */
export interface TextBlock extends TextSpan {
  readonly kind: 'heading' | 'paragraph' | 'point' | 'code';
  readonly text: string;
  /** From 1, at the first block of a page; undefined elsewhere and in a lesson without pages. */
  readonly page: number | undefined;
}

/** How many blocks are laid out at once. */
const CHUNK_BLOCKS = 40;

/** The lines of a lesson's plain text. Headings are known by the passages, which name the one they stand under. */
export function listBlocks({ plain_text: text, passages }: LessonText): TextBlock[] {
  const headings = new Set(passages.flatMap(({ heading }) => (heading === null ? [] : [heading.trim()])));
  const blocks: TextBlock[] = [];
  let passageAt = 0;
  let lastPage: number | undefined;
  for (const match of text.matchAll(/[^\n]+/g)) {
    const line = match[0].trim();
    if (line === '') continue;
    const start = match.index;
    const end = start + match[0].length;
    while ((passages[passageAt]?.end_offset ?? Infinity) <= start) passageAt += 1;
    const passage = passages[passageAt];
    const page = passage?.page ?? undefined;
    blocks.push({
      kind: kindOf(passage, start, headings.has(line)),
      text: match[0],
      start,
      end,
      page: page === lastPage ? undefined : page,
    });
    lastPage = page ?? lastPage;
  }
  return blocks;
}

/** Points of a slide are indented by their depth; code and the rows of tables keep every space. */
function kindOf(
  passage: LessonText['passages'][number] | undefined,
  start: number,
  isHeading: boolean,
): TextBlock['kind'] {
  const kind = passage !== undefined && passage.start_offset <= start ? passage.kind : 'prose';
  if (kind === 'code' || kind === 'table') return 'code';
  if (isHeading) return 'heading';
  return kind === 'slide' ? 'point' : 'paragraph';
}

export function inChunks<Item>(items: readonly Item[], size = CHUNK_BLOCKS): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

/** A piece of a block, inside the marked span or outside of it. */
export interface TextPiece {
  readonly text: string;
  readonly isMarked: boolean;
}

/** Cuts a block where the marked span begins and ends. */
export function cutBlock(block: TextBlock, marked: TextSpan | undefined): TextPiece[] {
  const from = Math.max(0, (marked?.start ?? Infinity) - block.start);
  const to = Math.min(block.text.length, (marked?.end ?? -Infinity) - block.start);
  if (from >= to) return [{ text: block.text, isMarked: false }];
  return [
    { text: block.text.slice(0, from), isMarked: false },
    { text: block.text.slice(from, to), isMarked: true },
    { text: block.text.slice(to), isMarked: false },
  ].filter(({ text }) => text !== '');
}

/** Where the first passage of a page begins in the plain text. A passage of several pages begins each of them. */
export function findPageOffset({ passages }: LessonText, page: number): number | undefined {
  return passages.find(
    ({ page: first, page_end: last }) => first !== null && first <= page && page <= (last ?? first),
  )?.start_offset;
}
