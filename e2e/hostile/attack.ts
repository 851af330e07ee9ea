import { openAsBlob } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Ways in which one account tries to take the service from others. Each is done many times at once. */
export const ATTACKS = [
  /** Calls that wait for a job. */
  'waiting requests',
  /** Uploads that begin and send no more. */
  'stalled uploads',
  /** A cheap call, and the next as soon as it is answered. */
  'cheap calls',
  /** Every GET route, over the largest rows where the account has them. */
  'heavy reads',
  /** Large answers that are requested and not read. */
  'unread answers',
  /** Searches and questions to the assistant. */
  'questions',
  /** The largest quiz is saved. */
  'quiz edits',
  /** Lessons with the longest transcript. */
  'stored texts',
  /** Bodies of 20 MB. */
  'large bodies',
  /** PDFs that take all of the time and memory that a PDF gets. */
  'hostile PDFs',
  /** A video is transcribed. */
  'jobs',
] as const;
export type Attack = (typeof ATTACKS)[number];

export interface AttackOrder {
  readonly origin: string;
  readonly apiKey: string;
  /** A call that waits for a job. */
  readonly waitingCall: { readonly path: string; readonly body?: object };
  readonly course: number;
  /** A video lesson of the attacker's, which takes large transcripts. */
  readonly videoLesson: number;
  /** A video of the attacker's, which is transcribed over and over. */
  readonly video: string;
  /** What 'heavy reads' calls in turn. */
  readonly readPaths: readonly string[];
  /** A call with an answer of megabytes. */
  readonly largestPath: string;
  /** The path of a draft and a body that it accepts. */
  readonly draft?: { readonly path: string; readonly body: object };
  readonly pdfFiles: readonly string[];
  /** How many of each at once. */
  readonly times: Partial<Record<Attack, number>>;
}

/** How often each kind of call was answered with each status; 0 for a connection that broke. */
export type AttackCounts = Record<string, Record<string, number>>;

const VIDEO_START = Buffer.from('00000018667479706d703432000000006d70343169736f6d', 'hex');
const BOUNDARY = 'a-boundary-of-the-attack';
const LARGE_BYTES = 20_000_000;
const PAUSE_AFTER_REFUSAL_MILLISECONDS = 250;
/** Every large body that is accepted takes 20 MB of the disk. */
const PAUSE_AFTER_LARGE_MILLISECONDS = 4_000;
/** Longer than the server waits: a socket that is not read does not notice that it was closed. */
const UNREAD_MILLISECONDS = 35_000;

