import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeTinyGguf } from '../testing/tiny-gguf.ts';
import { findGgufProblem } from './check-gguf.ts';

let path: string;
let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lectern-gguf-'));
  path = join(directory, 'mine.gguf');
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const chat = makeTinyGguf({ logits: { a: 1 } });

test('accepts a chat model', async () => {
  await writeFile(path, chat);
  expect(await findGgufProblem(path)).toBeUndefined();
});

test.each([
  ['a file that is missing', undefined, 'gguf_unreadable'],
  ['an empty file', Buffer.alloc(0), 'gguf_unknown'],
  ['something else', Buffer.from('PK not a model at all'), 'gguf_unknown'],
  [
    'a model without a chat template',
    makeTinyGguf({ logits: { a: 1 }, chatTemplate: null }),
    'gguf_without_chat_template',
  ],
])('names the problem of %s, and the file without its directory', async (_, bytes, code) => {
  if (bytes !== undefined) await writeFile(path, bytes);
  expect(await findGgufProblem(path)).toEqual({ code, params: { name: 'mine.gguf' } });
});

test('reads a file again after it was replaced', async () => {
  await writeFile(path, 'not a model');
  expect(await findGgufProblem(path)).toMatchObject({ code: 'gguf_unknown' });
  await writeFile(path, chat);
  expect(await findGgufProblem(path)).toBeUndefined();
});
