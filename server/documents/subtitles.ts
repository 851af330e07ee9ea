import { message } from '#contract/messages/make-message.ts';
import type { Cue } from '../ai/speech-to-text.ts';
import { MessageError } from '../platform/message-error.ts';
import { printableLine } from './printable-text.ts';
import { removeRollingText, type RawCue } from './rolling-captions.ts';
import { buildTextBlocks } from './text-blocks.ts';

/** A transcript that a person brings. Without times `cues` is empty; `text` is always there. */
export interface UploadedTranscript {
  readonly cues: readonly Cue[];
  readonly text: string;
}

type SubtitleFault = 'subtitles_without_cues' | 'subtitles_without_text' | 'subtitles_without_times';

/** A subtitle file of which nothing can be used. */
export class SubtitlesUnreadableError extends MessageError {
  override readonly name = 'SubtitlesUnreadableError';
  /** From 1; the first line at fault. */
  readonly line: number;

  constructor(line: number, fault: SubtitleFault) {
    super(message(fault, { line }));
    this.line = line;
  }
}

const time = String.raw`(?:(\d{1,4})\s?:\s?)?(\d{1,3})\s?:\s?(\d{1,2})(?:\s?[.,:]\s?(\d{1,6}))?`;
const timing = new RegExp(String.raw`^\s*${time}\s*-{1,3}>\s*${time}(?:\s.*)?$`, 'u');
const looksTimed = /-{1,2}>/u;
const clockTime = /\d:\d\d/u;
const sequenceNumber = /^\s*\d{1,7}\s*$/u;
const header = /^WEBVTT(?:[ \t].*)?$/u;
/** Blocks of WebVTT that hold no speech. */
const otherBlock = /^(?:NOTE|STYLE|REGION)(?:\s|$)/u;
const mostLines = 500_000;

/**
 * Reads SRT or WebVTT, forgivingly: numbers may be missing, times may have commas or points, no hours, or be out of
 * order, cues may overlap. Cues that cannot be used are left out.
 * @returns cues in order, without overlap, `startSecond < endSecond`
 * @throws {SubtitlesUnreadableError} when no cue can be used
 */
export function parseSubtitles(content: string): Cue[] {
  const lines = content.replace(/^\u{FEFF}/u, '').split(/\r\n|\r|\n/u, mostLines);
  const { cues, fault } = readCues(lines);
  const mended = mendCues(cues);
  if (mended.length > 0) return mended;
  if (fault) throw new SubtitlesUnreadableError(fault.line, fault.reason);
  const last = Math.max(1, lines.length);
  throw new SubtitlesUnreadableError(
    Math.min(last, 1 + lines.findIndex((line) => line.trim() !== '')) || 1,
    'subtitles_without_cues',
  );
}

/**
 * Reads a transcript that a person uploads or pastes: SRT, WebVTT, or plain text, which has no times.
 * @param content whose lines end in `\n`
 * @throws {SubtitlesUnreadableError} when it has times but no cue can be used
 */
export function parseTranscript(content: string): UploadedTranscript {
  const lines = content.split('\n');
  const timed = header.test(lines[0]?.trim() ?? '') || lines.some((line) => readTiming(line) !== undefined);
  // Arrows without two times are broken subtitles only next to a time or below a number.
  const broken = lines.some(
    (line, index) =>
      looksTimed.test(line) &&
      (clockTime.test(line) || (/\d/u.test(line) && sequenceNumber.test(lines[index - 1] ?? ''))),
  );
  if (timed || broken) {
    const cues = parseSubtitles(content);
    return { cues, text: cues.map((cue) => cue.text).join('\n') };
  }
  return {
    cues: [],
    text: buildTextBlocks(content)
      .map((block) => block.text)
      .join('\n\n'),
  };
}

/** Whether any line of a text has two times, like the first line of a cue. */
export const hasTimes = (text: string): boolean =>
  text.split(/\r\n|\r|\n/u, mostLines).some((line) => readTiming(line) !== undefined);

interface Fault {
  readonly line: number;
  readonly reason: SubtitleFault;
}

