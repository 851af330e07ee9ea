import { readBox, type TextReader } from './pdf-characters.ts';
import type { TextStyle } from './text-style.ts';

const shortestJoined = 9;
const narrowestSpace = 0.1;

/**
 * Where lines are set so tight that PDFium takes the spaces between words for those between letters.
 * @param skipped characters that are read with others
 */
export function findSpaces(
  read: TextReader,
  start: number,
  end: number,
  { size, turn }: Pick<TextStyle, 'size' | 'turn'>,
  skipped: ReadonlySet<number>,
): number[] {
  if (end - start < shortestJoined || turn !== 0) return [];
  const found: number[] = [];
  let { right } = readBox(read, start);
  for (let index = start + 1; index < end; index++) {
    if (skipped.has(index)) continue;
    const box = readBox(read, index);
    if (box.left - right > narrowestSpace * size) found.push(index);
    ({ right } = box);
  }
  // Letters may be set apart.
  return found.length > (end - start) / 3 ? [] : found;
}
