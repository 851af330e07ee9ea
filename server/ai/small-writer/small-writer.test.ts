import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { LANGUAGE_MODELS, resolveLocalLanguageModel } from '../model-files/local-language-model.ts';
import { SMALL_WRITER } from './small-writer.ts';

test('the adapter has the documented SHA-256', async () => {
  const digest = createHash('sha256').update(await readFile(SMALL_WRITER.adapterPath));
  expect(digest.digest('hex')).toBe(SMALL_WRITER.adapterSha256);
});

test('belongs only to the small model of the catalogue', () => {
  expect(LANGUAGE_MODELS['qwen2.5-coder-1.5b'].files[0]?.sha256).toBe(SMALL_WRITER.baseSha256);
  const adapterOf = (model: Parameters<typeof resolveLocalLanguageModel>[0]['model']) =>
    resolveLocalLanguageModel({ model }, '/models').writerAdapterPath;
  expect(adapterOf({ name: 'qwen2.5-coder-1.5b' })).toBe(SMALL_WRITER.adapterPath);
  expect(adapterOf({ name: 'qwen3-4b' })).toBeUndefined();
  expect(adapterOf({ path: '/models/my-model.gguf' })).toBeUndefined();
});
