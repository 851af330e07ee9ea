import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { listenToEvents } from './server-events.ts';

// Both are read as the modules are loaded.
vi.hoisted(() => {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', { querySelector: () => null });
});
afterAll(() => {
  vi.unstubAllGlobals();
});

test('a stream that falls silent is replaced by a new one within half a minute', async () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const streams: ReadableStreamDefaultController<Uint8Array>[] = [];
  vi.stubGlobal('fetch', () => {
    const body = new ReadableStream<Uint8Array>({ start: (stream) => void streams.push(stream) });
    return Promise.resolve(new Response(body));
  });
  const connections: boolean[] = [];
  const onGap = vi.fn<() => void>();
  const leaving = new AbortController();
  const ignore = (): void => undefined;
  const listening = listenToEvents(
    { onLesson: ignore, onTrash: ignore, onGap, onConnection: (now) => connections.push(now) },
    leaving.signal,
  );
  await vi.advanceTimersByTimeAsync(20_000);
  streams[0]?.enqueue(new TextEncoder().encode(': still here\n\n'));
  await vi.advanceTimersByTimeAsync(29_000);
  expect(connections).toEqual([true]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(connections).toEqual([true, false]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(connections).toEqual([true, false, true]);
  expect(onGap).toHaveBeenCalledOnce();
  leaving.abort();
  streams[1]?.close();
  await listening;
});
