import { expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { evaluateFiles } from '../files.ts';

test('reads every kind of real-world file, or says why not', async () => {
  const { missedGates, text } = await evaluateFiles(readConfig().modelsDirectory);
  expect(missedGates, text).toEqual([]);
}, 300_000);
