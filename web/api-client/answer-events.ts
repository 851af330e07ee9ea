import { createParser } from 'eventsource-parser';
import type { AnswerEvent, AnswerEventName } from '#contract/assistant.ts';
import { readSoon } from './read-soon.ts';

const NAMES: ReadonlySet<string> = new Set<AnswerEventName>([
  'started',
  'draft',
  'statement',
  'dropped',
  'done',
  'failed',
]);

const isKnown = (name: string | undefined): name is AnswerEventName => name !== undefined && NAMES.has(name);

/** The stream ended, or broke, before the answer was whole. */
export class AnswerCutOffError extends Error {
  constructor(cause?: unknown) {
    super('The connection broke before the answer was whole.', { cause });
    this.name = 'AnswerCutOffError';
  }
}

/** The server sends something at least every fifteen seconds, if only a heartbeat. */
const LONGEST_SILENCE_MILLISECONDS = 60_000;

/**
 * Reads the events of an answer one by one, up to `done` or `failed`; what it does not know is passed over, so that a later
 * server may say more.
 * @throws {AnswerCutOffError} when the stream ends, breaks or falls silent before that, or sends what is not an event.
 */
export async function readAnswerEvents(
  body: ReadableStream<Uint8Array>,
  onEvent: (event: AnswerEvent) => void,
): Promise<void> {
  const seen: { last?: AnswerEventName } = {};
  const isOver = (): boolean => seen.last === 'done' || seen.last === 'failed';
  const parser = createParser({
    onEvent: ({ event, data }) => {
      if (isOver() || !isKnown(event)) return;
      onEvent({ name: event, data: JSON.parse(data) as unknown } as AnswerEvent);
      seen.last = event;
    },
  });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await readSoon(reader, LONGEST_SILENCE_MILLISECONDS);
      if (done) break;
      parser.feed(decoder.decode(value, { stream: true }));
      if (isOver()) {
        await reader.cancel();
        return;
      }
    }
  } catch (error) {
    // No one reads the rest, so a failure to cancel it does not matter.
    void reader.cancel().catch(() => undefined);
    throw new AnswerCutOffError(error);
  }
  throw new AnswerCutOffError();
}
