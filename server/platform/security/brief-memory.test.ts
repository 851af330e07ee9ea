import { beforeEach, expect, test } from 'vitest';
import { ManualClock } from '#server/testing/manual-clock.ts';
import { BriefMemory } from './brief-memory.ts';

let clock: ManualClock;
beforeEach(() => {
  clock = new ManualClock();
});

test('asks once within its time, and again after it', async () => {
  const memory = new BriefMemory<number>({ milliseconds: 1000, maximumEntries: 10, clock });
  let asked = 0;
  const find = (): Promise<number> => Promise.resolve((asked += 1));
  expect(await memory.findOr('a', find)).toBe(1);
  await clock.advance(999);
  expect(await memory.findOr('a', find)).toBe(1);
  expect(await memory.findOr('b', find)).toBe(2);
  await clock.advance(2);
  expect(await memory.findOr('a', find)).toBe(3);
});

test('asks once for those that come while the first still asks, and again after a failure', async () => {
  const memory = new BriefMemory<number>({ milliseconds: 1000, maximumEntries: 10, clock });
  const asked: { answer: (value: number) => void; fail: (error: Error) => void }[] = [];
  const find = (): Promise<number> =>
    new Promise((answer, fail) => {
      asked.push({ answer, fail });
    });
  const both = Promise.allSettled([memory.findOr('a', find), memory.findOr('a', find)]);
  asked[0]?.fail(new Error('The database is away.'));
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const again = Promise.all([memory.findOr('a', find), memory.findOr('a', find)]);
  asked[1]?.answer(7);
  expect(await again).toEqual([7, 7]);
  expect(asked).toHaveLength(2);
});

test('does not join a search that began before something was forgotten', async () => {
  const memory = new BriefMemory<string>({ milliseconds: 1000, maximumEntries: 10, clock });
  const answers: ((value: string) => void)[] = [];
  const find = (): Promise<string> => new Promise((answer) => void answers.push(answer));
  const old = memory.findOr('a', find);
  memory.forget(() => true);
  const current = memory.findOr('a', find);
  answers[1]?.('new');
  expect(await current).toBe('new');
  answers[0]?.('old');
  expect(await old).toBe('old');
  expect(await memory.findOr('a', find)).toBe('new');
});

test('remembers nothing that was not found', async () => {
  const memory = new BriefMemory<number>({ milliseconds: 1000, maximumEntries: 10, clock });
  expect(await memory.findOr('a', () => Promise.resolve(undefined))).toBeUndefined();
  expect(await memory.findOr('a', () => Promise.resolve(7))).toBe(7);
});

test('forgets the oldest when it is full', async () => {
  const memory = new BriefMemory<string>({ milliseconds: 1000, maximumEntries: 2, clock });
  for (const key of ['a', 'b', 'c']) await memory.findOr(key, () => Promise.resolve(`first ${key}`));
  expect(await memory.findOr('b', () => Promise.resolve('again'))).toBe('first b');
  expect(await memory.findOr('c', () => Promise.resolve('again'))).toBe('first c');
  expect(await memory.findOr('a', () => Promise.resolve('again'))).toBe('again');
});

test('what is forgotten is asked for again, even when it was being looked for', async () => {
  const memory = new BriefMemory<string>({ milliseconds: 1000, maximumEntries: 10, clock });
  for (const key of ['a', 'b']) await memory.findOr(key, () => Promise.resolve(`first ${key}`));
  let answer: (value: string) => void = () => undefined;
  const looking = memory.findOr('c', () => new Promise<string>((resolve) => (answer = resolve)));
  memory.forget((value) => value === 'first a');
  answer('old c');
  expect(await looking).toBe('old c');
  expect(await memory.findOr('a', () => Promise.resolve('new a'))).toBe('new a');
  expect(await memory.findOr('b', () => Promise.resolve('new b'))).toBe('first b');
  expect(await memory.findOr('c', () => Promise.resolve('new c'))).toBe('new c');
});
