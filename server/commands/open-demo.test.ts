import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { useDirectory } from '#server/testing/use-directory.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';
import { openDemo, type Demo } from './open-demo.ts';

const application = await useTestApplication();
const [directory, another] = [await useDirectory(), await useDirectory()];
const open = (dataDirectory: string): Promise<Demo> =>
  openDemo(application.origin, dataDirectory, new AbortController().signal);

test('the demo account and its course are made once, with a password that only their owner can read', async () => {
  const demo = await open(directory);
  expect(await open(directory)).toEqual(demo);
  expect((await stat(join(directory, 'demo-password'))).mode & 0o777).toBe(0o600);
  await expect(open(another)).rejects.toThrow('The demo course could not be created');
});
