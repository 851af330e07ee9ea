import { SPEECH_SAMPLE_RATE } from '../speech-to-text.ts';

/** A stretch of a segment in which somebody speaks; seconds from the segment's start. */
export interface VoicedSpan {
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
 * between its own quiet (10th percentile) and loud (95th percentile) frames. One whole span when nothing stands out.
 */
export function findVoicedSpans(samples: Float32Array): VoicedSpan[] {
  const durationSeconds = samples.length / SPEECH_SAMPLE_RATE;
  const whole: VoicedSpan[] = durationSeconds > 0 ? [{ startSecond: 0, endSecond: durationSeconds }] : [];
  const levels = measureLevels(samples);
  const sorted = levels.toSorted();
  const quiet = sorted[Math.floor(sorted.length * 0.1)] ?? 0;
  const loud = sorted[Math.floor(sorted.length * 0.95)] ?? 0;
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

/** Decibels of each frame. */
function measureLevels(samples: Float32Array): Float32Array {
  const levels = new Float32Array(Math.floor(samples.length / FRAME_SAMPLES));
  for (let frame = 0; frame < levels.length; frame += 1) {
    let energy = 1e-10;
    const start = frame * FRAME_SAMPLES;
    for (let index = start; index < start + FRAME_SAMPLES; index += 1) energy += (samples[index] ?? 0) ** 2;
    levels[frame] = 10 * Math.log10(energy / FRAME_SAMPLES);
  }
  return levels;
}