function readCues(lines: readonly string[]): { cues: RawCue[]; fault: Fault | undefined } {
  const cues: RawCue[] = [];
  let fault: Fault | undefined;
  const isWebVtt = header.test(lines[0]?.trim() ?? '');
  let index = isWebVtt ? endOfBlock(lines, 0) : 0;
  while (index < lines.length) {
    const line = lines[index] ?? '';
    if (otherBlock.test(line) && isWebVtt) {
      index = endOfBlock(lines, index);
      continue;
    }
    const times = readTiming(line);
    if (!times) {
      if (looksTimed.test(line)) fault ??= { line: index + 1, reason: 'subtitles_without_times' };
      index++;
      continue;
    }
    const end = endOfCue(lines, index + 1, isWebVtt);
    const text = cleanCueText(lines.slice(index + 1, end));
    if (text.length === 0) fault ??= { line: index + 1, reason: 'subtitles_without_text' };
    else cues.push({ ...times, lines: text });
    index = end;
  }
  return { cues, fault };
}

function readTiming(line: string): { startSecond: number; endSecond: number } | undefined {
  // Timing lines are short; long ones are refused before the expression is tried on them.
  if (line.length > 300 || !looksTimed.test(line)) return undefined;
  const match = timing.exec(line);
  if (!match) return undefined;
  const [startSecond, endSecond] = [toSeconds(match.slice(1, 5)), toSeconds(match.slice(5, 9))];
  return { startSecond, endSecond };
}

function toSeconds([hours = '0', minutes = '0', seconds = '0', fraction = '0']: (
  string | undefined
)[]): number {
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return Math.round((whole + Number(`0.${fraction}`)) * 1000) / 1000;
}

function endOfBlock(lines: readonly string[], from: number): number {
  let index = from;
  while (
    index < lines.length &&
    (lines[index] ?? '').trim() !== '' &&
    (index === from || !looksTimed.test(lines[index] ?? ''))
  )
    index++;
  return index;
}

/**
 * The text of a cue ends before the next times and their number or name. In WebVTT it also ends at an empty line; in SubRip,
 * text below an empty line still belongs to the cue. A line of spaces is not empty: players show it as a blank line.
 */
function endOfCue(lines: readonly string[], from: number, isWebVtt: boolean): number {
  let index = from;
  while (index < lines.length) {
    const line = lines[index] ?? '';
    if (readTiming(line) || (isWebVtt && line === '')) return index;
    const isNamed = (lines[index - 1] ?? '').trim() === '' || sequenceNumber.test(line);
    if (line.trim() !== '' && isNamed && readTiming(nextLine(lines, index))) return index;
    index++;
  }
  return index;
}

/** A blank line may separate a number from its times. */
function nextLine(lines: readonly string[], index: number): string {
  const next = lines[index + 1] ?? '';
  const isApart = next.trim() === '' && sequenceNumber.test(lines[index] ?? '');
  return (isApart ? lines[index + 2] : next) ?? '';
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

/** The tags of SubRip and WebVTT, but no other words in angle brackets. */
const tag =
  /<\/?(?:(?:[biucs]|ruby|rt|em|strong|small|big|tt|br|font|span|p|div)(?:\.[\w-]{1,40})*\s?\/?|(?:v|lang)(?:\.[\w-]{1,40})*(?:\s[^<>\n]{0,200})?|(?:[biucs]|font|span|p|div|a)\s[\w-]{1,40}=[^<>\n]{0,200})>|<\d{1,2}:\d{2}[:.\d]{0,12}>|<\/>/giu;

/** Removes markup from the lines of a cue: tags, ruby text, override codes ({\an8}), speaker tags, HTML entities. */
function cleanCueText(lines: readonly string[]): string[] {
  const text = lines
    .join('\n')
    .replace(/<rt>[^<\n]{0,100}<\/rt>/giu, '')
    .replace(tag, '')
    .replace(/\{\\[^{}\n]{0,100}\}|\{[yY]:[biusBIUS]\}/gu, '')
    .replace(/\\N/gu, '\n')
    .replace(/\\[nh]/gu, ' ')
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
    // Two speakers in one cue start their lines with dashes. Blank lines are not looked through: thousands of line
    // separators (U+2028) would be looked through from each of them.
    .replace(/^[^\S\r\n\u{2028}\u{2029}]*[-–]\s+/gmu, '');
  return text
    .split('\n')
    .map(printableLine)
    .filter((line) => line !== '');
}

/**
 * Fixes the times of cues: sorts them, turns reversed times, cuts overlaps, and drops what automatic captions repeat
 * while the text rolls up. Out: cues in order, `startSecond < endSecond`, none starting before the last one ends.
 */
function mendCues(raw: readonly RawCue[]): Cue[] {
  const cues = raw
    .map(({ startSecond, endSecond, lines }) => ({
      startSecond: Math.min(startSecond, endSecond),
      endSecond: Math.max(startSecond, endSecond),
      lines,
    }))
    .sort((a, b) => a.startSecond - b.startSecond);
  return removeOverlaps(removeRollingText(cues));
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
