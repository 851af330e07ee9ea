import { createServer, type Server, type Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import type { UrlFetchProblem } from '#server/web-fetch/url-fetch-error.ts';

/** What a site sends when asked, byte for byte, and what must come of it. */
export interface SiteAnswer {
  readonly name: string;
  /** Sends. A site that never ends stops by itself when the connection does. */
  readonly send: (socket: Socket) => void;
  /** The problem, or the text that is read. */
  readonly ends: UrlFetchProblem | { readonly text: string };
}

const BOMB = Buffer.alloc(64 * 1024 * 1024);
const head = (...lines: string[]): string => ['HTTP/1.1 200 OK', ...lines, '', ''].join('\r\n');
const whole =
  (...parts: readonly (string | Buffer)[]) =>
  (socket: Socket): void => {
    for (const part of parts) socket.write(part);
    socket.end();
  };

/** Sends `piece` again and again, as fast as it is taken. */
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
  { name: 'a plain answer', send: whole(head('content-length: 5'), 'hello'), ends: { text: 'hello' } },
  {
    name: 'HTTP/1.0, ended by hanging up',
    send: whole('HTTP/1.0 200 OK\r\n\r\nhello'),
    ends: { text: 'hello' },
  },
  { name: 'no HTTP at all', send: whole('hello'), ends: 'unreachable' },
  { name: 'nothing, and hangs up', send: (socket) => void socket.end(), ends: 'unreachable' },
  { name: 'a reset', send: (socket) => void socket.resetAndDestroy(), ends: 'unreachable' },
  { name: 'HTTP/9.9', send: whole('HTTP/9.9 200 OK\r\ncontent-length: 1\r\n\r\nx'), ends: 'unreachable' },
  {
    name: 'a status of none',
    send: whole('HTTP/1.1 999 ?\r\ncontent-length: 0\r\n\r\n'),
    ends: 'bad-status',
  },
  { name: 'status 0', send: whole('HTTP/1.1 0 ?\r\ncontent-length: 0\r\n\r\n'), ends: 'unreachable' },
  {
    name: 'another protocol',
    send: whole('HTTP/1.1 101 Go\r\nupgrade: x\r\nconnection: upgrade\r\n\r\nx'),
    ends: 'unreachable',
  },
  { name: 'nothing new', send: whole('HTTP/1.1 304 Same\r\n\r\n'), ends: 'bad-status' },
  { name: 'no content', send: whole('HTTP/1.1 204 None\r\n\r\n'), ends: 'bad-status' },
  {
    name: 'a redirect to nowhere',
    send: whole('HTTP/1.1 302 Gone\r\ncontent-length: 0\r\n\r\n'),
    ends: 'bad-status',
  },
  {
    name: 'a redirect to two places, the first inside',
    send: whole(
      'HTTP/1.1 302 X\r\nlocation: http://10.0.0.1/\r\nlocation: http://lesson.example/\r\ncontent-length: 0\r\n\r\n',
    ),
    ends: 'not-public',
  },
  {
    name: 'a redirect with an endless body',
    send: endlessly('HTTP/1.1 302 X\r\nlocation: http://10.0.0.1/\r\n\r\n', line),
    ends: 'not-public',
  },
  {
    name: 'an error with an endless body',
    send: endlessly('HTTP/1.1 500 X\r\n\r\n', line),
    ends: 'bad-status',
  },
  { name: 'an endless body', send: endlessly(head(), line), ends: 'too-large' },
  {
    name: 'an endless body in chunks',
    send: endlessly(head('transfer-encoding: chunked'), `${line.length.toString(16)}\r\n${line}\r\n`),
    ends: 'too-large',
  },
  { name: 'an endless header', send: endlessly('HTTP/1.1 200 OK\r\nx: ', line), ends: 'unreachable' },
  {
    name: 'endless headers',
    send: endlessly('HTTP/1.1 200 OK\r\n', 'x: y\r\n'.repeat(100)),
    ends: 'unreachable',
  },
  {
    name: 'endless answers before the answer',
    send: endlessly('', 'HTTP/1.1 103 Wait\r\nx: y\r\n\r\n'),
    ends: 'time-limit',
  },
  { name: 'headers, a little at a time', send: drip('HTTP/1.1 200 OK\r\n', 'x: y\r\n'), ends: 'time-limit' },
  { name: 'a body, a little at a time', send: drip(head(), 'x'), ends: 'time-limit' },
  {
    name: 'chunks, a little at a time',
    send: drip(head('transfer-encoding: chunked'), '1\r\nx\r\n'),
    ends: 'time-limit',
  },
  {
    name: 'the name of a chunk, without an end',
    send: drip(head('transfer-encoding: chunked'), '0'),
    ends: 'time-limit',
  },
  {
    name: 'a size that is too large',
    send: whole(head('content-length: 99999999999'), 'x'),
    ends: 'too-large',
  },
  {
    name: 'a size beyond any number',
    send: whole(head(`content-length: ${'9'.repeat(40)}`), 'x'),
    ends: 'unreachable',
  },
  { name: 'a size below zero', send: whole(head('content-length: -1'), 'x'), ends: 'unreachable' },
  {
    name: 'a size that is more than comes',
    send: whole(head('content-length: 500'), 'hello'),
    ends: 'unreachable',
  },
  {
    name: 'a size that is less than comes',
    send: whole(head('content-length: 2', 'connection: close'), 'hello'),
    ends: { text: 'he' },
  },
  {
    name: 'two sizes',
    send: whole(head('content-length: 2', 'content-length: 5'), 'hello'),
    ends: 'unreachable',
  },
  {
    name: 'a size and chunks',
    send: whole(head('content-length: 5', 'transfer-encoding: chunked'), '0\r\n\r\n'),
    ends: 'unreachable',
  },
  {
    name: 'a chunk larger than memory',
    send: endlessly(`${head('transfer-encoding: chunked')}ffffffffffff\r\n`, line),
    ends: 'too-large',
  },
  {
    name: 'a chunk of no number',
    send: whole(head('transfer-encoding: chunked'), 'zz\r\nx\r\n'),
    ends: 'unreachable',
  },
  {
    name: 'chunks that break off',
    send: whole(head('transfer-encoding: chunked'), '5\r\nhel'),
    ends: 'unreachable',
  },
  { name: 'a gzip bomb', send: compressed('gzip', gzipSync(BOMB, { level: 9 })), ends: 'too-large' },
  {
    name: 'a bomb of many gzips',
    send: compressed(
      'x-gzip',
      Buffer.concat(Array.from({ length: 200 }, () => gzipSync(BOMB.subarray(0, 1_000_000)))),
    ),
    ends: 'too-large',
  },
  { name: 'a deflate bomb', send: compressed('deflate', deflateSync(BOMB, { level: 9 })), ends: 'too-large' },
  {
    name: 'a Brotli bomb',
    send: compressed('BR', brotliCompressSync(BOMB)),
    ends: 'too-large',
  },
  { name: 'a Zstandard bomb', send: compressed('zstd', zstdCompressSync(BOMB)), ends: 'too-large' },
  { name: 'a gzip in a gzip', send: compressed('gzip, gzip', gzipSync(gzipSync(BOMB))), ends: 'unreachable' },
  { name: 'an encoding of its own', send: compressed('lzma', Buffer.from('x')), ends: 'unreachable' },
  { name: 'what is no gzip', send: compressed('gzip', Buffer.from('hello')), ends: 'unreachable' },
  {
    name: 'a gzip that breaks off',
    send: compressed('gzip', gzipSync('hello'.repeat(100)).subarray(0, 20)),
    ends: 'unreachable',
  },
  { name: 'a NUL in a header', send: whole(head('x: \0', 'content-length: 1'), 'x'), ends: 'unreachable' },
];

/** Sends the answers of the list, by their number in the path: `/3`. */
export async function startSite(answers: readonly SiteAnswer[]): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    let request = '';
    socket.on('data', (data) => {
      request += data.toString('latin1');
      const number = /^GET \/(\d+) [^]*\r\n\r\n$/u.exec(request)?.[1];
      if (number !== undefined) answers[Number(number)]?.send(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
