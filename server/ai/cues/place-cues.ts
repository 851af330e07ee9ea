import { type Cue, SPEECH_SAMPLE_RATE, type SpeechSegment } from '../speech-to-text.ts';

/** Longest time that one line stays. */
const MAXIMUM_CUE_SECONDS = 12;
/** A line that begins this near to a pause begins after it. */
const SNAP_SECONDS = 0.8;
const SHORTEST_CUE_SECONDS = 0.05;

/**
 * Makes the cues of a recognised segment. Models without word times say only what was said; a line's time is then its
 * share of the characters over the time in which someone speaks, moved to the nearest pause. Cues are in order, do
 * not overlap and lie inside the segment.
 */
export function placeCues(text: string, segment: SpeechSegment): Cue[] {
  const durationSeconds = segment.samples.length / SPEECH_SAMPLE_RATE;
  const spans = findVoicedSpans(segment.samples);
  const voicedSeconds = spans.reduce((sum, span) => sum + span.endSecond - span.startSecond, 0);
  const charactersPerSecond = text.length / Math.max(voicedSeconds, 0.1);
  const lines = splitIntoLines(
    text,
    Math.max(40, Math.min(MAXIMUM_LINE_CHARACTERS, Math.floor(charactersPerSecond * MAXIMUM_CUE_SECONDS))),
  );
  if (lines.length === 0 || durationSeconds <= 0) return [];

  const totalCharacters = lines.reduce((sum, line) => sum + line.length, 0);
  const boundaries: VoicedSpan[] = [];
  let characters = 0;
  for (const line of lines.slice(0, -1)) {
    characters += line.length;
    boundaries.push(
      findPauseNear(spans, toSegmentSecond(spans, (characters / totalCharacters) * voicedSeconds)),
    );
  }
  return assembleCues(lines, boundaries, spans, segment.startSecond, durationSeconds);
}

/** When so much voiced time has passed. */
function toSegmentSecond(spans: readonly VoicedSpan[], voicedSecond: number): number {
  let left = voicedSecond;
  for (const span of spans) {
    const length = span.endSecond - span.startSecond;
    if (left <= length) return span.startSecond + left;
    left -= length;
  }
  return spans.at(-1)?.endSecond ?? 0;
}

/** The pause nearest to a second: where the line before it ends and the next begins. A point when there is none. */
function findPauseNear(spans: readonly VoicedSpan[], second: number): VoicedSpan {
  let best: VoicedSpan = { startSecond: second, endSecond: second };
  let bestScore = 0;
  spans.slice(1).forEach((span, index) => {
    const pause = { startSecond: spans[index]?.endSecond ?? span.startSecond, endSecond: span.startSecond };
    const distance = Math.max(0, pause.startSecond - second, second - pause.endSecond);
    if (distance > SNAP_SECONDS) return;
    // A long pause a little further away is more likely the end of a sentence than a short one near by.
    const score = (pause.endSecond - pause.startSecond) * (1 - distance / (2 * SNAP_SECONDS));
    if (score > bestScore) {
      best = pause;
      bestScore = score;
    }
  });
  return best;
}

function assembleCues(
  lines: readonly string[],
  boundaries: readonly VoicedSpan[],
  spans: readonly VoicedSpan[],
  segmentStart: number,
  durationSeconds: number,
): Cue[] {
  // Two boundaries may snap to one pause: the later one moves, and room is left for all that follow.
  const shortest = Math.min(SHORTEST_CUE_SECONDS, durationSeconds / (lines.length * 2));
  const cues: Cue[] = [];
  let earliest = 0;
  lines.forEach((line, index) => {
    const latestEnd = durationSeconds - (lines.length - 1 - index) * shortest;
    const wantedStart = index === 0 ? (spans[0]?.startSecond ?? 0) : (boundaries[index - 1]?.endSecond ?? 0);
    const wantedEnd =
      index === lines.length - 1 ? (spans.at(-1)?.endSecond ?? 0) : (boundaries[index]?.startSecond ?? 0);
    const start = Math.min(Math.max(wantedStart, earliest), latestEnd - shortest);
    const end = Math.min(Math.max(wantedEnd, start + shortest), latestEnd);
    cues.push({ startSecond: segmentStart + start, endSecond: segmentStart + end, text: line });
    earliest = end;
  });
  return cues;
}

/** A stretch of a segment in which someone speaks; seconds from the segment's start. */
interface VoicedSpan {
  readonly startSecond: number;
  readonly endSecond: number;
}

