import { spawn } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { decodeAudio } from '#server/media/decode-audio.ts';
import { MediaError } from '#server/media/media-errors.ts';
import { listProcessesOf } from '#server/media/testing/media-child-processes.ts';
import { makeVideo } from '#server/media/testing/make-video.ts';
import { HOSTILE_VIDEOS } from './media.ts';
import { mutate } from './mutate.ts';
import { useDirectory } from '#server/testing/use-directory.ts';

const SAMPLE_RATE = 16_000;
const SECONDS = 2;
const folder = await useDirectory();
let video: Buffer;

beforeAll(async () => {
  const outputPath = join(folder, 'made.mp4');
  const samples = Float32Array.from(
    { length: SECONDS * SAMPLE_RATE },
    (_, index) => Math.sin(index * 0.1) / 2,
  );
  makeVideo({ outputPath, samples });
  video = await readFile(outputPath);
});
// Whatever became of a file, no process is left at it.
afterEach(() =>
  vi.waitFor(async () => expect(await listProcessesOf(folder)).toEqual([]), { timeout: 10_000 }),
);

/** How many seconds were decoded, or the message that people see; anything else is thrown. */
async function decode(name: string, bytes: Uint8Array): Promise<number | string> {
  const path = join(folder, `${name}.mp4`);
  await writeFile(path, bytes);
  let samples = 0;
  try {
    const limits = { maximumStallSeconds: 5, maximumWaitSeconds: 8, maximumMemoryBytes: 400 * 1024 ** 2 };
    for await (const [part] of (await decodeAudio(path, { limits })).samples) samples += part.length;
    return samples / SAMPLE_RATE;
  } catch (error) {
    if (!(error instanceof MediaError)) throw error;
    expect(error.message).toMatch(/^[A-Z][^!]*\.$/u);
    return error.name;
  } finally {
    await rm(path);
  }
}

/** How many files one process decoded before it ended, or stood still. */
async function decodeTogether(paths: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'decode-many.child.ts'), ...paths], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const kill = (): unknown => child.kill('SIGKILL');
  let timer = setTimeout(kill, 10_000);
  let output = '';
  for await (const part of child.stdout) {
    output += String(part);
    clearTimeout(timer);
    timer = setTimeout(kill, 10_000);
  }
  clearTimeout(timer);
  return output.split('\n').length - 1;
}

/** Two at a time, as there are cores on a small machine. */
async function inPairs<Item>(items: readonly Item[], use: (item: Item) => Promise<void>): Promise<void> {
  const left = [...items];
  const work = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await use(item);
  };
  await Promise.all([work(), work()]);
}

describe('videos', () => {
  test(`${HOSTILE_VIDEOS.length} that were taken apart are decoded, or refused with a clear error`, async () => {
    const before = process.memoryUsage.rss();
    const wrong: string[] = [];
    await inPairs([...HOSTILE_VIDEOS.entries()], async ([index, [name, make, right]]) => {
      const found = await decode(`taken-${index}`, make(video));
      if (right && (typeof found === 'string' || Math.abs(found - SECONDS) > 0.3))
        wrong.push(`${name}: ${found}`);
      // Nothing may be made up: not more than the file holds, however long it claims to be.
      if (typeof found === 'number' && found > SECONDS + 30) wrong.push(`${name}: ${found} s`);
    });
    expect(wrong).toEqual([]);
    expect((process.memoryUsage.rss() - before) / 1024 ** 2).toBeLessThan(300);
  });

  test('200 with bytes that flipped are decoded or refused, and the next is decoded', async () => {
    const paths = Array.from({ length: 200 }, (_, index) => join(folder, `mutated-${index}.mp4`));
    await Promise.all(paths.map((path, index) => writeFile(path, mutate(video, index + 1))));
    // A process for each would take minutes. One that breaks a shared process is given to the real one by itself.
    let left = paths;
    while (left.length > 0) {
      const done = await decodeTogether(left);
      const [broke] = left.slice(done);
      if (broke !== undefined) await decode('broke', await readFile(broke));
      left = left.slice(done + 1);
    }
    expect(await decode('next', video)).toBeCloseTo(SECONDS, 0);
  });
});
