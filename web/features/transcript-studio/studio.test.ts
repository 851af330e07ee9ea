import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { applyEdit } from '#contract/transcript-editing/apply-edit.ts';
import type { EditStep } from '#contract/transcript-editing/edits.ts';
import { ApiError, UnreachableError } from '#web/api-client/api-error.ts';
import type { PendingEdit } from './kept-edits.ts';
import { openStudio } from './studio.ts';

// The session, which the studio asks whose edits these are, listens to other tabs as it is loaded.
vi.hoisted(() => {
  vi.stubGlobal('window', new EventTarget());
});

afterAll(() => {
  vi.unstubAllGlobals();
});

/** Closed after each test. */
const opened: { close: () => void }[] = [];

const line = (index: number, text = `Line ${index}`) => ({
  start_second: index,
  end_second: index + 1,
  text,
});
const rewrite = (at: number, text: string): EditStep => ({
  kind: 'splice',
  at,
  remove: 1,
  insert: [line(at, text)],
});

const refusal = (status: number, code: string, retryAfterSeconds?: number): ApiError =>
  new ApiError({ status, statusText: '', body: { code }, retryAfterSeconds });

/** A server that stores edits as Lectern's does: once, and only those of its version. */
function createServer() {
  let cues = Array.from({ length: 4 }, (_, index) => line(index));
  const stored: string[] = [];
  const answers: ('fail_before' | 'fail_after' | Error)[] = [];
  const send = vi.fn<(base: number, edits: readonly PendingEdit[]) => Promise<number>>((base, edits) => {
    const answer = answers.shift();
    if (answer instanceof Error) return Promise.reject(answer);
    if (answer === 'fail_before') return Promise.reject(new UnreachableError(undefined));
    const fresh = edits.filter(({ id }) => !stored.includes(id));
    if (stored.length !== base + edits.length - fresh.length) return Promise.reject(refusal(409, 'conflict'));
    for (const { id, steps } of fresh) {
      cues = applyEdit(cues, steps)?.cues ?? cues;
      stored.push(id);
    }
    return answer === 'fail_after'
      ? Promise.reject(new UnreachableError(undefined))
      : Promise.resolve(stored.length);
  });
  const open = (earlier: readonly PendingEdit[] = []) => {
    const studio = openStudio({ transcription_id: 'vid_a', version: stored.length, cues }, send, earlier);
    opened.push(studio);
    return studio;
  };
  return { send, open, answers, texts: () => cues.map(({ text }) => text), stored };
}

const textsOf = (studio: ReturnType<ReturnType<typeof createServer>['open']>): string[] =>
  studio.getState().cues.map(({ text }) => text);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  for (const { close } of opened.splice(0)) close();
  vi.useRealTimers();
});

test('an edit is there at once, and stored after a pause', async () => {
  const server = createServer();
  const studio = server.open();
  expect(studio.edit([rewrite(1, 'Mine')])).toBe(true);
  expect(textsOf(studio)[1]).toBe('Mine');
  expect(studio.getState()).toMatchObject({ saving: { kind: 'saving' }, unsavedCount: 1 });
  await vi.runAllTimersAsync();
  expect(server.texts()[1]).toBe('Mine');
  expect(studio.getState()).toMatchObject({ saving: { kind: 'saved' }, unsavedCount: 0 });
});

test('edits of an earlier tab are made again as it opens, stored, and can be undone', async () => {
  const server = createServer();
  const studio = server.open([
    { id: 'edit-1', steps: [rewrite(1, 'Earlier')], inverse: [rewrite(1, 'Line 1')] },
  ]);
  expect(textsOf(studio)[1]).toBe('Earlier');
  expect(studio.getState()).toMatchObject({ canUndo: true, unsavedCount: 1 });
  await vi.runAllTimersAsync();
  expect(server.texts()[1]).toBe('Earlier');
  expect(studio.undo()).toBe(1);
});

test('undo and redo are edits too, and a new edit ends redoing', async () => {
  const server = createServer();
  const studio = server.open();
  studio.edit([rewrite(1, 'First')]);
  studio.edit([{ kind: 'splice', at: 2, remove: 1, insert: [] }]);
  expect(studio.undo()).toBe(2);
  expect(studio.undo()).toBe(1);
  expect(studio.undo()).toBeUndefined();
  expect(textsOf(studio)).toEqual(['Line 0', 'Line 1', 'Line 2', 'Line 3']);
  expect(studio.redo()).toBe(1);
  expect(studio.getState()).toMatchObject({ canUndo: true, canRedo: true });
  studio.edit([rewrite(0, 'Other')]);
  expect(studio.redo()).toBeUndefined();
  await vi.runAllTimersAsync();
  expect(server.texts()).toEqual(['Other', 'First', 'Line 2', 'Line 3']);
});

