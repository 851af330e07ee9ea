import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const WEB = join(import.meta.dirname, '../../web');

/** `npm ci --omit=dev` leaves out what web/tsconfig.json extends, and a build that looks for it fails. */
test('builds the web app with a tsconfig that extends no package', async () => {
  const config = await readFile(join(WEB, 'vite.config.ts'), 'utf8');
  const name = /^ {2}tsconfig: join\(import\.meta\.dirname, '([\w.-]+)'\),$/mu.exec(config)?.[1];
  expect(name).toBeDefined();
  expect(await readFile(join(WEB, name ?? ''), 'utf8')).not.toMatch(/"extends"|"types"/u);
});
