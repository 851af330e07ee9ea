import { SPEECH_SAMPLE_RATE } from '#server/ai/speech-to-text.ts';
import { joinSamples } from '#server/media/testing/make-video.ts';
import { makeBabble, makeHum, makeMusic, makePinkNoise, makeSinging, makeWhiteNoise } from './make-sounds.ts';
import type { Speech } from './read-speech.ts';
import { addEcho, addNoise, changeLevel, sendThroughTelephone } from './spoil-recording.ts';

/** A recording, and every word that is said in it. */
export interface RecordingCase {
  /** Cases of one name differ in the noise only and are counted together. */
  readonly name: string;
  readonly reference: string;
  /** Made when asked for: all cases together are too large to hold. */
  readonly makeSamples: () => Float32Array;
}

const SEEDS = [1, 2, 3];
const OVERLAP_SECONDS = 0.3;
const NOISES = {
  white: (speech: Float32Array, seed: number) => makeWhiteNoise(secondsOf(speech), seed),
  pink: (speech: Float32Array, seed: number) => makePinkNoise(secondsOf(speech), seed),
  babble: (speech: Float32Array, seed: number) => makeBabble(speech, secondsOf(speech), seed),
} as const;

const secondsOf = (samples: Float32Array): number => samples.length / SPEECH_SAMPLE_RATE;
const silence = (seconds: number): Float32Array => new Float32Array(seconds * SPEECH_SAMPLE_RATE);

/** The same words in noise, in a room, by telephone and so on. The same speech gives the same samples. */
export function spoilSpeech({ samples, reference }: Speech): RecordingCase[] {
  const cases: RecordingCase[] = [];
  const add = (name: string, makeSamples: () => Float32Array): void => {
    cases.push({ name, reference, makeSamples });
  };
  add('as recorded', () => samples);
  for (const [noise, make] of Object.entries(NOISES)) {
    for (const decibels of [20, 10, 5]) {
      for (const seed of SEEDS)
        add(`${noise} noise at ${decibels} dB`, () => addNoise(samples, make(samples, seed), decibels));
    }
  }
  for (const seconds of [0.5, 0.8]) {
    for (const seed of SEEDS) add(`room echo of ${seconds} s`, () => addEcho(samples, seconds, seed));
  }
  add('telephone', () => sendThroughTelephone(samples));
  add('quiet microphone', () => changeLevel(samples, -30));
  add('laptop in a room', () => {
    const room = addEcho(samples, 0.3, 1);
    return changeLevel(addNoise(room, makePinkNoise(secondsOf(samples), 1), 15), -15);
  });
  add('a minute of music first', () => joinSamples([makeMusic(60, 1), samples]));
  return cases;
}

/** Five minutes without a sound between two speakers. */
export function pauseLong(speakers: readonly Speech[]): RecordingCase {
  const parts = speakers.flatMap(({ samples }, index) => (index === 0 ? [samples] : [silence(300), samples]));
  return {
    name: 'five minutes of silence',
    reference: tell(speakers),
    makeSamples: () => joinSamples(parts),
  };
}

/** Each turn begins before the one before it ends. */
export function takeTurns(turns: readonly Speech[]): RecordingCase {
  return { name: 'two speakers in turn', reference: tell(turns), makeSamples: () => overlap(turns) };
}

function overlap(turns: readonly Speech[]): Float32Array {
  const shared = OVERLAP_SECONDS * SPEECH_SAMPLE_RATE;
  const mixed = joinSamples(turns.map(({ samples }) => samples)).fill(0);
  let start = 0;
  let end = 0;
  for (const { samples } of turns) {
    samples.forEach((sample, index) => {
      mixed[start + index] = (mixed[start + index] ?? 0) + sample;
    });
    end = start + samples.length;
    start = end - shared;
  }
  return mixed.slice(0, end);
}

const tell = (speech: readonly Speech[]): string => speech.map(({ reference }) => reference).join(' ');

/** Recordings in which not a word is said. */
export function listWordless(seconds: number): RecordingCase[] {
  const sounds = {
    'white noise': makeWhiteNoise,
    'pink noise': makePinkNoise,
    music: makeMusic,
    'singing without words': makeSinging,
    hum: makeHum,
    silence,
  };
  return Object.entries(sounds).map(([name, make]) => ({
    name,
    reference: '',
    makeSamples: () => make(seconds, 1),
  }));
}
