import { createServer, type Server, type Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { UrlFetchProblem } from '#server/platform/web-fetch/url-fetch-error.ts';

/** What a site sends, byte for byte, and the problem that is reported or the text that is read. */
export type SiteAnswer = readonly [
  name: string,
  send: (socket: Socket) => void,
  ends: UrlFetchProblem | { readonly text: string },
];

const BOMB = Buffer.alloc(64 * 1024 * 1024);
const head = (...lines: string[]): string => ['HTTP/1.1 200 OK', ...lines, '', ''].join('\r\n');
const whole =
  (...parts: readonly (string | Buffer)[]) =>
  (socket: Socket): void => {
    for (const part of parts) socket.write(part);
    socket.end();
  };

/** Sends `piece` repeatedly, as fast as it is taken. */
const endlessly =
  (begin: string, piece: string | Buffer) =>
  (socket: Socket): void => {
    socket.write(begin);
    const more = (): void => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.on('drain', more);
    more();
  };

const drip =
  (begin: string, piece: string) =>
  (socket: Socket): void => {
    socket.write(begin);
    const timer = setInterval(() => socket.write(piece), 20);
    socket.on('close', () => clearInterval(timer));
  };

const compressed = (encoding: string, body: Buffer): ((socket: Socket) => void) =>
  whole(head(`content-encoding: ${encoding}`, `content-length: ${body.length}`), body);

const line = 'x'.repeat(60_000);

export const SITE_ANSWERS: readonly SiteAnswer[] = [
  ['a plain answer', whole(head('content-length: 5'), 'hello'), { text: 'hello' }],
  ['no HTTP at all', whole('hello'), 'unreachable'],
  ['a reset', (socket) => void socket.resetAndDestroy(), 'unreachable'],
  [
    'a redirect to two addresses, the first internal',
    whole(
      'HTTP/1.1 302 X\r\nlocation: http://10.0.0.1/\r\nlocation: http://lesson.example/\r\ncontent-length: 0\r\n\r\n',
    ),
    'not-public',
  ],
  [
    'a redirect with an endless body',
    endlessly('HTTP/1.1 302 X\r\nlocation: http://10.0.0.1/\r\n\r\n', line),
    'not-public',
  ],
  ['an endless body', endlessly(head(), line), 'too-large'],
  ['an endless header', endlessly('HTTP/1.1 200 OK\r\nx: ', line), 'unreachable'],
  ['endless interim responses', endlessly('', 'HTTP/1.1 103 Wait\r\nx: y\r\n\r\n'), 'time-limit'],
  ['headers that trickle in', drip('HTTP/1.1 200 OK\r\n', 'x: y\r\n'), 'time-limit'],
  ['a body that trickles in', drip(head(), 'x'), 'time-limit'],
  ['an endless chunk size', drip(head('transfer-encoding: chunked'), '0'), 'time-limit'],
  ['a content length that is too large', whole(head('content-length: 99999999999'), 'x'), 'too-large'],
  ['a content length longer than the body', whole(head('content-length: 500'), 'hello'), 'unreachable'],
  [
    'a content length and chunks',
    whole(head('content-length: 5', 'transfer-encoding: chunked'), '0\r\n\r\n'),
    'unreachable',
  ],
  [
    'a chunk larger than memory',
    endlessly(`${head('transfer-encoding: chunked')}ffffffffffff\r\n`, line),
    'too-large',
  ],
  ['chunks that break off', whole(head('transfer-encoding: chunked'), '5\r\nhel'), 'unreachable'],
  ['a gzip bomb', compressed('gzip', gzipSync(BOMB, { level: 9 })), 'too-large'],
  ['a Brotli bomb', compressed('BR', brotliCompressSync(BOMB)), 'too-large'],
  ['a gzip in a gzip', compressed('gzip, gzip', gzipSync(gzipSync(BOMB))), 'unreachable'],
  ['a body that is not gzip', compressed('gzip', Buffer.from('hello')), 'unreachable'],
  ['a NUL in a header', whole(head('x: \0', 'content-length: 1'), 'x'), 'unreachable'],
];

/** Sends the answers of the list, by their number in the path: `/3`. */
export async function startSite(answers: readonly SiteAnswer[]): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    let request = '';
    socket.on('data', (data) => {
      request += data.toString('latin1');
      const number = /^GET \/(\d+) [^]*\r\n\r\n$/u.exec(request)?.[1];
      if (number !== undefined) answers[Number(number)]?.[1](socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
