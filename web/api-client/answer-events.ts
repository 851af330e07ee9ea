import { createParser } from 'eventsource-parser';
import type { AnswerEvent, AnswerEventName } from '../../contract/assistant.ts';

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

/**
 * Reads the events of an answer one by one, up to `done` or `failed`; what it does not know is passed over, so that a later
 * server may say more.
 * @throws {AnswerCutOffError} when the stream ends or breaks before that, or sends what is no event.
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
      const { done, value } = await reader.read();
      if (done) break;
      parser.feed(decoder.decode(value, { stream: true }));
      if (isOver()) {
        await reader.cancel();
        return;
      }
    }
  } catch (error) {
    throw new AnswerCutOffError(error);
  }
  throw new AnswerCutOffError();
}
