import { expect, onTestFinished, test, vi } from 'vitest';
import type { AnswerEvent } from '#contract/assistant.ts';
import { AnswerCutOffError, readAnswerEvents } from './answer-events.ts';

const STARTED = 'event: started\ndata: {"conversation_id":1,"question_id":2}\n\n';
const draft = (text: string): string => `event: draft\ndata: ${JSON.stringify({ text })}\n\n`;
const FAILED = 'event: failed\ndata: {"detail":"Too much at once.","detail_coded":null}\n\n';

/** A body that arrives in these pieces. */
const bodyOf = (...pieces: (string | Uint8Array)[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      for (const piece of pieces) {
        controller.enqueue(typeof piece === 'string' ? new TextEncoder().encode(piece) : piece);
      }
      controller.close();
    },
  });

async function readAll(body: ReadableStream<Uint8Array>): Promise<{ events: AnswerEvent[]; error: unknown }> {
  const events: AnswerEvent[] = [];
  const error = await readAnswerEvents(body, (event) => events.push(event)).catch(
    (reason: unknown) => reason,
  );
  return { events, error };
}

test('reads events one by one, wherever the network cuts them', async () => {
  const bytes = new TextEncoder().encode(`${STARTED}${draft('El corazón – 心')}${FAILED}`);
  for (const size of [1, 2, 3, 7, bytes.length]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.slice(index * size, (index + 1) * size),
    );
    expect(await readAll(bodyOf(...pieces))).toEqual({
      events: [
        { name: 'started', data: { conversation_id: 1, question_id: 2 } },
        { name: 'draft', data: { text: 'El corazón – 心' } },
        { name: 'failed', data: { detail: 'Too much at once.', detail_coded: null } },
      ],
      error: undefined,
    });
  }
});

test('an answer that is not whole when the stream ends was cut off', async () => {
  const { events, error } = await readAll(bodyOf(STARTED, draft('Half')));
  expect(events.map(({ name }) => name)).toEqual(['started', 'draft']);
  expect(error).toBeInstanceOf(AnswerCutOffError);
});

test('a stream that breaks was cut off', async () => {
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.error(new TypeError('network error'));
    },
  });
  expect((await readAll(body)).error).toBeInstanceOf(AnswerCutOffError);
});

test('treats invalid JSON as a cut-off stream, not as an answer', async () => {
  const { events, error } = await readAll(bodyOf('event: done\ndata: <html>\n\n'));
  expect(events).toEqual([]);
  expect(error).toBeInstanceOf(AnswerCutOffError);
});

test('events and comments that it does not know are passed over', async () => {
  const { events, error } = await readAll(
    bodyOf(': keep-alive\n\nevent: mood\ndata: {}\n\ndata: {}\n\n', FAILED),
  );
  expect(events.map(({ name }) => name)).toEqual(['failed']);
  expect(error).toBeUndefined();
});

test('nothing is read after the end of an answer', async () => {
  const { events } = await readAll(bodyOf(`${FAILED}${draft('more')}`, draft('and more')));
  expect(events.map(({ name }) => name)).toEqual(['failed']);
});

test('a stream that falls silent was cut off, and is given up', async () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const cancel = vi.fn();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(STARTED)),
    cancel,
  });
  const reading = readAll(body);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(cancel).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_001);
  const { events, error } = await reading;
  expect(events.map(({ name }) => name)).toEqual(['started']);
  expect(error).toBeInstanceOf(AnswerCutOffError);
  expect(cancel).toHaveBeenCalledOnce();
});
