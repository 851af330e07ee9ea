import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFileLink, findFileKey, isValidFileLink } from './file-links.ts';

const secret = Buffer.alloc(32, 1);
const key = 'i7/0b9c1f5e-7c1d-4f5e-9a61-6a3f8b6f2a10.mp4';
const NOW = Date.UTC(2026, 10, 21, 12, 7);
const HOUR = 3_600_000;

function take(link: string): { key: string; expires: string; signature: string } {
  const url = new URL(link, 'http://lectern.test');
  return {
    key: url.pathname.replace('/files/', ''),
    expires: url.searchParams.get('expires') ?? '',
    signature: url.searchParams.get('signature') ?? '',
  };
}

test('a link is valid for hours, not for days, and only as it was made', () => {
  const link = take(createFileLink(secret, key, NOW));
  expect(isValidFileLink(secret, link, NOW)).toBe(true);
  expect(isValidFileLink(secret, link, NOW + 4 * HOUR)).toBe(true);
  expect(isValidFileLink(secret, link, NOW + 5 * HOUR)).toBe(false);
  expect(isValidFileLink(Buffer.alloc(32, 2), link, NOW)).toBe(false);
  expect(isValidFileLink(secret, { ...link, expires: String(Number(link.expires) + 1) }, NOW)).toBe(false);
  expect(isValidFileLink(secret, { ...link, key: key.replace('i7', 'i8') }, NOW)).toBe(false);
  expect(isValidFileLink(secret, { ...link, signature: '' }, NOW)).toBe(false);
});

test('links of the same quarter of an hour are the same, so that browsers need not load twice', () => {
  expect(createFileLink(secret, key, NOW)).toBe(createFileLink(secret, key, NOW + 5 * 60_000));
  expect(createFileLink(secret, key, NOW)).not.toBe(createFileLink(secret, key, NOW + 20 * 60_000));
});

test('any form of a link names its key', () => {
  const link = createFileLink(secret, key, NOW);
  for (const form of [
    link,
    `https://a.example${link}`,
    `HTTP://a.example:8080${link}`,
    `/files/${key}`,
    `/files/${key}#t=5`,
  ]) {
    expect(findFileKey(form)).toBe(key);
  }
  for (const other of [
    '',
    key,
    `/other/${key}`,
    '/files/../secret.txt',
    `https://a.example/x/files/${key}`,
    `/files/${key}/more`,
  ]) {
    expect(findFileKey(other)).toBeUndefined();
  }
});

test('no made-up link is ever valid', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (someKey, expires, signature) => {
      expect(isValidFileLink(secret, { key: someKey, expires, signature }, NOW)).toBe(false);
      const found = findFileKey(`/files/${someKey}`);
      expect(found === undefined || found === someKey.split(/[?#]/)[0]).toBe(true);
    }),
  );
});
