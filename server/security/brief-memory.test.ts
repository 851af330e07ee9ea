import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BriefMemory } from './brief-memory.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('asks once within its time, and again after it', async () => {
  const memory = new BriefMemory<number>({ milliseconds: 1000, maximumEntries: 10 });
  let asked = 0;
  const find = (): Promise<number> => Promise.resolve((asked += 1));
  expect(await memory.findOr('a', find)).toBe(1);
  vi.advanceTimersByTime(999);
  expect(await memory.findOr('a', find)).toBe(1);
  expect(await memory.findOr('b', find)).toBe(2);
  vi.advanceTimersByTime(2);
  expect(await memory.findOr('a', find)).toBe(3);
});

test('remembers nothing that was not found', async () => {
  const memory = new BriefMemory<number>({ milliseconds: 1000, maximumEntries: 10 });
  expect(await memory.findOr('a', () => Promise.resolve(undefined))).toBeUndefined();
  expect(await memory.findOr('a', () => Promise.resolve(7))).toBe(7);
});

test('forgets the oldest when it is full', async () => {
  const memory = new BriefMemory<string>({ milliseconds: 1000, maximumEntries: 2 });
  for (const key of ['a', 'b', 'c']) await memory.findOr(key, () => Promise.resolve(`first ${key}`));
  expect(await memory.findOr('b', () => Promise.resolve('again'))).toBe('first b');
  expect(await memory.findOr('c', () => Promise.resolve('again'))).toBe('first c');
  expect(await memory.findOr('a', () => Promise.resolve('again'))).toBe('again');
});

test('what is forgotten is asked for again, even when it was being looked for', async () => {
  const memory = new BriefMemory<string>({ milliseconds: 1000, maximumEntries: 10 });
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
