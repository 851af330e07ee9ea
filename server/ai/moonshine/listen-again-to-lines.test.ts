import { expect, test } from 'vitest';
import { listenAgainToLines } from './listen-again-to-lines.ts';

const LINE = {
  startSecond: 12,
  endSecond: 15,
  text: 'The bridge in our valley has 40 southern arches.',
  wordConfidences: [90, 95, 90, 90, 90, 90, 80, 36, 90],
};
const SEGMENT = { startSecond: 10, samples: new Float32Array(8 * 16_000) };
const BETTER = {
  text: 'The bridge in our valley has forty seven arches.',
  wordConfidences: [90, 95, 90, 90, 90, 90, 69, 70, 90],
};

function listen(
  {
    text,
    wordConfidences,
    isLooping = false,
  }: { text: string; wordConfidences: number[]; isLooping?: boolean },
  { line = LINE, may = true } = {},
) {
  const lengths: number[] = [];
  const recognize = ({ samples }: { samples: Float32Array }) => {
    lengths.push(samples.length / 16_000);
    return Promise.resolve({ text, wordConfidences, isLooping, confidence: 1 });
  };
  return listenAgainToLines([line], SEGMENT, recognize, () => may).then((cues) => ({ cues, lengths }));
}

test('corrects a line with a doubtful word by decoding it by itself', async () => {
  const { cues, lengths } = await listen(BETTER);
  expect(cues).toEqual([{ ...LINE, ...BETTER }]);
  expect(lengths).toEqual([3.2]);
});

test.each([
  ['hardly surer', { ...BETTER, wordConfidences: [40] }],
  ['a loop', { ...BETTER, isLooping: true }],
  [
    'shorter, because the times were wrong',
    { text: 'Our valley has arches.', wordConfidences: [90, 90, 90, 90] },
  ],
  ['about something else', { text: 'A ridge of an alley as fourty seven nurtures.', wordConfidences: [90] }],
])('keeps the line when the second text is %s', async (_name, second) => {
  expect((await listen(second)).cues).toEqual([LINE]);
});

test('decodes nothing again if no word is doubtful or the limit is reached', async () => {
  const sure = { ...LINE, wordConfidences: LINE.wordConfidences.map(() => 60) };
  expect(await listen(BETTER, { line: sure })).toEqual({ cues: [sure], lengths: [] });
  expect(await listen(BETTER, { may: false })).toEqual({ cues: [LINE], lengths: [] });
});
