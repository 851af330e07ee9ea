import { SPEECH_SAMPLE_RATE } from '../speech-to-text.ts';

const WINDOW_SAMPLES = 0.1 * SPEECH_SAMPLE_RATE;

/**
 * Index of the quietest tenth of a second in the middle half: the best place to cut a segment in two. The one nearest
 * to the middle when several are as quiet.
 */
export function cutAtQuietest(samples: Float32Array): number {
  const middle = Math.floor(samples.length / 2);
  let best = middle;
  let lowest = Number.POSITIVE_INFINITY;
  for (
    let start = Math.floor(samples.length / 4);
    start < samples.length * 0.75;
    start += WINDOW_SAMPLES / 2
  ) {
    let energy = 0;
    for (let index = start; index < start + WINDOW_SAMPLES; index += 1) energy += (samples[index] ?? 0) ** 2;
    const place = Math.floor(start + WINDOW_SAMPLES / 2);
    const isNearer = Math.abs(place - middle) < Math.abs(best - middle);
    if (energy < lowest || (energy === lowest && isNearer)) {
      lowest = energy;
      best = place;
    }
  }
  return Math.min(best, samples.length);
}
