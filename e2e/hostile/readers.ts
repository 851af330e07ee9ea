import { setTimeout as sleep } from 'node:timers/promises';
import { SeededChoice } from '../seeded-choice.ts';

/** One answer that a reader got. */
export interface ReadAnswer {
  readonly what: 'lesson' | 'search' | 'file';
  /** 0 for a connection that broke. */
  readonly status: number;
  readonly milliseconds: number;
}

/** An account and what it reads. */
export interface Reader {
  readonly apiKey: string;
  readonly lesson: number;
  /** Signed link of the lesson's file. */
  readonly file: string;
}

export interface ReadingOrder {
  readonly origin: string;
  readonly accounts: readonly Reader[];
  /** Distributed among the accounts. */
  readonly readers: number;
  /** Between two calls of a reader. */
  readonly pauseSeconds: { readonly least: number; readonly most: number };
}

const QUERIES = ['rivers', 'what the rain washes into it', 'where does its water slow'];

/** Has readers open their account's lesson, search and fetch its file, with pauses, until the signal aborts. Returns every answer. */
export async function keepReading(order: ReadingOrder, signal: AbortSignal): Promise<ReadAnswer[]> {
  const answers: ReadAnswer[] = [];
  const read = async (
    what: ReadAnswer['what'],
    path: string,
    headers: Record<string, string>,
  ): Promise<void> => {
    const started = performance.now();
    let status = 0;
    try {
      const response = await fetch(new URL(path, order.origin), { headers });
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
      const { apiKey, lesson, file } = order.accounts[index % order.accounts.length] as Reader;
      const headers = { 'api-key': apiKey };
      const choice = new SeededChoice(index + 1);
      const { least, most } = order.pauseSeconds;
      const pause = (from: number): Promise<unknown> =>
        sleep((from + choice.share() * (most - from)) * 1000, undefined, { signal }).catch(() => undefined);
      await pause(0);
      while (!signal.aborted) {
        const drawn = choice.share();
        const query = QUERIES[Math.floor(choice.share() * QUERIES.length)] ?? '';
        if (drawn < 0.5) await read('lesson', `/api/lessons/${lesson}/`, headers);
        else if (drawn < 0.75) await read('search', `/api/search/?q=${encodeURIComponent(query)}`, headers);
        else await read('file', file, {});
        await pause(least);
      }
    }),
  );
  return answers;
}
