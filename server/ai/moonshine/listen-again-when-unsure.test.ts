import { expect, test } from 'vitest';
import { listenAgainWhenUnsure } from './listen-again-when-unsure.ts';
import type { MoonshineRequest, MoonshineResult } from './moonshine-protocol.ts';

/** A sound and a pause. */
const samples = Float32Array.from({ length: 16_000 }, (_, index) => (index < 8000 ? 0.1 : 0));
const ALLOWED = { terms: [], mayListenAgain: () => true };

/** Answers the first run and the second one. */
function createFakeRecognizer(first: Partial<MoonshineResult>, second: Partial<MoonshineResult>) {
  const requests: MoonshineRequest[] = [];
  const recognize = (request: MoonshineRequest): Promise<MoonshineResult> => {
    requests.push(request);
    const [text, result] = request.isDoubtful ? ['second', second] : ['first', first];
    return Promise.resolve({ text, wordConfidences: [], isLooping: false, confidence: 1, ...result });
  };
  return { recognize, requests };
}

test('keeps a text that the model is sure of', async () => {
  const { recognize, requests } = createFakeRecognizer({ confidence: 0.95 }, {});
  expect(await listenAgainWhenUnsure(recognize, samples, ALLOWED)).toMatchObject({ text: 'first' });
  expect(requests).toEqual([{ samples, isDoubtful: false, terms: [] }]);
});

test('runs the slower recognition when the model is not sure', async () => {
  const { recognize } = createFakeRecognizer({ confidence: 0.5 }, { confidence: 0.6 });
  expect(await listenAgainWhenUnsure(recognize, samples, ALLOWED)).toMatchObject({ text: 'second' });
});

test('runs only the slower recognition on noisy speech', async () => {
  const { recognize, requests } = createFakeRecognizer({}, { confidence: 0.5 });
  const noisy = samples.map((sample) => sample + 0.03);
  const options = { terms: ['praetor'], mayListenAgain: () => true };
  expect(await listenAgainWhenUnsure(recognize, noisy, options)).toMatchObject({ text: 'second' });
  expect(requests).toEqual([{ samples: noisy, isDoubtful: true, terms: ['praetor'] }]);
});

test('gives the expected words to the slower recognition only', async () => {
  const { recognize, requests } = createFakeRecognizer({ confidence: 0.5 }, {});
  const words = ['praetor'];
  await listenAgainWhenUnsure(recognize, samples, { ...ALLOWED, terms: words });
  expect(requests.map((request) => request.terms)).toEqual([[], words]);
});

test('keeps the first text when the slower recognition loops', async () => {
  const { recognize } = createFakeRecognizer({ confidence: 0.5 }, { isLooping: true });
  expect(await listenAgainWhenUnsure(recognize, samples, ALLOWED)).toMatchObject({ text: 'first' });
});

test('leaves a loop to be cut, which is quicker than to hear all of it again', async () => {
  const { recognize, requests } = createFakeRecognizer({ isLooping: true, confidence: 0.2 }, {});
  expect(await listenAgainWhenUnsure(recognize, samples, ALLOWED)).toMatchObject({ isLooping: true });
  expect(requests).toHaveLength(1);
});

test('keeps the first text when too much was decoded again already', async () => {
  const { recognize, requests } = createFakeRecognizer({ confidence: 0.5 }, {});
  const asked: number[] = [];
  const mayListenAgain = (seconds: number): boolean => asked.push(seconds) === 0;
  expect(await listenAgainWhenUnsure(recognize, samples, { terms: [], mayListenAgain })).toMatchObject({
    text: 'first',
  });
  expect([requests.length, asked]).toEqual([1, [1]]);
});
