import { createParser } from 'eventsource-parser';
import type { LessonEvent, TrashEvent } from '#contract/events.ts';
import { readSoon } from './read-soon.ts';
import { fetchFromApi } from './request.ts';
import { wait } from './wait.ts';

const FIRST_PAUSE_MILLISECONDS = 1_000;
const LONGEST_PAUSE_MILLISECONDS = 30_000;
/** The server sends something at least every fifteen seconds, if only a heartbeat. */
const LONGEST_SILENCE_MILLISECONDS = 30_000;

export interface EventListeners {
  onLesson: (event: LessonEvent) => void;
  onTrash: (event: TrashEvent) => void;
  /** Something may have been missed: look afresh. */
  onGap: () => void;
  /** Whether events arrive now; while they do not, the page asks now and then instead. */
  onConnection: (connected: boolean) => void;
}

interface StreamListeners {
  onEvent: (name: string, data: string) => void;
  onConnection: (connected: boolean) => void;
}

/** Listens to `GET /api/events/` until `signal` aborts. */
export async function listenToEvents(listeners: EventListeners, signal: AbortSignal): Promise<void> {
  let wasConnected = false;
  await followStream(
    '/api/events/',
    {
      onEvent: (name, data) => {
        if (name === 'lesson') listeners.onLesson(JSON.parse(data) as LessonEvent);
        if (name === 'trash') listeners.onTrash(JSON.parse(data) as TrashEvent);
        if (name === 'gap') listeners.onGap();
      },
      onConnection: (connected) => {
        listeners.onConnection(connected);
        if (connected && wasConnected) listeners.onGap();
        wasConnected ||= connected;
      },
    },
    signal,
  );
}

/**
 * Reads server-sent events until `signal` aborts, connecting again with growing pauses. EventSource is not used: it cannot
 * send the token in a header, and a token in an address ends up in logs.
 */
export async function followStream(
  path: string,
  listeners: StreamListeners,
  signal: AbortSignal,
): Promise<void> {
  let pause = FIRST_PAUSE_MILLISECONDS;
  const isOver = (): boolean => signal.aborted;
  while (!isOver()) {
    try {
      const response = await fetchFromApi('GET', path, {
        signal,
        headers: { accept: 'text/event-stream' },
      });
      if (response.ok && response.body !== null) {
        pause = FIRST_PAUSE_MILLISECONDS;
        listeners.onConnection(true);
        await readEvents(response.body, listeners);
      } else {
        await response.body?.cancel();
      }
    } catch {
      // The connection failed; `onConnection` reports it, and the loop retries.
    }
    if (isOver()) return;
    listeners.onConnection(false);
    await wait(pause, signal).catch(() => undefined);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MILLISECONDS);
  }
}

async function readEvents(
  body: ReadableStream<Uint8Array>,
  { onEvent }: Pick<StreamListeners, 'onEvent'>,
): Promise<void> {
  const parser = createParser({ onEvent: ({ event, data }) => onEvent(event ?? '', data) });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await readSoon(reader, LONGEST_SILENCE_MILLISECONDS);
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
    }
  } finally {
    // No one reads the rest, so a failure to cancel it does not matter.
    void reader.cancel().catch(() => undefined);
  }
}
