import type { AddressInfo, Server } from 'node:net';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { downloadPublicUrl } from '#server/platform/web-fetch/fetch-public-url.ts';
import { pretendInternet, type PretendedInternet } from './pretend-internet.ts';
import { SITE_ANSWERS, startSite } from './site-answers.ts';

const PUBLIC = '93.184.216.34';
let site: Server;
let internet: PretendedInternet;
let folder: string;

beforeAll(async () => {
  site = await startSite(SITE_ANSWERS);
  internet = pretendInternet({ [PUBLIC]: { localPort: (site.address() as AddressInfo).port } });
  folder = await mkdtemp(join(tmpdir(), 'lectern-answers-'));
});
afterAll(async () => {
  internet.restore();
  site.close();
  await rm(folder, { recursive: true });
});

const MEBIBYTE = 1024 ** 2;

describe('what a hostile site sends', () => {
  test.each(SITE_ANSWERS.map(([name, , ends], number) => ({ name, ends, number })))(
    '$name',
    async ({ number, ends }) => {
      const path = join(folder, String(number));
      const before = process.memoryUsage.rss();
      const outcome = await downloadPublicUrl(`http://lesson.example/${number}`, path, {
        maximumBytes: MEBIBYTE,
        timeoutMs: 700,
        resolve: () => Promise.resolve([PUBLIC]),
      }).then(
        async () => ({ text: await readFile(path, 'utf8') }),
        (error: unknown) => (error instanceof Error && 'problem' in error ? error.problem : error),
      );
      expect(outcome).toEqual(ends);
      // A file that could not be completed is gone, and what was sent too much was never held.
      expect((await readdir(folder)).includes(String(number))).toBe(typeof ends === 'object');
      expect((process.memoryUsage.rss() - before) / MEBIBYTE).toBeLessThan(150);
      expect(new Set(internet.attempts)).toEqual(new Set([PUBLIC]));
    },
  );
});

test('no connection is left open', async () => {
  const open = await new Promise<number>((resolve, reject) => {
    setTimeout(() => site.getConnections((error, count) => (error ? reject(error) : resolve(count))), 300);
  });
  expect(open).toBe(0);
});
