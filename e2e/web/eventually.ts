import { expect } from 'vitest';

/** Polls until the assertion holds, for as long as a page waits for an element; `timeout` (ms) is for work that takes longer. */
export const eventually = <Value>(read: () => Value | Promise<Value>, about?: string, timeout = 30_000) =>
  expect.poll(read, { timeout, interval: 50, ...(about === undefined ? {} : { message: about }) });
