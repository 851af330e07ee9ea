import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SpeechSegment } from '../speech-to-text.ts';
import { SPEECH_FRAME_SAMPLES } from './silero-protocol.ts';
import { regroup } from './speech-detector.ts';
import { createSpeechSegmenter, type SegmenterOptions } from './speech-segmenter.ts';

const FRAME_SECONDS = SPEECH_FRAME_SAMPLES / 16_000;
const ENTER = 0.5;
const LEAVE = 0.35;

/** Runs of frames: sure speech, sure silence, and what wavers between. */
const probabilities = fc
  .array(
    fc.tuple(
      fc.oneof(
        fc.double({ min: ENTER, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 0.34, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
      ),
      fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 300 })),
    ),
    { minLength: 1, maxLength: 30 },
  )
  .map((runs) =>
    runs.flatMap(([probability, frames]) => Array<number>(frames).fill(Math.fround(probability))),
  );

const options: fc.Arbitrary<SegmenterOptions> = fc.record({
  maximumSeconds: fc.double({ min: 2, max: 30, noNaN: true }),
  maximumSilenceSeconds: fc.double({ min: 0.5, max: 3, noNaN: true }),
});

/** Every sample of a frame is the frame's number plus one, so that a segment shows where it was cut from. */
function makeSamples(firstFrame: number, frames: number): Float32Array {
  const samples = new Float32Array(frames * SPEECH_FRAME_SAMPLES);
  for (let frame = 0; frame < frames; frame += 1) {
    samples.fill(firstFrame + frame + 1, frame * SPEECH_FRAME_SAMPLES, (frame + 1) * SPEECH_FRAME_SAMPLES);
  }
  return samples;
}

function segment(
  frames: readonly number[],
  pieceLengths: readonly number[],
  segmenterOptions?: SegmenterOptions,
): SpeechSegment[] {
  const segmenter = createSpeechSegmenter(segmenterOptions);
  const segments: SpeechSegment[] = [];
  for (let start = 0, piece = 0; start < frames.length; piece += 1) {
    const part = frames.slice(start, start + (pieceLengths[piece % pieceLengths.length] ?? 400));
    segments.push(...segmenter.push(makeSamples(start, part.length), Float32Array.from(part)));
    start += part.length;
  }
  return [...segments, ...segmenter.finish()];
}

/** First frame and the one after the last; checks that the samples are exactly those. */
function locate({ samples, startSecond }: SpeechSegment): { from: number; to: number } {
  const from = Math.round(startSecond / FRAME_SECONDS);
  const frames = samples.length / SPEECH_FRAME_SAMPLES;
  expect(startSecond).toBeCloseTo(from * FRAME_SECONDS, 9);
  expect(Number.isInteger(frames)).toBe(true);
  for (let frame = 0; frame < frames; frame += 1) {
    const start = frame * SPEECH_FRAME_SAMPLES;
    if (
      samples[start] !== from + frame + 1 ||
      samples[start + SPEECH_FRAME_SAMPLES - 1] !== from + frame + 1
    ) {
      expect.fail(`frame ${from + frame} of a segment holds other samples`);
    }
  }
  return { from, to: from + frames };
}

/** The longest stretches of frames that pass, as first frame and the one after the last. */
function findRuns(
  frames: readonly number[],
  passes: (value: number) => boolean,
): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = [];
  frames.forEach((value, index) => {
    if (!passes(value)) return;
    const last = runs.at(-1);
    if (last?.to === index) last.to = index + 1;
    else runs.push({ from: index, to: index + 1 });
  });
  return runs;
}

const pieceLengths = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 5 });

