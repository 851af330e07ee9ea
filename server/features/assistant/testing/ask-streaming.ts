import type { z } from 'zod';
import { answerEvents, type AnswerEvent, type AnswerEventName } from '#contract/assistant.ts';
import type { TestInstructor } from '#server/testing/test-instructor.ts';

/** A stream of an answer, read event by event. */
export interface AnswerReader {
  readonly headers: Headers;
  /** The next event, checked against the contract; undefined at the end. */
  next(): Promise<AnswerEvent | undefined>;
  /** All that is still to come. */
  rest(): Promise<AnswerEvent[]>;
  /** Hangs up. */
  leave(): void;
}

/** Asks, and begins to read the answer. Throws when there is none. */
export async function askStreaming(person: TestInstructor, json: object): Promise<AnswerReader> {
  const leaving = new AbortController();
  const response = await fetch(new URL('/api/assistant/messages/stream/', person.origin), {
    method: 'POST',
    headers: { ...person.headers, 'content-type': 'application/json' },
    body: JSON.stringify(json),
    signal: leaving.signal,
  });
  if (response.status !== 200 || response.body === null)
    throw new Error(`The stream answered ${response.status}: ${await response.text()}`);
  const events = readEvents(response.body);
  const next = async (): Promise<AnswerEvent | undefined> => {
    const step = await events.next();
    return step.done === true ? undefined : step.value;
  };
  return {
    headers: response.headers,
    next,
    rest: () => readAll(events),
    leave: () => leaving.abort(),
  };
}

/** Asks, and reads the whole answer. */
export const askToEnd = async (person: TestInstructor, json: object): Promise<AnswerEvent[]> =>
  (await askStreaming(person, json)).rest();

/** The data of the events of one name. */
export const dataOf = <Name extends AnswerEventName>(
  events: readonly AnswerEvent[],
  name: Name,
): DataOf<Name>[] => events.flatMap((event) => (event.name === name ? [event.data as DataOf<Name>] : []));
type DataOf<Name extends AnswerEventName> = z.infer<(typeof answerEvents)[Name]>;

export async function readAll(events: AsyncIterable<AnswerEvent>): Promise<AnswerEvent[]> {
  const all: AnswerEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

async function* readEvents(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<AnswerEvent, undefined, undefined> {
  const decoder = new TextDecoder();
  let buffer = '';
  for await (const part of body) {
    buffer += decoder.decode(part, { stream: true });
    const blocks = buffer.split('\n\n');
    buffer = blocks.pop() ?? '';
    for (const block of blocks) {
      if (block.startsWith(':')) continue;
      const [, name = '', data = ''] = /^event: (\w+)\ndata: ([^\n]+)$/u.exec(block) ?? [];
      if (!(name in answerEvents)) throw new Error(`No event of an answer: ${block}`);
      const parsed: unknown = answerEvents[name as AnswerEventName].strict().parse(JSON.parse(data));
      yield { name, data: parsed } as AnswerEvent;
    }
  }
  if (buffer !== '') throw new Error(`The stream ended within an event: ${buffer}`);
  return undefined;
}