test('an edit that does not fit is refused, and not sent', async () => {
  const server = createServer();
  const studio = server.open();
  expect(studio.edit([{ kind: 'splice', at: 0, remove: 4, insert: [] }])).toBe(false);
  await vi.runAllTimersAsync();
  expect(server.send).not.toHaveBeenCalled();
});

describe('a server that is down', () => {
  test.each(['fail_before', 'fail_after'] as const)(
    'loses nothing and stores nothing twice (%s)',
    async (failure) => {
      const server = createServer();
      server.answers.push(failure, failure);
      const studio = server.open();
      studio.edit([rewrite(1, 'One')]);
      await vi.advanceTimersByTimeAsync(500);
      expect(studio.getState()).toMatchObject({ saving: { kind: 'waiting' }, unsavedCount: 1 });
      studio.edit([{ kind: 'splice', at: 2, remove: 1, insert: [] }]);
      await vi.runAllTimersAsync();
      expect(server.texts()).toEqual(['Line 0', 'One', 'Line 3']);
      expect(server.stored).toHaveLength(2);
      expect(studio.getState().saving.kind).toBe('saved');
    },
  );

  test('is left alone for as long as it asks', async () => {
    const server = createServer();
    server.answers.push(refusal(503, 'service_unavailable', 20));
    const studio = server.open();
    studio.edit([rewrite(1, 'One')]);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(server.send).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(6_000);
    expect(server.texts()[1]).toBe('One');
  });
});

test('a conflict is reported, and nothing is sent until it is decided', async () => {
  const server = createServer();
  const [mine, other] = [server.open(), server.open()];
  other.edit([rewrite(0, 'Theirs')]);
  await other.flush();
  mine.edit([rewrite(1, 'Mine')]);
  await vi.runAllTimersAsync();
  expect(mine.getState()).toMatchObject({ saving: { kind: 'conflict' }, unsavedCount: 1 });
  const calls = server.send.mock.calls.length;
  mine.edit([rewrite(2, 'Mine too')]);
  await vi.runAllTimersAsync();
  expect(server.send).toHaveBeenCalledTimes(calls);
  expect(mine.listPending()).toMatchObject({ version: 0, pending: [{}, {}] });
});

test('keeps an edit that the server refuses, for another attempt', async () => {
  const server = createServer();
  server.answers.push(refusal(413, 'payload_too_large'));
  const studio = server.open();
  studio.edit([rewrite(1, 'One')]);
  await vi.runAllTimersAsync();
  expect(studio.getState()).toMatchObject({ saving: { kind: 'failed' }, unsavedCount: 1 });
  await studio.flush();
  expect(server.texts()[1]).toBe('One');
});

test('edits that are made while others are sent follow in order', async () => {
  const server = createServer();
  const studio = server.open();
  for (let index = 0; index < 250; index += 1) studio.edit([rewrite(index % 4, `Text ${index}`)]);
  await vi.runAllTimersAsync();
  expect(server.texts()).toEqual(textsOf(studio));
  expect(server.stored).toHaveLength(250);
  expect(server.send).toHaveBeenCalledTimes(3);
});

describe('what is typed without a pause', () => {
  test('is one edit for the server, and one to undo', async () => {
    const server = createServer();
    const studio = server.open();
    for (const text of ['L', 'Le', 'Leaf']) studio.edit([rewrite(1, text)], 'a line');
    expect(studio.getState().unsavedCount).toBe(1);
    await vi.runAllTimersAsync();
    expect(server.stored).toHaveLength(1);
    expect(server.texts()[1]).toBe('Leaf');
    studio.undo();
    expect(textsOf(studio)[1]).toBe('Line 1');
    await vi.runAllTimersAsync();
    expect(server.texts()[1]).toBe('Line 1');
  });

  test('is another edit once the first was sent, even if its answer was lost', async () => {
    const server = createServer();
    server.answers.push('fail_after');
    const studio = server.open();
    studio.edit([rewrite(1, 'L')], 'a line');
    await vi.advanceTimersByTimeAsync(500);
    studio.edit([rewrite(1, 'Le')], 'a line');
    expect(studio.getState().unsavedCount).toBe(2);
    await vi.runAllTimersAsync();
    expect(server.texts()[1]).toBe('Le');
    expect(studio.getState().saving.kind).toBe('saved');
  });

  test('is undone by parts where there were pauses', () => {
    const studio = createServer().open();
    studio.edit([rewrite(1, 'One')], 'a line');
    vi.advanceTimersByTime(2_000);
    studio.edit([rewrite(1, 'One two')], 'a line');
    studio.undo();
    expect(textsOf(studio)[1]).toBe('One');
  });
});
