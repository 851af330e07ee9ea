import { Writable } from 'node:stream';
import type { WriteStream } from 'node:tty';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Terminal } from './terminal.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function openTerminal({ isLive }: { readonly isLive: boolean }) {
  const written: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      written.push(stripVTControlCharacters(chunk.toString('utf8')));
      done();
    },
  });
  Object.assign(stream, { isTTY: isLive, columns: 100 });
  return { terminal: new Terminal(stream as unknown as WriteStream, { isColoured: false }), written };
}

const after = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds);
  });

test('a step without progress shows on a terminal how long it has run', async () => {
  const { terminal, written } = openTerminal({ isLive: true });
  const step = terminal.step('Writing 5 questions', () => after(62_500));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(written.at(-1)).toContain('Writing 5 questions … 5 s');
  await vi.advanceTimersByTimeAsync(57_500);
  await step;
  expect(written.join('')).toContain('1 min 02 s');
});

test('without a terminal a long step writes a line every 30 seconds, and none after it has ended', async () => {
  const { terminal, written } = openTerminal({ isLive: false });
  const step = terminal.step('Summarizing', () => after(70_000));
  await vi.advanceTimersByTimeAsync(70_000);
  await step;
  const lines = written.join('').trimEnd().split('\n');
  expect(lines.slice(0, 2)).toEqual(['  · Summarizing: 30 s', '  · Summarizing: 1 min 00 s']);
  expect(lines[2]).toContain('✓ Summarizing');
  await vi.advanceTimersByTimeAsync(120_000);
  expect(written.join('').trimEnd().split('\n')).toHaveLength(3);
});

test('without a terminal a fast step writes a line every 25 percent', async () => {
  const { terminal, written } = openTerminal({ isLive: false });
  await terminal.step('Transcribing', (step) => {
    for (let percent = 0; percent <= 100; percent += 5) step.progress(percent);
  });
  const percents = written.join('').match(/\d+ %/gu);
  expect(percents).toEqual(['25 %', '50 %', '75 %', '100 %']);
});

test('the clock stops when a step fails', async () => {
  const { terminal, written } = openTerminal({ isLive: false });
  const step = terminal.step('Uploading', async () => {
    await after(1_000);
    throw new Error('The disk is full.');
  });
  const failed = expect(step).rejects.toThrow('The disk is full.');
  await vi.advanceTimersByTimeAsync(120_000);
  await failed;
  expect(written.join('')).toContain('✗ Uploading');
  expect(written.join('').trimEnd().split('\n')).toHaveLength(1);
});
