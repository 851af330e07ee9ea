import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { guardedFetch } from './guarded-fetch.ts';

let server: Server;
let host: string;
let calls = 0;
beforeAll(async () => {
  server = createServer((request, response) => {
    calls += 1;
    if (request.url === '/redirect') response.writeHead(302, { location: '/elsewhere' }).end();
    else if (request.url === '/large') response.end('x'.repeat(2 * 1024 * 1024));
    else if (request.url === '/broken') response.destroy();
    else
      void text(request).then((body) => {
        response.writeHead(422, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ method: request.method, body, type: request.headers['content-type'] }));
      });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const post = (url: string, privateHosts: readonly string[]) =>
  guardedFetch(url, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: 'hello',
    privateHosts,
  });

test('calls a host that the settings name, and returns its answer whatever the status', async () => {
  const response = await post(`http://${host}/`, [host]);
  expect(response.status).toBe(422);
  expect(await response.json()).toEqual({ method: 'POST', body: 'hello', type: 'text/plain' });
});

test('follows no redirect', async () => {
  const before = calls;
  expect((await post(`http://${host}/redirect`, [host])).status).toBe(302);
  expect(calls).toBe(before + 1);
});

test.each([
  ['a private address', () => 'https://10.0.0.1/', 'not-public'],
  ['this machine', () => `https://${host}/`, 'not-public'],
  ['a host without TLS', () => 'http://platform.example/', 'invalid-url'],
  ['this machine without TLS', () => `http://${host}/`, 'invalid-url'],
  ['an address with a password', () => 'https://me:secret@platform.example/', 'invalid-url'],
  ['no address', () => 'platform', 'invalid-url'],
])('does not call %s that the settings do not name', async (_name, url, problem) => {
  const before = calls;
  await expect(post(url(), ['another.example'])).rejects.toMatchObject({ problem });
  expect(calls).toBe(before);
});

test('gives up an answer that is too large or breaks off', async () => {
  await expect(post(`http://${host}/large`, [host])).rejects.toMatchObject({ problem: 'too-large' });
  await expect(post(`http://${host}/broken`, [host])).rejects.toMatchObject({ problem: 'unreachable' });
});
