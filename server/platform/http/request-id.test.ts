import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createRequestIds } from './request-context.ts';

function ask(trust: boolean | number | string | undefined, peer: string, id: string): string {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: peer });
  const request = new IncomingMessage(socket);
  request.headers['x-request-id'] = id;
  return createRequestIds(trust)(request);
}

const SANE = 'edge-7f3a91c2';
const OURS = /^[0-9a-f-]{36}$/;

test.each([
  [true, '203.0.113.9'],
  [1, '203.0.113.9'],
  ['loopback', '127.0.0.1'],
  ['loopback', '::ffff:127.0.0.1'],
  ['loopback', '::1'],
  ['10.0.0.0/8,192.168.7.1', '10.200.3.4'],
  ['10.0.0.0/8,192.168.7.1', '192.168.7.1'],
  ['uniquelocal', 'fd12::1'],
])('a proxy that is trusted (%s) brings an id from %s', (trust, peer) => {
  expect(ask(trust, peer, SANE)).toBe(SANE);
});

test.each([
  [undefined, '127.0.0.1'],
  [0, '127.0.0.1'],
  ['loopback', '203.0.113.9'],
  ['10.0.0.0/8,192.168.7.1', '192.168.7.2'],
])('no one else does (%s, %s)', (trust, peer) => {
  expect(ask(trust, peer, SANE)).toMatch(OURS);
});

test.each([
  'short',
  '-starts-wrong',
  'two\nlines-of-log',
  'with "quotes" in it',
  'x'.repeat(129),
  '<script>alert',
])('rejects an invalid id: %j', (id) => {
  expect(ask(true, '127.0.0.1', id)).toMatch(OURS);
});
