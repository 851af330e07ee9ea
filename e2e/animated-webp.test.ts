import { expect, test } from 'vitest';
import { makeAnimatedWebp } from './animated-webp.ts';

/** The smallest lossless picture: one pixel. */
const PIXEL = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64');

const listChunks = (file: Buffer, from: number): { name: string; content: Buffer }[] => {
  const chunks = [];
  for (let at = from; at < file.length;) {
    const length = file.readUInt32LE(at + 4);
    chunks.push({
      name: file.toString('latin1', at, at + 4),
      content: file.subarray(at + 8, at + 8 + length),
    });
    at += 8 + length + (length % 2);
  }
  return chunks;
};

test('joins still pictures into an animation with their durations', () => {
  const file = makeAnimatedWebp(1, 1, [
    { picture: PIXEL, milliseconds: 1_500 },
    { picture: PIXEL, milliseconds: 300 },
  ]);
  expect(file.readUInt32LE(4)).toBe(file.length - 8);
  const chunks = listChunks(file, 12);
  expect(chunks.map(({ name }) => name)).toEqual(['VP8X', 'ANIM', 'ANMF', 'ANMF']);
  expect(chunks[0]?.content[0]).toBe(0x02);
  expect(chunks.slice(2).map(({ content }) => content.readUIntLE(12, 3))).toEqual([1_500, 300]);
  // The picture is unchanged.
  expect(chunks[2]?.content.subarray(16)).toEqual(PIXEL.subarray(12));
});

test('rejects what is not a still WebP picture', () => {
  const picture = Buffer.from('RIFF\0\0\0\0PNG and so on', 'latin1');
  expect(() => makeAnimatedWebp(1, 1, [{ picture, milliseconds: 1 }])).toThrow('not a still WebP picture');
});
