import { SPEECH_SAMPLE_RATE, type Cue, type SpeechSegment } from '../speech-to-text.ts';
import { MAXIMUM_LINE_CHARACTERS, splitIntoLines } from './split-into-lines.ts';
import { findVoicedSpans, type VoicedSpan } from './voiced-time.ts';

/** Longest time that one line stays. */
const MAXIMUM_CUE_SECONDS = 12;
/** A line that begins this near to a pause begins after it. */
const SNAP_SECONDS = 0.8;
const SHORTEST_CUE_SECONDS = 0.05;

/**
 * Makes the cues of a recognised segment. Models without word times say only what was said; a line's time is then its
 * share of the characters over the time in which somebody speaks, moved to the nearest pause. Cues are in order, do
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
  // Two boundaries may snap to one pause: whoever comes later gives way, and room is kept for all that follow.
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
