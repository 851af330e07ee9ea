import { SPEECH_SAMPLE_RATE } from '../speech-to-text.ts';
import { transform } from './fourier-transform.ts';

const FRAME = 512;
const STEP = 128;
const BINS = FRAME / 2 + 1;
/** Square root of a Hann window, once before and once after: four frames overlap and add up to 2. */
const WINDOW = Float32Array.from({ length: FRAME }, (_, index) => Math.sin((Math.PI * index) / FRAME));
const WINDOW_SUM = 2;

/** Noise is what remains in the quietest frames of each frequency; speech leaves it bare this often even when fast. */
const QUIET_SHARE = 0.15;
/** The mean of noise is this much above its quietest frames. */
const QUIET_TO_MEAN = 1.25;
const SMOOTHED_FRAMES = 8;
const SMOOTHED_BINS = 5;
/** How much a frame's gain follows the one before: less sounds like water, more smears the sounds (Ephraim–Malah). */
const INERTIA = 0.96;
/** −25 dB and −18 dB: what is taken for noise is turned down, never off, since the model has not learnt from holes. */
const LEAST_SNR = 10 ** -2.5;
const LEAST_GAIN = 10 ** (-18 / 20);
/** Above this, sound falls by 1.8 dB an octave: the model errs less with noise like a fan's than with a hiss. */
const TILT_HERTZ = 500;
const TILT = 0.3;

/**
 * Turns down steady noise in a segment of speech: Wiener's filter with the noise estimated from the segment's own quietest
 * moments, and less treble. For recognition, not for listening.
 * @param samples 16 kHz mono
 */
export function reduceNoise(samples: Float32Array): Float32Array {
  const frames = analyze(samples);
  const noise = estimateNoise(frames.map(({ power }) => power));
  const previous = new Float32Array(BINS).fill(1);
  const result = new Float32Array(samples.length + 2 * FRAME);
  frames.forEach(({ real, imaginary, power }, index) => {
    for (let bin = 0; bin < BINS; bin += 1) {
      const ratio = (power[bin] ?? 0) / (noise[bin] ?? 1);
      const guess = Math.max(ratio - 1, 0);
      const smooth = index === 0 ? guess : INERTIA * (previous[bin] ?? 1) + (1 - INERTIA) * guess;
      const snr = Math.max(smooth, LEAST_SNR);
      const gain = Math.max(snr / (1 + snr), LEAST_GAIN);
      previous[bin] = (snr / (1 + snr)) ** 2 * ratio;
      const tilted = gain * tiltAt(bin);
      for (const mirrored of bin === 0 || bin === FRAME / 2 ? [bin] : [bin, FRAME - bin]) {
        real[mirrored] = (real[mirrored] ?? 0) * tilted;
        imaginary[mirrored] = (imaginary[mirrored] ?? 0) * tilted;
      }
    }
    transform(real, imaginary, true);
    for (let offset = 0; offset < FRAME; offset += 1) {
      const place = index * STEP + offset;
      result[place] = (result[place] ?? 0) + ((real[offset] ?? 0) * (WINDOW[offset] ?? 0)) / WINDOW_SUM;
    }
  });
  return result.slice(FRAME, FRAME + samples.length);
}

interface SpectrumFrame {
  readonly real: Float32Array;
  readonly imaginary: Float32Array;
  readonly power: Float32Array;
}

/** Frames that overlap, from one frame before the first sample to past the last one. */
function analyze(samples: Float32Array): SpectrumFrame[] {
  const frames: SpectrumFrame[] = [];
  for (let start = -FRAME; start < samples.length; start += STEP) {
    const real = new Float32Array(FRAME);
    const imaginary = new Float32Array(FRAME);
    for (let offset = 0; offset < FRAME; offset += 1)
      real[offset] = (samples[start + offset] ?? 0) * (WINDOW[offset] ?? 0);
    transform(real, imaginary);
    const power = Float32Array.from(
      { length: BINS },
      (_, bin) => (real[bin] ?? 0) ** 2 + (imaginary[bin] ?? 0) ** 2,
    );
    frames.push({ real, imaginary, power });
  }
  return frames;
}

/** Power of the noise in each bin. */
function estimateNoise(powers: readonly Float32Array[]): Float32Array {
  // Frames that reach over the ends hold silence that was never recorded.
  const edge = Math.min(SMOOTHED_FRAMES, Math.floor(powers.length / 4));
  const quietest = Float32Array.from({ length: BINS }, (_, bin) => {
    const smooth = smoothOver(
      powers.map((power) => power[bin] ?? 0),
      SMOOTHED_FRAMES,
    ).slice(edge, powers.length - edge);
    return (smooth.toSorted()[Math.floor(smooth.length * QUIET_SHARE)] ?? 0) * QUIET_TO_MEAN;
  });
  return smoothOver(quietest, SMOOTHED_BINS).map((power) => power + 1e-12);
}

/** Mean of as many neighbours. */
function smoothOver(values: ArrayLike<number>, width: number): Float32Array {
  const result = new Float32Array(values.length);
  const before = Math.floor(width / 2);
  for (let index = 0; index < result.length; index += 1) {
    const from = Math.max(0, index - before);
    const to = Math.min(values.length, index - before + width);
    let sum = 0;
    for (let other = from; other < to; other += 1) sum += values[other] ?? 0;
    result[index] = sum / (to - from);
  }
  return result;
}

function tiltAt(bin: number): number {
  const hertz = (bin * SPEECH_SAMPLE_RATE) / FRAME;
  return (Math.max(hertz, TILT_HERTZ) / TILT_HERTZ) ** -TILT;
}
