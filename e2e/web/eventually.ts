import { expect } from 'vitest';

/** Polls for as long as the browser tests wait for everything else; `timeout` (ms) is for work that takes longer. */
export const eventually = <Value>(read: () => Value | Promise<Value>, about?: string, timeout = 15_000) =>
  expect.poll(read, { timeout, interval: 50, ...(about === undefined ? {} : { message: about }) });
