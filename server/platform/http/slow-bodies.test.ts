import Fastify from 'fastify';
import type { IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { eventually } from '#server/testing/eventually.ts';
import { ManualClock } from '#server/testing/manual-clock.ts';
import type { Application } from './application.ts';
import { errorHeaders } from './error-handler.ts';
import { refuseSlowBodies } from './slow-bodies.ts';

const opened: { app: Application; socket: Socket }[] = [];
afterEach(async () => {
  for (const { app, socket } of opened.splice(0)) {
    socket.destroy();
    await app.close();
  }
});

/** A server with its own clock, and a client that has sent `head`. */
async function begin(head: string) {
  const clock = new ManualClock();
  const app = Fastify() as unknown as Application;
  const bodies: unknown[] = [];
  let request: IncomingMessage | undefined;
  refuseSlowBodies(app, errorHeaders(undefined), clock);
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    request = raw;
    done();
  });
  const keep = (asked: { body: unknown }) => {
    bodies.push(asked.body);
    return {};
  };
  app.post('/upload', { config: { holds: 'upload' } }, keep);
  app.post('/text', keep);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  opened.push({ app, socket });
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  let sent = 0;
  const send = async (text: string): Promise<void> => {
    sent += text.length;
    socket.write(text);
    await eventually('the server to receive the bytes', () =>
      (request?.socket.bytesRead ?? 0) >= sent ? true : undefined,
    );
  };
  await send(head);
  return { clock, send, answer: () => answer, closed, bodies };
}

const LOOK_MILLISECONDS = 30_000;

const head = (length: number, path = '/upload'): string =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n`;

test('a body that comes byte by byte is refused, an upload too', async () => {
  const { clock, send, answer, closed, bodies } = await begin(head(100_000));
  for (let look = 0; look < 2; look += 1) {
    expect(answer()).toBe('');
    await send(' ');
    await clock.advance(LOOK_MILLISECONDS);
  }
  await closed;
  expect(answer()).toMatch(/^HTTP\/1.1 408 /);
  expect(bodies).toEqual([]);
});

test('a body that never begins is refused', async () => {
  const { clock, answer, closed } = await begin(head(10));
  await clock.advance(2 * LOOK_MILLISECONDS);
  await closed;
  expect(answer()).toMatch(/^HTTP\/1.1 408 [^]*request_timeout/);
});

test('a body without a length that never ends is refused', async () => {
  const chunked =
    'POST /upload HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n';
  const { clock, send, answer, closed } = await begin(chunked);
  for (let look = 0; look < 2; look += 1) {
    await send('1\r\n \r\n');
    await clock.advance(LOOK_MILLISECONDS);
  }
  await closed;
  expect(answer()).toMatch(/^HTTP\/1.1 408 /);
});

test('a slow upload that moves is accepted', async () => {
  const piece = ' '.repeat(4_000);
  const pieces = 10;
  const { clock, send, answer, closed, bodies } = await begin(head(pieces * piece.length + 2));
  for (let sent = 0; sent < pieces; sent += 1) {
    await send(piece);
    await clock.advance(LOOK_MILLISECONDS);
  }
  await send('{}');
  await closed;
  expect(answer()).toMatch(/^HTTP\/1.1 200 /);
  expect(bodies).toEqual([{}]);
});

test('a body that is read whole is refused when it takes longer than its size allows', async () => {
  const { clock, send, answer, closed, bodies } = await begin(head(64 * 1024, '/text'));
  // 32 seconds: over at the second look.
  for (let look = 0; look < 2; look += 1) {
    expect(answer()).toBe('');
    await send(' '.repeat(4_000));
    await clock.advance(LOOK_MILLISECONDS);
  }
  await closed;
  expect(answer()).toMatch(/^HTTP\/1.1 408 /);
  expect(bodies).toEqual([]);
});