/** Attacks in every way of the order at once until the signal aborts; resolves with what was answered. */
export async function attack(order: AttackOrder, signal: AbortSignal): Promise<AttackCounts> {
  const counts: AttackCounts = {};
  const count = (kind: string, status: number): void => {
    const statuses = (counts[kind] ??= {});
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  const send = async (kind: Attack, path: string, init: RequestInit = {}): Promise<number> => {
    try {
      const headers = new Headers(init.headers);
      headers.set('api-key', order.apiKey);
      const response = await fetch(order.origin + path, { ...init, signal, headers });
      await response.arrayBuffer();
      count(kind, response.status);
      return response.status;
    } catch {
      if (!signal.aborted) count(kind, 0);
      return 0;
    }
  };
  const sendJson = (kind: Attack, method: string, path: string, body: string): Promise<number> =>
    send(kind, path, { method, body, headers: { 'content-type': 'application/json' } });
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

  const { waitingCall, course, videoLesson, video, readPaths, largestPath, draft, pdfFiles } = order;
  const waitingBody = waitingCall.body === undefined ? undefined : JSON.stringify(waitingCall.body);
  const large = JSON.stringify({ text: 'A river carries sand. '.repeat(LARGE_BYTES / 22) });
  const stored = JSON.stringify({
    title: 'Long',
    type: 'lesson',
    file: 'https://example.org/a.txt',
    course,
    audio_transcript: '€'.repeat(2_000_000),
  });
  const draftBody = JSON.stringify(draft?.body);
  let turn = 0;
  const next = <Item>(items: readonly Item[]): Item | undefined => items[turn++ % items.length];
  const ways: Record<Attack, () => Promise<unknown>> = {
    'waiting requests': () =>
      repeat(0, () =>
        waitingBody === undefined
          ? send('waiting requests', waitingCall.path, { method: 'POST' })
          : sendJson('waiting requests', 'POST', waitingCall.path, waitingBody),
      ),
    'stalled uploads': () =>
      keepSending(order, signal, {
        head: `POST /ai/upload-video/ HTTP/1.1\r\ncontent-type: multipart/form-data; boundary=${BOUNDARY}\r\ncontent-length: 1000000`,
        body: `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n${VIDEO_START.toString('latin1')}`,
        onAnswer: (status) => count('stalled uploads', status),
      }),
    // Without a pause, refused or not: that is the attack.
    'cheap calls': async () => {
      while (!signal.aborted) await send('cheap calls', '/api/courses/');
    },
    'heavy reads': () => repeat(0, () => send('heavy reads', next(readPaths) ?? '/api/courses/')),
    'unread answers': () =>
      keepSending(order, signal, {
        head: `GET ${next([largestPath, '/api/courses/']) ?? ''} HTTP/1.1`,
        body: '',
        onAnswer: (status, socket) => {
          count('unread answers', status);
          if (status !== 200) return;
          socket.pause();
          socket.setTimeout(UNREAD_MILLISECONDS, () => socket.destroy());
        },
      }),
    questions: () =>
      repeat(0, () => {
        const words = `What does word ${turn++} mean when the words of many lessons are about water?`;
        return turn % 2 === 0
          ? send('questions', `/api/search/?q=${encodeURIComponent(words)}&limit=50`)
          : sendJson('questions', 'POST', '/api/assistant/messages/', JSON.stringify({ text: words }));
      }),
    'quiz edits': () => repeat(0, () => sendJson('quiz edits', 'PUT', draft?.path ?? '', draftBody)),
    'stored texts': () => repeat(0, () => sendJson('stored texts', 'POST', '/api/lessons/', stored)),
    'large bodies': () =>
      repeat(PAUSE_AFTER_LARGE_MILLISECONDS, () =>
        sendJson('large bodies', 'PUT', `/api/lessons/${videoLesson}/transcript/`, large),
      ),
    'hostile PDFs': () =>
      repeat(0, async () => {
        const body = new FormData();
        body.set('file', await openAsBlob(next(pdfFiles) ?? ''), 'hostile.pdf');
        return send('hostile PDFs', '/ai/upload_doc_qagen/', { method: 'POST', body });
      }),
    jobs: () => sendJson('jobs', 'POST', '/api/transcribe/create', JSON.stringify({ video_url: video })),
  };
  await Promise.all(
    ATTACKS.flatMap((kind) => Array.from({ length: order.times[kind] ?? 0 }, () => ways[kind]())),
  );
  return counts;
}

/** Sends a request and no more; begins the next when the connection is closed. */
async function keepSending(
  { origin, apiKey }: AttackOrder,
  signal: AbortSignal,
  {
    head,
    body,
    onAnswer,
  }: { head: string; body: string; onAnswer: (status: number, socket: Socket) => void },
): Promise<void> {
  while (!signal.aborted) {
    await new Promise<void>((resolve) => {
      const socket: Socket = connect(Number(new URL(origin).port), '127.0.0.1');
      const end = (): void => {
        socket.destroy();
        resolve();
      };
      signal.addEventListener('abort', end, { once: true });
      socket.setEncoding('latin1').once('data', (chunk: string) => {
        const [, status] = /^HTTP\/1\.1 (\d+)/u.exec(chunk) ?? [];
        onAnswer(Number(status ?? 0), socket);
        if (!socket.isPaused()) end();
      });
      socket.on('error', end).on('close', () => {
        signal.removeEventListener('abort', end);
        resolve();
      });
      socket.write(`${head}\r\nhost: localhost\r\napi-key: ${apiKey}\r\n\r\n${body}`, 'latin1');
    });
    await sleep(PAUSE_AFTER_REFUSAL_MILLISECONDS, undefined, { signal }).catch(() => undefined);
  }
}
