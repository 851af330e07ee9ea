import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyEdit } from './apply-edit.ts';
import type { EditStep } from './edits.ts';
import type { Cue } from './words-of-cue.ts';

const makeCues = (...texts: string[]): Cue[] =>
  texts.map((text, index) => ({ start_second: index * 2, end_second: index * 2 + 1.5, text }));

const cues = makeCues('Plants turn', 'light into', 'sugar.');

test('replaces, inserts and removes lines', () => {
  const steps: EditStep[] = [
    {
      kind: 'splice',
      at: 1,
      remove: 1,
      insert: [{ start_second: 2, end_second: 3.5, text: 'sunlight into' }],
    },
    { kind: 'splice', at: 2, remove: 1, insert: [] },
  ];
  expect(applyEdit(cues, steps)?.cues.map(({ text }) => text)).toEqual(['Plants turn', 'sunlight into']);
});

test('moves lines in time', () => {
  const shifted = applyEdit(cues, [{ kind: 'shift', from: 1, count: 2, seconds: 0.25 }])?.cues;
  expect(shifted?.map(({ start_second: start }) => start)).toEqual([0, 2.25, 4.25]);
});

test('leaves the cues that it was given as they were', () => {
  const before = structuredClone(cues);
  applyEdit(cues, [{ kind: 'shift', from: 0, count: 3, seconds: 1 }]);
  expect(cues).toEqual(before);
});

const at = (start: number, end: number): Cue => ({ start_second: start, end_second: end, text: 'x' });

describe('does not fit', () => {
  test.each<[string, EditStep]>([
    ['a line that is not there', { kind: 'splice', at: 3, remove: 1, insert: [] }],
    ['a line that ends before it begins', { kind: 'splice', at: 1, remove: 1, insert: [at(3, 2)] }],
    ['a line before the one above it', { kind: 'splice', at: 2, remove: 1, insert: [at(1, 3)] }],
    ['a line after the one below it', { kind: 'splice', at: 0, remove: 1, insert: [at(3, 4)] }],
    ['lines that are out of order', { kind: 'splice', at: 3, remove: 0, insert: [at(7, 8), at(6, 7)] }],
    ['a beginning before the recording', { kind: 'shift', from: 0, count: 3, seconds: -0.1 }],
    ['lines that are moved past the next one', { kind: 'shift', from: 0, count: 1, seconds: 3 }],
    ['lines that are not there', { kind: 'shift', from: 2, count: 2, seconds: 1 }],
    ['the removal of every line', { kind: 'splice', at: 0, remove: 3, insert: [] }],
  ])('%s', (_, step) => {
    expect(applyEdit(cues, [step])).toBeUndefined();
  });
});

const anyCue = fc
  .record({
    start_second: fc.integer({ min: 0, max: 5_000 }),
    length: fc.integer({ min: 1, max: 5_000 }),
    text: fc.string({ minLength: 1, maxLength: 8 }),
  })
  .map(({ start_second: start, length, text }): Cue => ({
    start_second: start / 1000,
    end_second: (start + length) / 1000,
    text,
  }));
const index = fc.integer({ min: 0, max: 6 });
const anyStep = fc.oneof(
  fc.record({
    kind: fc.constant('splice' as const),
    at: index,
    remove: index,
    insert: fc.array(anyCue, { maxLength: 3 }),
  }),
  fc.record({
    kind: fc.constant('shift' as const),
    from: index,
    count: fc.integer({ min: 1, max: 6 }),
    seconds: fc.integer({ min: -3_000, max: 3_000 }).map((milliseconds) => milliseconds / 1000),
  }),
);
const anyCues = fc
  .array(anyCue, { minLength: 1, maxLength: 6 })
  .map((list) => list.toSorted((one, other) => one.start_second - other.start_second));

test('the inverse of an edit restores the original', () => {
  let fitting = 0;
  fc.assert(
    fc.property(anyCues, fc.array(anyStep, { minLength: 1, maxLength: 4 }), (before, steps) => {
      const applied = applyEdit(before, steps);
      if (applied === undefined) return;
      fitting += 1;
      expect(applyEdit(applied.cues, applied.inverse)?.cues).toEqual(before);
    }),
    { numRuns: 6_000, seed: 20_261_126 },
  );
  expect(fitting).toBeGreaterThan(100);
});

test('lines stay in order, and end after they begin', () => {
  fc.assert(
    fc.property(anyCues, fc.array(anyStep, { minLength: 1, maxLength: 4 }), (before, steps) => {
      const after = applyEdit(before, steps)?.cues ?? [];
      for (const [place, cue] of after.entries()) {
        expect(cue.end_second).toBeGreaterThan(cue.start_second);
        expect(cue.start_second).toBeGreaterThanOrEqual(after[place - 1]?.start_second ?? 0);
      }
    }),
    { numRuns: 2_000, seed: 20_261_126 },
  );
});
