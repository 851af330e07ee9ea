import { SPEECH_SAMPLE_RATE } from '#server/ai/speech-to-text.ts';
import { createRandom } from '#server/language/random.ts';

const FRAME_SAMPLES = 0.02 * SPEECH_SAMPLE_RATE;
/** Frames this far below the loudest are pauses. */
const PAUSE_DECIBELS = 35;
/** Echoes a second: enough to sound like a room, few enough to be added one by one. */
const ECHOES_PER_SECOND = 2_000;
/** The first echo arrives after the sound has been to the nearest wall. */
const FIRST_ECHO_SECONDS = 0.005;

/** Root mean square of what is said, without the pauses. */
export function measureSpeechLevel(samples: Float32Array): number {
  const energies: number[] = [];
  for (let start = 0; start + FRAME_SAMPLES <= samples.length; start += FRAME_SAMPLES) {
    let energy = 0;
    for (let index = start; index < start + FRAME_SAMPLES; index += 1) energy += (samples[index] ?? 0) ** 2;
    energies.push(energy / FRAME_SAMPLES);
  }
  const threshold = Math.max(...energies) * 10 ** (-PAUSE_DECIBELS / 10);
  const spoken = energies.filter((energy) => energy > threshold);
  return Math.sqrt(spoken.reduce((sum, energy) => sum + energy, 0) / Math.max(1, spoken.length));
}

/** @param decibels how far the noise is below what is said, pauses not counted. */
export function addNoise(speech: Float32Array, noise: Float32Array, decibels: number): Float32Array {
  const noiseLevel = Math.sqrt(noise.reduce((sum, sample) => sum + sample * sample, 0) / noise.length);
  const factor = (measureSpeechLevel(speech) * 10 ** (-decibels / 20)) / noiseLevel;
  return speech.map((sample, index) => sample + factor * (noise[index % noise.length] ?? 0));
}

/**
 * A room in which sound takes `seconds` to fall by 60 dB. The echoes together are as loud as the voice itself, as at the
 * back rows of a seminar room.
 */
export function addEcho(samples: Float32Array, seconds: number, seed: number): Float32Array {
  const next = createRandom(seed);
  const echoes: { readonly delay: number; readonly loudness: number }[] = [];
  for (let second = FIRST_ECHO_SECONDS; second < seconds; second += 1 / ECHOES_PER_SECOND) {
    const delay = Math.round((second + next() / ECHOES_PER_SECOND) * SPEECH_SAMPLE_RATE);
    echoes.push({ delay, loudness: (next() < 0.5 ? -1 : 1) * 10 ** ((-3 * second) / seconds) });
  }
  const scale = 1 / Math.sqrt(echoes.reduce((sum, { loudness }) => sum + loudness * loudness, 0));
  const wet = samples.slice();
  for (const { delay, loudness } of echoes) {
    const factor = loudness * scale;
    for (let index = delay; index < wet.length; index += 1)
      wet[index] = (wet[index] ?? 0) + factor * (samples[index - delay] ?? 0);
  }
  return wet;
}

/** 8 kHz, 300–3,400 Hz and eight bits on the µ-law scale, as a telephone line carries it. */
export function sendThroughTelephone(samples: Float32Array): Float32Array {
  let line = samples;
  for (let pass = 0; pass < 2; pass += 1) line = filter(filter(line, 'highpass', 300), 'lowpass', 3_400);
  line = filter(line, 'lowpass', 3_600);
  const stuffed = line.map((sample, index) => (index % 2 === 0 ? 2 * quantize(sample) : 0));
  let received: Float32Array = stuffed;
  for (let pass = 0; pass < 4; pass += 1) received = filter(received, 'lowpass', 3_400);
  return received;
}

/** µ-law, eight bits. */
function quantize(sample: number): number {
  const compressed = (Math.sign(sample) * Math.log1p(255 * Math.min(1, Math.abs(sample)))) / Math.log(256);
  const stored = Math.round(compressed * 127) / 127;
  return (Math.sign(stored) * (256 ** Math.abs(stored) - 1)) / 255;
}

/** A second-order Butterworth filter. */
function filter(samples: Float32Array, kind: 'highpass' | 'lowpass', frequency: number): Float32Array {
  const angle = (2 * Math.PI * frequency) / SPEECH_SAMPLE_RATE;
  const slope = Math.sin(angle) / Math.SQRT2;
  const cosine = Math.cos(angle);
  const outer = (kind === 'lowpass' ? 1 - cosine : 1 + cosine) / 2 / (1 + slope);
  const inner = (kind === 'lowpass' ? 1 - cosine : -(1 + cosine)) / (1 + slope);
  const feedback = (-2 * cosine) / (1 + slope);
  const feedbackBefore = (1 - slope) / (1 + slope);
  let [input, inputBefore, output, outputBefore] = [0, 0, 0, 0];
  return samples.map((sample) => {
    const value =
      outer * sample +
      inner * input +
      outer * inputBefore -
      feedback * output -
      feedbackBefore * outputBefore;
    [inputBefore, input, outputBefore, output] = [input, sample, output, value];
    return value;
  });
}

export const changeLevel = (samples: Float32Array, decibels: number): Float32Array =>
  samples.map((sample) => sample * 10 ** (decibels / 20));
