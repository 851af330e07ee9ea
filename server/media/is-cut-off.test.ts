import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isCutOff } from './is-cut-off.ts';
import { useDirectory } from '#server/testing/use-directory.ts';

const directory = await useDirectory();

function box(type: string, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.writeUInt32BE(length, 0);
  bytes.write(type, 4, 'latin1');
  return bytes;
}

const MP4 = Buffer.concat([box('ftyp', 24), box('moov', 200), box('moof', 90), box('mdat', 500)]);

test.each([
  ['a whole MP4', MP4, false],
  ['an MP4 that ends in its media data', MP4.subarray(0, MP4.length - 100), true],
  [
    'an MP4 whose index is missing',
    Buffer.concat([box('ftyp', 24), box('mdat', 500)]).subarray(0, 200),
    true,
  ],
  ['an MP4 with bytes after its end', Buffer.concat([MP4, Buffer.alloc(40, 255)]), false],
  ['a WAV', Buffer.from('RIFF\xff\xff\xff\xffWAVEfmt ', 'latin1'), false],
])('%s', async (_name, bytes, isCut) => {
  const path = join(directory, 'recording');
  await writeFile(path, bytes);
  expect(isCutOff(path)).toBe(isCut);
});
