import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { ManualClock } from '#server/testing/manual-clock.ts';
import { createBoundedFetch } from './bounded-fetch.ts';

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const GET = { method: 'GET', headers: {}, body: undefined, redirect: 'manual' } as const;
const ask = (url: string, clock = new ManualClock()) => createBoundedFetch(clock)(url, GET);

test('returns what the provider says', async () => {
  const url = await serve((_request, response) => response.setHeader('x-a', 'b').end('{"a":1}'));
  const response = await ask(url);
  expect([response.status, response.headers.get('x-a'), await response.json()]).toEqual([200, 'b', { a: 1 }]);
});

test('follows no redirect', async () => {
  let visited = false;
  const elsewhere = await serve((_request, response) => {
    visited = true;
    response.end();
  });
  const url = await serve((_request, response) => response.writeHead(302, { location: elsewhere }).end());
  expect((await ask(url)).status).toBe(302);
  expect(visited).toBe(false);
});

test('gives up what never ends', async () => {
  const url = await serve((_request, response) => {
    const write = (): void => {
      while (!response.destroyed && response.write('x'.repeat(64 * 1024)));
    };
    response.on('drain', write);
    write();
  });
  await expect(ask(url)).rejects.toMatchObject({
    reason: 'unreachable',
    message: expect.stringContaining('1 MiB') as unknown,
  });
});

test('gives up on a provider that never answers', async () => {
  const clock = new ManualClock();
  const url = await serve(() => undefined);
  const asked = ask(url, clock);
  await clock.untilWaiting();
  const given = expect(asked).rejects.toMatchObject({ reason: 'unreachable' });
  await clock.advance(10_000);
  await given;
});

test('calls a provider in trouble, or none, unreachable', async () => {
  const url = await serve((_request, response) => response.writeHead(502).end());
  await expect(ask(url)).rejects.toMatchObject({ reason: 'unreachable' });
  await expect(ask('http://127.0.0.1:1/')).rejects.toMatchObject({ reason: 'unreachable' });
});
