import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ManualClock } from '#server/testing/manual-clock.ts';
import { downloadPublicUrl, fetchPublicUrl, parsePublicUrl } from './fetch-public-url.ts';
import { isPublicAddress } from './guarded-agent.ts';

let server: Server;
let port: number;
let requests = 0;
let onSilentRequest: () => void = () => undefined;

beforeAll(async () => {
  server = createServer((request, response) => {
    requests++;
    const path = request.url ?? '/';
    const redirect = /^\/redirect\/(\d+)$/.exec(path);
    if (redirect) {
      const left = Number(redirect[1]);
      response.writeHead(302, { location: left === 0 ? '/hello' : `/redirect/${left - 1}` }).end();
    } else if (path.startsWith('/to?')) {
      response.writeHead(301, { location: decodeURIComponent(path.slice(4)) }).end();
    } else if (path === '/hello') {
      response.writeHead(200, { 'content-type': 'Text/Plain; charset=utf-8' }).end('hello');
    } else if (path === '/bomb') {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(20_000_000)));
    } else if (path === '/brotli') {
      response.writeHead(200, { 'content-encoding': 'BR' }).end(brotliCompressSync(Buffer.alloc(2_000_000)));
    } else if (path === '/endless') {
      response.writeHead(200);
      const timer = setInterval(() => response.write(Buffer.alloc(65_536)), 1);
      response.on('close', () => clearInterval(timer));
    } else if (path === '/large') {
      response.writeHead(200, { 'content-length': '999999999' });
      response.write('x');
    } else if (path === '/unfinished') {
      response.writeHead(200);
      response.write('x');
    } else if (path === '/silent') {
      onSilentRequest();
    } else {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const limits = { maximumBytes: 1_000_000, timeoutMs: 5000 };
const local = () => ({
  ...limits,
  allowedPorts: [port],
  allowAddress: (address: string) => address === '127.0.0.1',
  resolve: () => Promise.resolve(['127.0.0.1']),
});

describe('fetchPublicUrl', () => {
  test('fetches and follows redirects', async () => {
    const fetched = await fetchPublicUrl(`http://lesson.example:${port}/redirect/4`, local());
    expect(fetched).toMatchObject({
      finalUrl: `http://lesson.example:${port}/hello`,
      contentType: 'text/plain',
      announcedBytes: null,
    });
    expect(await text(fetched.body)).toBe('hello');
  });

  test.each([
    ['/redirect/9', 'too-many-redirects'],
    ['/missing', 'bad-status'],
    ['/large', 'too-large'],
    ['/to?ftp://lesson.example/x', 'invalid-url'],
    ['/to?http://lesson.example:22/', 'invalid-url'],
  ])('refuses %s', async (path, problem) => {
    await expect(fetchPublicUrl(`http://lesson.example:${port}${path}`, local())).rejects.toMatchObject({
      problem,
    });
  });

  test.each(['/bomb', '/brotli', '/endless'])(
    'stops %s at the size limit and leaves no file',
    async (path) => {
      const folder = await mkdtemp(join(tmpdir(), 'lectern-fetch-'));
      const download = downloadPublicUrl(
        `http://lesson.example:${port}${path}`,
        join(folder, 'file'),
        local(),
      );
      await expect(download).rejects.toMatchObject({ problem: 'too-large' });
      expect(await readdir(folder)).toEqual([]);
      await rm(folder, { recursive: true });
    },
  );

  test('gives up after the time limit, and stops when the caller does', async () => {
    const silent = `http://lesson.example:${port}/silent`;
    const clock = new ManualClock();
    onSilentRequest = () => void clock.advance(limits.timeoutMs);
    await expect(fetchPublicUrl(silent, { ...local(), clock })).rejects.toMatchObject({
      problem: 'time-limit',
    });
    const { body } = await fetchPublicUrl(`http://lesson.example:${port}/unfinished`, { ...local(), clock });
    const read = expect(text(body)).rejects.toMatchObject({ problem: 'time-limit' });
    await clock.advance(limits.timeoutMs);
    await read;
    const signal = AbortSignal.abort(new Error('stopped'));
    await expect(fetchPublicUrl(silent, { ...local(), signal })).rejects.toThrow('stopped');
  });

  test('does not connect to a name that leads to a private address, at first or by a redirect', async () => {
    const before = requests;
    const toLoopback = { ...limits, allowedPorts: [port], resolve: () => Promise.resolve(['127.0.0.1']) };
    await expect(fetchPublicUrl(`http://evil.example:${port}/hello`, toLoopback)).rejects.toMatchObject({
      problem: 'not-public',
    });
    expect(requests).toBe(before);
    const mixed = { ...local(), resolve: () => Promise.resolve(['127.0.0.1', '10.0.0.1']) };
    await expect(fetchPublicUrl(`http://evil.example:${port}/hello`, mixed)).rejects.toMatchObject({
      problem: 'not-public',
    });
    for (const inside of [
      'http://169.254.169.254/latest',
      'http://167772161/',
      `http://[::1]:${port}/hello`,
      `http://10.0.0.1:${port}/`,
    ]) {
      const url = `http://lesson.example:${port}/to?${encodeURIComponent(inside)}`;
      const options = { ...local(), allowedPorts: [port, 80] };
      await expect(fetchPublicUrl(url, options)).rejects.toMatchObject({ problem: 'not-public' });
    }
  });

  test('a name that changes its answer between redirects gains nothing', async () => {
    const answers = [['127.0.0.1'], ['192.168.0.1']];
    const rebinding = { ...local(), resolve: () => Promise.resolve(answers.shift() ?? ['192.168.0.1']) };
    await expect(fetchPublicUrl(`http://evil.example:${port}/redirect/1`, rebinding)).rejects.toMatchObject({
      problem: 'not-public',
    });
  });
});

describe('parsePublicUrl', () => {
  test.each([
    'ftp://a.example/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'gopher://127.0.0.1:6379/_FLUSHALL',
    'http://me:secret@a.example/',
    'http://a.example@127.0.0.1/',
    'http://a%00.example/',
    'http://a.example:8080/',
    'no address',
    `http://a.example/${'x'.repeat(5000)}`,
  ])('refuses %s', (url) => {
    expect(() => parsePublicUrl(url)).toThrow(expect.objectContaining({ problem: 'invalid-url' }) as Error);
  });
});

test('addresses of special blocks are not public, and adjacent ones are', () => {
  const open = ['8.8.8.8', '93.184.216.34', '172.32.0.1', '2606:4700:4700::1111', '2a00:1450:4001:81b::200e'];
  expect(open.filter((address) => !isPublicAddress(address))).toEqual([]);
  // Private blocks and forms that hide an IPv4 address: addresses.property.test.ts.
  const closed = [
    ...['168.63.129.16', '192.0.0.192', '192.0.2.1', '192.88.99.1', '198.18.0.1', '198.51.100.7'],
    ...[
      '203.0.113.9',
      '240.0.0.1',
      '::',
      '::1',
      '64:ff9b:1::1',
      '100::1',
      '2001::1',
      '2001:db8::1',
      '3fff::1',
      '2620:4f:8000::1',
      '4000::1',
    ],
    ...['fc00::1', 'fd00:ec2::254', 'fe80::1', 'fec0::1', 'ff02::1', '5f00::1', '', 'localhost', '8.8.8'],
  ];
  expect(closed.filter(isPublicAddress)).toEqual([]);
});
