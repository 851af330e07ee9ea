import { describe, expect, test } from 'vitest';
import { judgeSupport } from './judge-support.ts';
import type { SupportSignals } from './support-signals.ts';

/** "Why were books expensive before?", asked of a lesson that says why. */
const answered: SupportSignals = {
  meaning: 0.68,
  meaningMargin: 0.35,
  passage: 0.69,
  words: 1,
  caseMeaning: 0.68,
  ownMargin: 0.2,
  caseSoft: 1,
  caseLeast: 1,
  caseGap: 0,
  caseLosses: 0,
  passageHeld: 1,
  passageGap: 0,
  unknownShare: 0,
  definitionMissing: 0,
  termBroken: 0,
  yesNo: 0,
  pairsHeld: 1,
  missingButNear: 0,
  exactButOne: 0,
  judged: 4,
  judgedThree: 1,
  judgedMargin: 5,
};

test('a sentence that says it in the words of the question answers it', () => {
  expect(judgeSupport(answered, true)).toBeGreaterThan(0);
  expect(judgeSupport(answered, false)).toBeGreaterThan(0);
});

describe('refuses what stands out in a few lessons about something else, once the judge has read it', () => {
  const unlikely = {
    caseSoft: 0.4,
    passageHeld: 0.5,
    pairsHeld: 0,
    judged: -4,
    judgedThree: -5,
    judgedMargin: 1,
  };
  test.each([
    ['How many people lived in London in 1800?', { meaning: 0.4, passage: 0.3, words: 0 }],
    ['What did workers eat?', { meaning: 0.33, passage: 0.27, words: 0 }],
    ['What is the capital of France?', { meaning: 0.31, passage: 0.15, words: 0.46 }],
  ])('%s', (_, far) => {
    const signals = { ...answered, caseMeaning: far.meaning, ...far, ...unlikely };
    expect(judgeSupport(signals, true)).toBeLessThan(0);
  });

  test('answers in other words when the judge is sure', () => {
    expect(judgeSupport({ ...answered, words: 0, meaning: 0.33, passage: 0.27 }, true)).toBeGreaterThan(0);
  });
});
