import { measureLevels } from '../cues/place-cues.ts';
import { SPEECH_SAMPLE_RATE } from '../speech-to-text.ts';

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
/** Speech that is not this much louder than its pauses counts as noisy. */
const NOISY_DECIBELS = 20;
/** Above this, sound falls by 1.8 dB an octave: the model errs less with noise like a fan's than with a hiss. */
const TILT_HERTZ = 500;
const TILT = 0.3;

/** Noise reduction helps with noisy speech, and hurts with echo and telephone sound. */
export function isNoisy(samples: Float32Array): boolean {
  const { quiet, loud } = measureLevels(samples);
  return loud - quiet < NOISY_DECIBELS;
}

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

/**
 * The discrete Fourier transform of a complex signal, in place (Cooley–Tukey, radix 2).
 * @param real and imaginary parts, of the same length, a power of two
 * @param inverse the inverse transform, divided by the length
 */
export function transform(real: Float32Array, imaginary: Float32Array, inverse = false): void {
  const length = real.length;
  for (let index = 1, reversed = 0; index < length; index += 1) {
    let bit = length >> 1;
    for (; reversed & bit; bit >>= 1) reversed ^= bit;
    reversed ^= bit;
    if (index < reversed) {
      swap(real, index, reversed);
      swap(imaginary, index, reversed);
    }
  }
  const circle = getCircle(length);
  for (let size = 2; size <= length; size *= 2)
    mergeBlocks(real, imaginary, { size, circle, sign: inverse ? 1 : -1 });
  if (!inverse) return;
  for (let index = 0; index < length; index += 1) {
    real[index] = (real[index] ?? 0) / length;
    imaginary[index] = (imaginary[index] ?? 0) / length;
  }
}

interface Circle {
  readonly cosines: Float64Array;
  readonly sines: Float64Array;
}

/** Frames of one length follow each other by thousands: their angles are computed once. */
const circles = new Map<number, Circle>();

function getCircle(length: number): Circle {
  const known = circles.get(length);
  if (known) return known;
  const angleOf = (_: unknown, index: number): number => (2 * Math.PI * index) / length;
  const angles = Float64Array.from({ length: length / 2 }, angleOf);
  const circle = { cosines: angles.map(Math.cos), sines: angles.map(Math.sin) };
  circles.set(length, circle);
  return circle;
}

function mergeBlocks(
  real: Float32Array,
  imaginary: Float32Array,
  { size, circle, sign }: { readonly size: number; readonly circle: Circle; readonly sign: 1 | -1 },
): void {
  const half = size / 2;
  const stride = real.length / size;
  for (let offset = 0; offset < half; offset += 1) {
    const cosine = circle.cosines[offset * stride] ?? 1;
    const sine = sign * (circle.sines[offset * stride] ?? 0);
    for (let even = offset; even < real.length; even += size) {
      const odd = even + half;
      const [oddReal, oddImaginary] = [real[odd] ?? 0, imaginary[odd] ?? 0];
      const turnedReal = oddReal * cosine - oddImaginary * sine;
      const turnedImaginary = oddReal * sine + oddImaginary * cosine;
      const [evenReal, evenImaginary] = [real[even] ?? 0, imaginary[even] ?? 0];
      real[even] = evenReal + turnedReal;
      imaginary[even] = evenImaginary + turnedImaginary;
      real[odd] = evenReal - turnedReal;
      imaginary[odd] = evenImaginary - turnedImaginary;
    }
  }
}

function swap(values: Float32Array, one: number, other: number): void {
  const kept = values[one] ?? 0;
  values[one] = values[other] ?? 0;
  values[other] = kept;
}
