import Fastify from 'fastify';
import { Readable } from 'node:stream';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { eventually } from '#server/testing/eventually.ts';
import { ManualClock } from '#server/testing/manual-clock.ts';
import type { Application } from './application.ts';
import { refuseSlowReaders } from './slow-readers.ts';

const opened: { app: Application; socket: Socket }[] = [];
afterEach(async () => {
  for (const { app, socket } of opened.splice(0)) {
    socket.destroy();
    await app.close();
  }
});

const PIECE = 'x'.repeat(1024 * 1024);
const PIECES = 64;

/** A server with its own clock, and a client that asks for a long answer without reading it. */
async function ask(path: string) {
  const clock = new ManualClock();
  const app = Fastify() as unknown as Application;
  refuseSlowReaders(app, clock);
  let server: Socket | undefined;
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    server = raw.socket;
    done();
  });
  for (const route of ['/api/long', '/files/long'])
    app.get(route, (_request, reply) =>
      reply.send(
        Readable.from(
          Array.from({ length: PIECES }, () => PIECE),
          { objectMode: false },
        ),
      ),
    );
  app.get('/api/quiet', (_request, reply) => reply.send(new Readable({ read: () => undefined })));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  opened.push({ app, socket });
  socket.on('error', () => undefined);
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
  await eventually('the request to arrive', () => (server === undefined ? undefined : true));
  const isCut = () => server?.destroyed === true;
  const isBlocked = () => (server?.writableLength ?? 0) > 0;
  return { clock, socket, isCut, isBlocked };
}

test('an answer that is not read is cut after 30 seconds', async () => {
  const { clock, isCut, isBlocked } = await ask('/api/long');
  await eventually('the answer to wait for its reader', () => (isBlocked() ? true : undefined));
  await clock.advance(5_000);
  await clock.advance(25_000);
  expect(isCut()).toBe(false);
  await clock.advance(15_000);
  expect(isCut()).toBe(true);
});

test('one that is read slowly arrives whole', async () => {
  const { clock, socket, isCut, isBlocked } = await ask('/api/long');
  let bytes = 0;
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    socket.pause();
  });
  const ended = new Promise((resolve) => socket.once('close', resolve));
  for (let step = 0; step < 5; step += 1) {
    await eventually('the answer to wait for its reader', () => (isBlocked() ? true : undefined));
    await clock.advance(25_000);
    const before = bytes;
    while (bytes < before + 8 * PIECE.length) {
      socket.resume();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(isCut()).toBe(false);
  }
  socket.removeAllListeners('data');
  socket.on('data', (chunk: Buffer) => (bytes += chunk.length)).resume();
  await ended;
  expect(bytes).toBeGreaterThan(PIECES * PIECE.length);
});

test.each(['/api/quiet', '/files/long'])('%s may wait', async (path) => {
  const { clock, isCut } = await ask(path);
  await new Promise((resolve) => setTimeout(resolve, 100));
  for (let seconds = 0; seconds < 120; seconds += 5) await clock.advance(5_000);
  expect(isCut()).toBe(false);
});
