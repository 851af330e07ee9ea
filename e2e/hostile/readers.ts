import { setTimeout as sleep } from 'node:timers/promises';
import { SeededChoice } from '../seeded-choice.ts';

/** One answer that a reader got. */
export interface ReadAnswer {
  readonly what: 'lesson' | 'search' | 'file';
  /** 0 for a connection that broke. */
  readonly status: number;
  readonly milliseconds: number;
}

export interface ReadingOrder {
  readonly origin: string;
  readonly apiKey: string;
  readonly lesson: number;
  /** Signed link of the lesson's file. */
  readonly file: string;
  readonly readers: number;
  /** Between two calls of a reader. */
  readonly pauseSeconds: { readonly least: number; readonly most: number };
}

const QUERIES = ['rivers', 'what the rain washes into it', 'where does its water slow'];

/** Has readers open a lesson, search and fetch its file, with pauses, until the signal aborts. Returns every answer. */
export async function keepReading(order: ReadingOrder, signal: AbortSignal): Promise<ReadAnswer[]> {
  const answers: ReadAnswer[] = [];
  const headers = { 'api-key': order.apiKey };
  const read = async (what: ReadAnswer['what'], url: URL): Promise<void> => {
    const started = performance.now();
    let status = 0;
    try {
      const response = await fetch(url, { headers });
      await response.arrayBuffer();
      status = response.status;
    } catch (error) {
      // A connection that breaks is fetch's own TypeError.
      if (!(error instanceof TypeError)) throw error;
    }
    answers.push({ what, status, milliseconds: performance.now() - started });
  };
  await Promise.all(
    Array.from({ length: order.readers }, async (_, index) => {
      const choice = new SeededChoice(index + 1);
      const { least, most } = order.pauseSeconds;
      const pause = (from: number): Promise<unknown> =>
        sleep((from + choice.share() * (most - from)) * 1000, undefined, { signal }).catch(() => undefined);
      await pause(0);
      while (!signal.aborted) {
        const drawn = choice.share();
        const query = QUERIES[Math.floor(choice.share() * QUERIES.length)] ?? '';
        if (drawn < 0.5) await read('lesson', new URL(`/api/lessons/${order.lesson}/`, order.origin));
        else if (drawn < 0.75)
          await read('search', new URL(`/api/search/?q=${encodeURIComponent(query)}`, order.origin));
        else await read('file', new URL(order.file, order.origin));
        await pause(least);
      }
    }),
  );
  return answers;
}
