import type { Cue } from '../ai/speech-to-text.ts';
import { decodeText } from './decode-text.ts';
import { buildTextBlocks } from './text-blocks.ts';
import { cleanCueText, mendCues, type RawCue } from './subtitle-cues.ts';

/** A transcript that a person brings. Without times `cues` is empty; `text` is always there. */
export interface UploadedTranscript {
  readonly cues: readonly Cue[];
  readonly text: string;
}

/** A subtitle file of which nothing can be used. The message is shown to people. */
export class SubtitlesUnreadableError extends Error {
  override readonly name = 'SubtitlesUnreadableError';
  /** From 1; the first line at fault. */
  readonly line: number;

  constructor(line: number, reason: string, options?: ErrorOptions) {
    super(
      `The subtitles could not be read: line ${line} ${reason}. Correct the file, or upload the transcript as plain text.`,
      options,
    );
    this.line = line;
  }
}

const time = String.raw`(?:(\d{1,4})\s?:\s?)?(\d{1,3})\s?:\s?(\d{1,2})(?:\s?[.,:]\s?(\d{1,6}))?`;
const timing = new RegExp(String.raw`^\s*${time}\s*-{1,3}>\s*${time}(?:\s.*)?$`, 'u');
const looksTimed = /-{1,2}>/u;
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
    'is not followed by any timed text',
  );
}

/**
 * Reads a transcript that a person uploads or pastes: SRT, WebVTT, or plain text, which has no times.
 * @throws {SubtitlesUnreadableError} when it has times but no cue can be used
 * @throws {DocumentUnreadableError} empty, too-large, not-text
 */
export function parseTranscriptFile(bytes: Uint8Array): UploadedTranscript {
  const content = decodeText(bytes);
  const lines = content.split('\n');
  const timed = header.test(lines[0]?.trim() ?? '') || lines.some((line) => timing.test(line));
  // Arrows without times are subtitles gone wrong only where they stand on lines of their own, after numbers.
  const broken = lines.some(
    (line, index) => looksTimed.test(line) && /\d/u.test(line) && sequenceNumber.test(lines[index - 1] ?? ''),
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

interface Fault {
  readonly line: number;
  readonly reason: string;
}

function readCues(lines: readonly string[]): { cues: RawCue[]; fault: Fault | undefined } {
  const cues: RawCue[] = [];
  let fault: Fault | undefined;
  let index = header.test(lines[0]?.trim() ?? '') ? endOfBlock(lines, 0) : 0;
  while (index < lines.length) {
    const line = lines[index] ?? '';
    if (otherBlock.test(line) && lines[0]?.startsWith('WEBVTT') === true) {
      index = endOfBlock(lines, index);
      continue;
    }
    const times = readTiming(line);
    if (!times) {
      if (looksTimed.test(line))
        fault ??= {
          line: index + 1,
          reason: 'does not hold two times such as 00:01:02,500 --> 00:01:05,000',
        };
      index++;
      continue;
    }
    const end = endOfCue(lines, index + 1);
    const text = cleanCueText(lines.slice(index + 1, end));
    if (text === '') fault ??= { line: index + 1, reason: 'gives times but no text follows' };
    else cues.push({ ...times, text });
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

/** A cue's text ends at an empty line, or at the next times (with their number) where that line is missing. */
function endOfCue(lines: readonly string[], from: number): number {
  let index = from;
  while (index < lines.length) {
    const line = lines[index] ?? '';
    if (line.trim() === '' || readTiming(line)) return index;
    // The next cue's number, where the empty line before it is missing.
    if (sequenceNumber.test(line) && readTiming(lines[index + 1] ?? '')) return index;
    index++;
  }
  return index;
}
