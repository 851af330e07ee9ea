import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { ManualClock } from '#server/testing/manual-clock.ts';
import { stopOnSignals } from './stop-on-signals.ts';

test('the first signal stops, one that npm passes on is the same, and a later one hurries, once', async () => {
  const clock = new ManualClock();
  const source = new EventEmitter();
  const heard: string[] = [];
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const stop = (signal: string): void => void heard.push(`stop ${signal}`);
  const remove = stopOnSignals({ stop, hurry: () => void heard.push('hurry'), log, clock, source });
  source.emit('SIGINT', 'SIGINT');
  await clock.advance(499);
  source.emit('SIGINT', 'SIGINT');
  expect(heard).toEqual(['stop SIGINT']);
  await clock.advance(1);
  source.emit('SIGTERM', 'SIGTERM');
  source.emit('SIGTERM', 'SIGTERM');
  expect(heard).toEqual(['stop SIGINT', 'hurry']);
  remove();
  expect(source.eventNames()).toEqual([]);
});