describe('whatever the detector says', () => {
  test('segments are in order, apart, not too long, exact, and hold all that is surely speech', () => {
    fc.assert(
      fc.property(probabilities, pieceLengths, options, (frames, pieces, segmenterOptions) => {
        const places = segment(frames, pieces, segmenterOptions).map(locate);
        let earliest = 0;
        for (const { from, to } of places) {
          expect(from).toBeGreaterThanOrEqual(earliest);
          expect(to).toBeGreaterThan(from);
          expect((to - from) * FRAME_SECONDS).toBeLessThanOrEqual(segmenterOptions.maximumSeconds);
          earliest = to;
        }
        expect(earliest).toBeLessThanOrEqual(frames.length);
        const speech = findRuns(frames, (value) => value >= ENTER);
        for (const run of speech.filter(({ from, to }) => (to - from) * FRAME_SECONDS >= 0.2)) {
          for (let frame = run.from; frame < run.to; frame += 1) {
            const isCovered = places.some(({ from, to }) => frame >= from && frame < to);
            if (!isCovered) expect.fail(`frame ${frame} is speech and in no segment`);
          }
        }
      }),
      { numRuns: 150, seed: 20_261_121 },
    );
  });

  test('no segment holds a silence longer than allowed, and each has speech', () => {
    fc.assert(
      fc.property(probabilities, pieceLengths, options, (frames, pieces, segmenterOptions) => {
        for (const { from, to } of segment(frames, pieces, segmenterOptions).map(locate)) {
          const inside = frames.slice(from, to);
          const allowed = Math.round(segmenterOptions.maximumSilenceSeconds / FRAME_SECONDS);
          for (const run of findRuns(inside, (value) => value < LEAVE)) {
            expect(run.to - run.from).toBeLessThanOrEqual(Math.max(allowed, 16));
          }
          expect(inside.some((value) => value >= LEAVE)).toBe(true);
        }
      }),
      { numRuns: 150, seed: 20_261_121 },
    );
  });
});

test('silence gives nothing, nor do clicks', () => {
  const silence = Array<number>(2000).fill(0.05);
  expect(segment(silence, [400])).toEqual([]);
  const clicks = silence.map((value, index) => (index % 50 < 5 ? 0.9 : value));
  expect(segment(clicks, [400])).toEqual([]);
});

test('an hour of speech without a pause is cut where the detector is least sure, and none of it is lost', () => {
  const frames = Array.from({ length: 112_500 }, (_, index) => (index % 800 === 790 ? 0.6 : 0.95));
  const places = segment(frames, [400]).map(locate);
  expect(places[0]?.from).toBe(0);
  places.slice(1).forEach(({ from }, index) => expect(from).toBe(places[index]?.to));
  expect(places.at(-1)?.to).toBe(frames.length);
  expect(places[0]?.to).toBe(790);
});

test('limits that leave no room for speech are refused', () => {
  expect(() => createSpeechSegmenter({ maximumSeconds: 1, maximumSilenceSeconds: 2 })).toThrow(RangeError);
});

test.each([
  ['speech without an end', () => 0.9],
  ['silence', () => 0.01],
  ['clicks and words', (frame: number) => (frame % 97 < 60 ? 0.9 : 0.1)],
])('samples that are done with are let go: %s', async (_, probabilityOf) => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const segmenter = createSpeechSegmenter();
  const pushed: WeakRef<Float32Array>[] = [];
  // 17 minutes in pieces of 6.4 seconds.
  for (let piece = 0; piece < 160; piece += 1) {
    const samples = makeSamples(piece * 200, 200);
    pushed.push(new WeakRef(samples));
    segmenter.push(
      samples,
      Float32Array.from({ length: 200 }, (_unused, index) => probabilityOf(piece * 200 + index)),
    );
  }
  // A WeakRef holds on to what it was made for until the turn ends.
  await nextTurn();
  collectGarbage();
  const heldSeconds =
    pushed.filter((reference) => reference.deref() !== undefined).length * 200 * FRAME_SECONDS;
  expect(heldSeconds).toBeLessThanOrEqual(28 + 3 * 6.4);
  expect(segmenter.finish().length).toBeLessThanOrEqual(2);
});

test('pieces of any length are regrouped without losing a sample', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 5000 }), { maxLength: 12 }),
      fc.integer({ min: 1, max: 6 }),
      async (lengths, frames) => {
        let next = 1;
        const parts = lengths.map((length) => [Float32Array.from({ length }, () => next++)]);
        const regrouped: number[] = [];
        const pieceLength = frames * SPEECH_FRAME_SAMPLES;
        const pieces = Readable.from(parts) as AsyncIterable<Float32Array[]>;
        for await (const [piece = new Float32Array(0)] of regroup(pieces, pieceLength)) {
          expect(piece.length % SPEECH_FRAME_SAMPLES).toBe(0);
          expect(piece.length).toBeLessThanOrEqual(pieceLength);
          regrouped.push(...piece);
        }
        const total = next - 1;
        expect(regrouped.slice(0, total)).toEqual(Array.from({ length: total }, (_, index) => index + 1));
        expect(regrouped.slice(total).every((value) => value === 0)).toBe(true);
        expect(regrouped.length - total).toBeLessThan(SPEECH_FRAME_SAMPLES);
      },
    ),
    { numRuns: 40, seed: 20_261_121 },
  );
});
