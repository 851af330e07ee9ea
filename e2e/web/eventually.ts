import { expect } from 'vitest';

/** An expectation of what the page comes to show, with as much patience as for everything else on it. */
export const eventually = <Value>(read: () => Value | Promise<Value>, about?: string) =>
  expect.poll(read, { timeout: 15_000, interval: 50, ...(about === undefined ? {} : { message: about }) });
