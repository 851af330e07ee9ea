import type { DocumentBlock, DocumentPage } from './document-blocks.ts';
import { decodeText } from './decode-text.ts';
import { DocumentUnreadableError } from './document-unreadable-error.ts';
import { countWords, joinAllLines, type WordCounts } from './hyphenation.ts';
import { listMarker, normalizeListMarker } from './list-markers.ts';
import { printableLine } from './printable-text.ts';

const markdownHeading = /^(#{1,6})\s+(.+?)\s*#*$/u;
/** How a Markdown heading begins: enough to end a paragraph, and quick on a line of any length. */
const markdownStart = /^#{1,6}\s+\S/u;
const underline = /^(?:={3,}|-{3,}|~{3,})\s*$/u;
const numbered =
  /^(?:chapter|part|unit|lesson|module|section|appendix)\s+(?:\d+|[a-z]|[ivxlc]+)\b|^(?:\d{1,2}\.){1,4}\d{0,2}\s+\p{Lu}|^[IVX]{1,5}\.\s+\p{Lu}/iu;
const longestHeading = 100;

/**
 * Reads a text file as a document: headings (Markdown, underlined, numbered, capitals, short lines that stand alone),
 * paragraphs with their hard line breaks undone, and list items.
 * @throws {DocumentUnreadableError} empty, too-large, not-text, no-readable-text
 */
export const extractTextPages = (bytes: Uint8Array): DocumentPage[] => layOutText(decodeText(bytes).text);

/**
 * As {@link extractTextPages}, for text whose lines end in `\n`.
 * @throws {DocumentUnreadableError} no-readable-text
 */
export function layOutText(text: string): DocumentPage[] {
  const blocks = buildTextBlocks(text);
  if (!blocks.some((block) => /\p{L}/u.test(block.text)))
    throw new DocumentUnreadableError('no-readable-text');
  return [{ page: null, blocks }];
}

/** Builds the blocks of plain text whose lines end in `\n`. Every word of the text is in exactly one block. */
export function buildTextBlocks(text: string): DocumentBlock[] {
  const lines = text.split('\n');
  const counts = countWords(lines.map((line) => line.trim()));
  const width = wrapWidth(lines);
  const blocks: DocumentBlock[] = [];
  let index = 0;
  while (index < lines.length) {
    const heading = findHeading(lines, index, width);
    if (heading) {
      blocks.push({ kind: 'heading', text: heading.text, level: heading.level });
      index += heading.lines;
      continue;
    }
    const end = paragraphEnd(lines, index, width);
    const block = joinBlock(lines.slice(index, end), counts);
    if (block.text !== '') blocks.push(block);
    index = end;
  }
  return blocks;
}

function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === '';
}

interface FoundHeading {
  readonly text: string;
  readonly level: number;
  readonly lines: number;
}

function findHeading(
  lines: readonly string[],
  index: number,
  width: number | undefined,
): FoundHeading | undefined {
  const text = printableLine(lines[index] ?? '');
  if (text === '' || text.length > longestHeading || !/\p{L}{2}/u.test(text)) return undefined;
  const markdown = markdownHeading.exec(text);
  if (markdown?.[1] !== undefined && markdown[2] !== undefined) {
    return { text: markdown[2].replace(/[*_]{2,}/gu, ''), level: markdown[1].length, lines: 1 };
  }
  if (!isBlank(lines[index - 1]) || /[,;]$/u.test(text)) return undefined;
  const next = lines[index + 1]?.trim() ?? '';
  if (underline.test(next) && next.length >= text.length / 2) {
    return { text, level: next.startsWith('=') ? 1 : 2, lines: 2 };
  }
  const isAbove = isBlank(lines[index + 1])
    ? followedByText(lines, index + 1)
    : standsOver(text, next, width);
  const level = isAbove ? levelOfPlainHeading(text) : undefined;
  return level === undefined ? undefined : { text, level, lines: 1 };
}

/** The level of a line that is a heading by its words alone; undefined for any other line. */
function levelOfPlainHeading(text: string): number | undefined {
  if (/^\p{Ll}/u.test(text) || /[.:!]$/u.test(text)) return undefined;
  if (numbered.test(text)) return numberDepth(text);
  if (text === text.toUpperCase() && /\p{Lu}{2}/u.test(text)) return 1;
  const short = text.length <= 70 && text.split(' ').length <= 10;
  return short && !listMarker.test(text) && /^[\p{L}\p{N}]/u.test(text) ? 2 : undefined;
}

/**
 * A short line right above a paragraph, without an empty line between: no full stop, and the first word below would have
 * fitted on it. Lines of verse are as short below as above.
 */
function standsOver(text: string, next: string, width: number | undefined): boolean {
  if (text.length > 60 || text.split(' ').length > 8 || /\p{P}$/u.test(text)) return false;
  const firstWord = next.split(' ', 1)[0]?.length ?? 0;
  const hadRoom = width === undefined || width - text.length > firstWord + 15;
  return (
    hadRoom &&
    /^\p{Lu}/u.test(text) &&
    /^\p{Lu}/u.test(next) &&
    next.length >= 60 &&
    next.length > text.length * 1.5
  );
}

function numberDepth(text: string): number {
  const numbers = /^[\d.]+/u.exec(text)?.[0].match(/\d+/gu)?.length ?? 1;
  return Math.min(6, numbers);
}

/** A heading needs text below it: the next text is longer than a heading, or another heading under it. */
function followedByText(lines: readonly string[], from: number): boolean {
  return lines.slice(from, from + 6).some((line) => line.trim() !== '');
}

/** Length of the longest lines, when the text looks wrapped by hand; else undefined. */
function wrapWidth(lines: readonly string[]): number | undefined {
  const lengths = lines.map((line) => line.trimEnd().length).filter((length) => length > 0);
  if (lengths.length < 2) return undefined;
  const sorted = lengths.sort((a, b) => a - b);
  const usual = sorted[Math.floor(sorted.length * 0.9)] ?? 0;
  return usual > 30 && usual <= 110 ? usual : undefined;
}

/** A paragraph ends at an empty line, a list item, a heading, or, in text that is not wrapped, with its line. */
function paragraphEnd(lines: readonly string[], start: number, width: number | undefined): number {
  let index = start + 1;
  while (index < lines.length) {
    const line = lines[index] ?? '';
    const last = lines[index - 1] ?? '';
    if (isBlank(line) || listMarker.test(line.trimStart()) || markdownStart.test(line)) break;
    if (isBlank(last) || isRightToLeft(line) !== isRightToLeft(last)) break;
    if (width === undefined && last.length > 110) break;
    // In wrapped text a line that leaves room for the next line's first word ends its paragraph on purpose.
    const firstWord = line.trimStart().split(' ', 1)[0]?.length ?? 0;
    const room = (width ?? 0) - last.trimEnd().length;
    if (width !== undefined && room > firstWord + 15 && /[.!?:]["'”’)]?$/u.test(last.trimEnd())) break;
    index++;
  }
  return index;
}

/** Determined by the first letter, as in browsers. */
const isRightToLeft = (line: string): boolean =>
  /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(
    line.slice(0, 200),
  );

function joinBlock(lines: readonly string[], counts: WordCounts): DocumentBlock {
  const shown = lines.map(printableLine).filter((line) => line !== '' && !underline.test(line));
  const text = joinAllLines(shown, counts);
  return listMarker.test(text)
    ? { kind: 'list-item', text: normalizeListMarker(text) }
    : { kind: 'paragraph', text };
}
