import Fastify from 'fastify';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { Application } from './application.ts';
import { bareAnswerHeaders } from './error-handler.ts';
import { refuseSlowBodies } from './slow-bodies.ts';

const LOOK_MILLISECONDS = 40;

const opened: { app: Application; socket: Socket }[] = [];
afterEach(async () => {
  for (const { app, socket } of opened.splice(0)) {
    socket.destroy();
    await app.close();
  }
});

/** A server that looks often, and a client that has sent `head` and whatever `drip` sends after each look. */
async function send(
  head: string,
  drip: (sent: number) => string,
): Promise<{ answer: () => string; closed: Promise<unknown>; bodies: unknown[] }> {
  const app = Fastify() as unknown as Application;
  const bodies: unknown[] = [];
  refuseSlowBodies(app, bareAnswerHeaders(undefined), LOOK_MILLISECONDS);
  app.post('/upload', { config: { work: { holds: 'upload' } } }, (request) => {
    bodies.push(request.body);
    return {};
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  opened.push({ app, socket });
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(head);
  let sent = 0;
  const timer = setInterval(() => {
    if (socket.writable) socket.write(drip(sent));
    sent += 1;
  }, LOOK_MILLISECONDS / 2);
  socket.once('close', () => clearInterval(timer));
  return { answer: () => answer, closed, bodies };
}

const head = (length: number): string =>
  `POST /upload HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n`;

test('a body that comes byte by byte is refused, an upload too', async () => {
  const { answer, closed, bodies } = await send(head(100_000), () => ' ');
  await closed;
  // What a client still sends after the end may cost it the answer, so that either is right.
  expect(answer()).toMatch(/^$|^HTTP\/1.1 408 /);
  expect(bodies).toEqual([]);
});

test('a body that never begins is refused', async () => {
  const { answer, closed } = await send(head(10), () => '');
  await closed;
  expect(answer()).toMatch(/^HTTP\/1.1 408 [^]*request_timeout/);
});

test('a body without a length that never ends is refused', async () => {
  const chunked =
    'POST /upload HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n';
  const { answer, closed } = await send(chunked, () => '1\r\n \r\n');
  await closed;
  expect(answer()).toMatch(/^$|^HTTP\/1.1 408 /);
});

test('a slow body that moves is taken', async () => {
  const piece = ' '.repeat(4_000);
  const pieces = 10;
  const body = `${piece.repeat(pieces)}{}`;
  const { answer, closed, bodies } = await send(head(body.length), (sent) => {
    if (sent < pieces) return piece;
    return sent === pieces ? '{}' : '';
  });
  await closed;
  expect(answer()).toMatch(/^HTTP\/1.1 200 /);
  expect(bodies).toEqual([{}]);
});
