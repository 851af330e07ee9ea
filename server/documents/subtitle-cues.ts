import type { Cue } from '../ai/speech-to-text.ts';
import { printableLine } from './printable-text.ts';

/** A cue as a file gives it: its times may be reversed, equal or overlap others'. */
export interface RawCue {
  readonly startSecond: number;
  readonly endSecond: number;
  readonly text: string;
}

/** Cues never are shorter than this. */
const shortestSeconds = 0.001;
const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  lrm: '',
  rlm: '',
  hellip: '…',
  mdash: '—',
  ndash: '–',
};

/** Joins a cue's lines and removes markup: tags, override codes ({\an8}), speaker tags, HTML entities. */
export function cleanCueText(lines: readonly string[]): string {
  const text = lines
    .join('\n')
    .replace(/<\/?[a-z][^<>\n]{0,200}>|<\d{1,2}:\d{2}[:.\d]{0,12}>|<\/>/giu, '')
    .replace(/\{\\[^{}\n]{0,100}\}|\{[yY]:[biusBIUS]\}/gu, '')
    .replace(/\\[Nnh]/gu, ' ')
    .replace(
      /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/giu,
      (whole, decimal?: string, hex?: string, name?: string) => {
        if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
        const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
        return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
          ? String.fromCodePoint(code)
          : '';
      },
    )
    // Two speakers in one cue start their lines with dashes.
    .replace(/^\s*[-–]\s+/gmu, '');
  return printableLine(text);
}

/**
 * Mends the times of cues: sorts them, turns reversed times, cuts overlaps, and drops what automatic captions repeat
 * while the text rolls up. Out: cues in order, `startSecond < endSecond`, none starting before the last one ends.
 */
export function mendCues(raw: readonly RawCue[]): Cue[] {
  const cues = raw
    .map(({ startSecond, endSecond, text }) => ({
      startSecond: Math.min(startSecond, endSecond),
      endSecond: Math.max(startSecond, endSecond),
      text,
    }))
    .sort((a, b) => a.startSecond - b.startSecond);
  return removeOverlaps(removeRollingText(cues));
}

/** Rolling captions show each line twice: as the new line, then above the next. Only new words are kept. */
function removeRollingText(cues: readonly Cue[]): Cue[] {
  const kept: Cue[] = [];
  for (const cue of cues) {
    const last = kept.at(-1);
    const near = last !== undefined && cue.startSecond - last.endSecond < 0.5;
    const text = near ? withoutRepeatedStart(last.text, cue.text) : cue.text;
    if (last && text === '') {
      kept[kept.length - 1] = { ...last, endSecond: Math.max(last.endSecond, cue.endSecond) };
    } else {
      kept.push({ ...cue, text });
    }
  }
  return kept;
}

/** The words of `text` after those that `shown` ends with; one repeated word alone may be speech ("no, no"). */
function withoutRepeatedStart(shown: string, text: string): string {
  if (shown === text) return text.includes(' ') ? '' : text;
  const before = shown.split(' ');
  const after = text.split(' ');
  for (let length = Math.min(before.length, after.length); length >= 2; length--) {
    const repeated = before.slice(-length).every((word, index) => word === after[index]);
    if (repeated) return after.slice(length).join(' ');
  }
  return text;
}

function removeOverlaps(cues: readonly Cue[]): Cue[] {
  const result: Cue[] = [];
  for (const [index, cue] of cues.entries()) {
    const next = cues[index + 1];
    const previousEnd = result.at(-1)?.endSecond ?? 0;
    const startSecond = Math.max(cue.startSecond, previousEnd);
    const limit = next && next.startSecond > startSecond ? next.startSecond : Number.POSITIVE_INFINITY;
    const endSecond = Math.max(Math.min(cue.endSecond, limit), startSecond + shortestSeconds);
    result.push({ startSecond, endSecond, text: cue.text });
  }
  return result;
}
