import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { QuestionBankState } from '#contract/question-bank.ts';
import { waitForQuestionBank } from './wait-for-question-bank.ts';

vi.mock('node:timers/promises', () => ({
  setTimeout: (milliseconds: number) =>
    new Promise<void>((resolve) => {
      setTimeout(resolve, milliseconds);
    }),
}));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const makeState = (changes: Partial<QuestionBankState>): QuestionBankState => ({
  lesson_id: 1,
  status: 'preparing',
  ready_count: 0,
  target_count: 20,
  seconds_left: null,
  writer: null,
  note: null,
  note_coded: null,
  ...changes,
});

/** The states come one after the other; the last one stays. */
async function waitThrough(states: QuestionBankState[], seconds: number) {
  const shown: [number | undefined, string | undefined][] = [];
  const client = {
    getQuestionBankState: () => Promise.resolve((states.length > 1 ? states.shift() : states[0])!),
  };
  let bank: QuestionBankState | undefined;
  void waitForQuestionBank({ client, signal: new AbortController().signal }, 1, {
    progress: (percent, note) => shown.push([percent, note]),
  }).then((end) => {
    bank = end;
  });
  await vi.advanceTimersByTimeAsync(seconds * 1000);
  return { bank, shown };
}

test('shows how far the questions are until they are prepared', async () => {
  const { bank, shown } = await waitThrough(
    [
      makeState({ status: 'waiting' }),
      makeState({ ready_count: 5, seconds_left: 40 }),
      makeState({ status: 'ready', ready_count: 20 }),
    ],
    5,
  );
  expect(bank?.ready_count).toBe(20);
  expect(shown).toEqual([
    [0, 'waiting for the worker'],
    [25, '5 ready, about 40 s left'],
  ]);
});

test.each(['off', 'failed'] as const)('does not wait when the preparation is %s', async (status) => {
  const { bank, shown } = await waitThrough([makeState({ status })], 1);
  expect(bank?.status).toBe(status);
  expect(shown).toEqual([]);
});

test('stops waiting for a slow model after two minutes when ten questions are ready', async () => {
  expect((await waitThrough([makeState({ ready_count: 10 })], 110)).bank).toBeUndefined();
  expect((await waitThrough([makeState({ ready_count: 10 })], 125)).bank?.ready_count).toBe(10);
  expect((await waitThrough([makeState({ ready_count: 9 })], 300)).bank).toBeUndefined();
});