const FRAME_SECONDS = 0.02;
const FRAME_SAMPLES = FRAME_SECONDS * SPEECH_SAMPLE_RATE;
/** Between the quiet and the loud frames of a segment, on a logarithmic scale. */
const VOICED_LEVEL = 0.35;
/** Shorter silences are the closed lips of a "p" or "b". */
const SHORTEST_PAUSE_SECONDS = 0.12;

/**
 * Where a segment of speech is loud enough to be words, by its energy: an envelope of 20 ms frames against a level
 * between its own quiet and loud frames. One whole span when nothing stands out.
 */
function findVoicedSpans(samples: Float32Array): VoicedSpan[] {
  const durationSeconds = samples.length / SPEECH_SAMPLE_RATE;
  const whole: VoicedSpan[] = durationSeconds > 0 ? [{ startSecond: 0, endSecond: durationSeconds }] : [];
  const { levels, quiet, loud } = measureLevels(samples);
  // Under 6 dB apart: steady sound without pauses.
  if (loud - quiet < 6) return whole;
  const threshold = quiet + (loud - quiet) * VOICED_LEVEL;
  const spans: { startSecond: number; endSecond: number }[] = [];
  levels.forEach((level, index) => {
    if (level < threshold) return;
    const startSecond = index * FRAME_SECONDS;
    const last = spans.at(-1);
    if (last && startSecond - last.endSecond < SHORTEST_PAUSE_SECONDS)
      last.endSecond = startSecond + FRAME_SECONDS;
    else spans.push({ startSecond, endSecond: startSecond + FRAME_SECONDS });
  });
  return spans.length > 0 ? spans : whole;
}

/** Decibels of each frame, and those of the pauses (10th percentile) and of loud vowels (95th percentile). */
export function measureLevels(samples: Float32Array): {
  readonly levels: Float32Array;
  readonly quiet: number;
  readonly loud: number;
} {
  const levels = new Float32Array(Math.floor(samples.length / FRAME_SAMPLES));
  for (let frame = 0; frame < levels.length; frame += 1) {
    let energy = 1e-10;
    const start = frame * FRAME_SAMPLES;
    for (let index = start; index < start + FRAME_SAMPLES; index += 1) energy += (samples[index] ?? 0) ** 2;
    levels[frame] = 10 * Math.log10(energy / FRAME_SAMPLES);
  }
  const sorted = levels.toSorted();
  return {
    levels,
    quiet: sorted[Math.floor(sorted.length * 0.1)] ?? 0,
    loud: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
  };
}

/** Longest line of a transcript. */
export const MAXIMUM_LINE_CHARACTERS = 200;
/** Shorter sentences are joined with the next: "Ever tried." is not a line by itself. */
const MINIMUM_LINE_CHARACTERS = 25;

/**
 * Splits a text into the lines that a transcript shows: sentences; long ones at their clauses, and where there are
 * none between words. Joined with spaces, the lines are the text.
 * @param maximumCharacters no line is longer, unless one word is.
 */
export function splitIntoLines(text: string, maximumCharacters: number = MAXIMUM_LINE_CHARACTERS): string[] {
  const sentences = splitAfter(text, /(?<=[.?!…]["'”’)]?)\s+(?=["'“‘(]?[\p{Lu}\p{N}])/u);
  const lines: string[] = [];
  for (const sentence of sentences) {
    const last = lines.at(-1);
    const joined = `${last ?? ''} ${sentence}`;
    if (last !== undefined && last.length < MINIMUM_LINE_CHARACTERS && joined.length <= maximumCharacters) {
      lines[lines.length - 1] = joined;
    } else lines.push(...splitLongSentence(sentence, maximumCharacters));
  }
  return lines;
}

function splitLongSentence(sentence: string, maximumCharacters: number): string[] {
  if (sentence.length <= maximumCharacters) return [sentence];
  // As many lines as needed, of about one length: a long line followed by two words reads badly.
  const target = sentence.length / Math.ceil(sentence.length / maximumCharacters);
  const clauses = splitAfter(sentence, /(?<=[,;:—–])\s+/u).flatMap((clause) =>
    clause.length > maximumCharacters ? splitAfter(clause, /\s+/u) : [clause],
  );
  const lines: string[] = [];
  for (const clause of clauses) {
    const last = lines.at(-1);
    const joined = `${last ?? ''} ${clause}`;
    if (last !== undefined && last.length < target && joined.length <= maximumCharacters)
      lines[lines.length - 1] = joined;
    else lines.push(clause);
  }
  return lines;
}

function splitAfter(text: string, boundary: RegExp): string[] {
  return text
    .trim()
    .split(boundary)
    .filter((part) => part !== '');
}
