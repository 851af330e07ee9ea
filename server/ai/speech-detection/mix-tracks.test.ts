import { expect, test } from 'vitest';
import { mixTracks, omitCopies } from './mix-tracks.ts';
import { SPEECH_FRAME_SAMPLES } from './silero-protocol.ts';

const sound = (value: number): Float32Array => new Float32Array(2 * SPEECH_FRAME_SAMPLES).fill(value);
const MUSIC = { samples: sound(0.5), probabilities: Float32Array.of(0.25, 0) };
const VOICE = { samples: sound(0.25), probabilities: Float32Array.of(0, 0.75) };
const OTHER_VOICE = { samples: sound(0.125), probabilities: Float32Array.of(1, 0) };

test('takes the track with speech, without the music on another', () => {
  const mixed = mixTracks([MUSIC, VOICE], []);
  expect(mixed).toMatchObject({ samples: VOICE.samples, probabilities: VOICE.probabilities });
  expect(mixed.speechSeconds).toEqual([0, 0.032]);
});

test('adds the tracks of two speakers', () => {
  const { samples, probabilities } = mixTracks([VOICE, OTHER_VOICE], []);
  expect(samples).toEqual(sound(0.375));
  expect(probabilities).toEqual(Float32Array.of(1, 0.75));
});

test('keeps a track for a short time after its last word', () => {
  const silent = { samples: sound(0.25), probabilities: new Float32Array(2) };
  expect(mixTracks([MUSIC, silent], [false, true]).samples).toEqual(silent.samples);
});

test('silences a duplicate of an earlier track', () => {
  const [voice, copy, other] = omitCopies([
    Float32Array.of(0.5, -0.5, 0.25, 0),
    Float32Array.of(-0.25, 0.25, -0.125, 0),
    Float32Array.of(0.5, 0.5, 0, 0.25),
  ]);
  expect([voice, copy, other]).toEqual([
    Float32Array.of(0.5, -0.5, 0.25, 0),
    new Float32Array(4),
    Float32Array.of(0.5, 0.5, 0, 0.25),
  ]);
});
