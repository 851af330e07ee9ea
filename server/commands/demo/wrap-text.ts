import { stripVTControlCharacters } from 'node:util';

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Columns that text takes on the screen; colour codes take none. */
export const visibleLength = (text: string): number =>
  Array.from(characters.segment(stripVTControlCharacters(text))).length;

/**
 * Breaks text at spaces into lines of at most `width` columns, `first` before the first line and as many spaces before
 * the others. A no-break space holds words together; a word that is too long stands alone on its line.
 */
export function wrapText(text: string, width: number, first = ''): string[] {
  const rest = ' '.repeat(visibleLength(first));
  const lines: string[] = [];
  let line = first;
  let isEmpty = true;
  for (const word of text.split(/[ \t\r\n]+/).filter((each) => each !== '')) {
    if (!isEmpty && visibleLength(line) + 1 + visibleLength(word) > width) {
      lines.push(line);
      line = rest;
      isEmpty = true;
    }
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, line].map((each) => each.replaceAll('\u00a0', ' '));
}

/** `0:07`, `12:34`, `1:02:03`. */
export function formatTime(seconds: number): string {
  const whole = Math.floor(seconds);
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** `0.42 s`, `12.3 s`, `2 min 05 s`. */
export function formatDuration(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(2)} s`;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${String(Math.floor(seconds % 60)).padStart(2, '0')} s`;
}

/** `7 s`, `2 min 05 s`: for times that change while they are read. */
export const formatWholeSeconds = (seconds: number): string =>
  seconds < 60 ? `${Math.floor(seconds)} s` : formatDuration(seconds);
