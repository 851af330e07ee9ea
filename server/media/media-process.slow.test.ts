import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { encodeWav } from '../ai/openai-compatible/encode-wav.ts';
import { createSileroSpeechDetector } from '../ai/speech-detection/speech-detector.ts';
import { SpeechToTextUnavailableError, type SpeechToText } from '../ai/speech-to-text.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { decodeAudio, type MediaOptions } from './decode-audio.ts';
import {
  MediaDecoderCrashedError,
  MediaDecoderOutOfMemoryError,
  MediaDecoderTimeoutError,
} from './media-errors.ts';
import { DEFAULT_MEDIA_LIMITS } from './media-process.ts';
import { listProcessesOf } from './testing/media-child-processes.ts';
import { transcribeMedia } from './transcribe-media.ts';
import { useDirectory } from '#server/testing/use-directory.ts';

const SAMPLE_RATE = 16_000;

const directory = await useDirectory();
/** Four minutes of sound: far more than fits between child and parent, so that the child is held back. */
let soundPath: string;

beforeAll(async () => {
  soundPath = join(directory, 'sound.wav');
  const samples = Float32Array.from({ length: 240 * SAMPLE_RATE }, (_, index) => Math.sin(index * 0.1) * 0.5);
  await writeFile(soundPath, encodeWav(samples));
});

/** A named pipe: opening it for reading waits for a writer, as a file on a dead network drive does. */
async function makePipe(name: string): Promise<string> {
  const path = join(directory, name);
  await promisify(execFile)('mkfifo', [path]);
  return path;
}

async function readAll(path: string, options?: MediaOptions): Promise<number> {
  let samples = 0;
  for await (const [part] of (await decodeAudio(path, options)).samples) samples += part.length;
  return samples;
}

async function expectNoChild(path: string): Promise<void> {
  await vi.waitFor(async () => expect(await listProcessesOf(path)).toEqual([]), { timeout: 30_000 });
}

describe('limits', () => {
  test('a child that gives nothing is ended', async () => {
    const path = await makePipe('stalled.wav');
    const clock = new ManualClock();
    const failure = expect(readAll(path, { clock })).rejects.toBeInstanceOf(MediaDecoderTimeoutError);
    // The look at its memory and the wait for its first piece.
    await clock.untilWaiting(2);
    await clock.advance(DEFAULT_MEDIA_LIMITS.maximumStallSeconds * 1000);
    await failure;
    await expectNoChild(path);
  });

  test('a child that always gives a little, without an end, is ended', async () => {
    const path = await makePipe('trickling.wav');
    // Its header promises ten thousand seconds.
    const header = encodeWav(new Float32Array(0));
    header.writeUInt32LE(10_000 * SAMPLE_RATE * 2, 40);
    const secondOfSound = Buffer.alloc(SAMPLE_RATE * 2, 1);
    const writer = createWriteStream(path);
    const gone = new AbortController();
    writer.on('error', () => gone.abort());
    const reading = readAll(path, { limits: { maximumWaitSeconds: 3, maximumStallSeconds: 50 } });
    const feeding = (async () => {
      writer.write(header);
      while (!gone.signal.aborted) {
        writer.write(secondOfSound);
        await sleep(100);
      }
    })();
    await expect(reading).rejects.toBeInstanceOf(MediaDecoderTimeoutError);
    await expectNoChild(path);
    await feeding;
  });

  test('a child that takes more memory than allowed is ended', async () => {
    const path = await makePipe('swollen.wav');
    // No process that runs Node is as small.
    const limits = { maximumMemoryBytes: 1024 * 1024 };
    await expect(readAll(path, { limits })).rejects.toBeInstanceOf(MediaDecoderOutOfMemoryError);
    await expectNoChild(path);
  });
});

describe('a child', () => {
  test('reports a crashed decoder when its child is killed', async () => {
    const { samples } = await decodeAudio(soundPath);
    expect((await samples.next()).done).toBe(false);
    const [child] = await listProcessesOf(soundPath);
    process.kill(child!, 'SIGKILL');
    const reading = (async () => {
      for await (const [part] of samples) expect(part.length).toBeGreaterThan(0);
    })();
    await expect(reading).rejects.toBeInstanceOf(MediaDecoderCrashedError);
    await expect(reading).rejects.toMatchObject({
      cause: { message: expect.stringContaining('(SIGKILL)') as string },
    });
    expect(await readAll(soundPath)).toBe(240 * SAMPLE_RATE);
  });

  test('reports a crashed decoder when its child is killed before it has sent anything', async () => {
    const path = await makePipe('killed.wav');
    const opening = decodeAudio(path);
    const failure = expect(opening).rejects.toBeInstanceOf(MediaDecoderCrashedError);
    const child = await vi.waitFor(
      async () => {
        const [found] = await listProcessesOf(path);
        if (found === undefined) throw new Error('No child yet.');
        return found;
      },
      { timeout: 30_000, interval: 10 },
    );
    process.kill(child, 'SIGKILL');
    await failure;
  });

  test('is gone after an abort, with the reason given', async () => {
    const stop = new AbortController();
    const { samples } = await decodeAudio(soundPath, { signal: stop.signal });
    await samples.next();
    expect(await listProcessesOf(soundPath)).toHaveLength(1);
    const reason = new Error('The lesson was deleted.');
    stop.abort(reason);
    await expect(samples.next()).rejects.toBe(reason);
    await expectNoChild(soundPath);
  });

  test('exits after an abort even if no one ever read', async () => {
    const stop = new AbortController();
    await decodeAudio(soundPath, { signal: stop.signal });
    stop.abort();
    await expectNoChild(soundPath);
  });

  test('is gone when the reader leaves its loop', async () => {
    for await (const [part] of (await decodeAudio(soundPath)).samples) {
      expect(part.length).toBeGreaterThan(0);
      break;
    }
    await expectNoChild(soundPath);
  });

  test('is gone when the speech detection model is missing', async () => {
    const speechToText: SpeechToText = {
      name: 'never asked',
      concurrency: 1,
      recognize: () => Promise.reject(new Error('There is nothing to recognise.')),
      close: () => Promise.resolve(),
    };
    const speechDetector = createSileroSpeechDetector({ modelPath: join(directory, 'nowhere.onnx') });
    await expect(transcribeMedia({ path: soundPath, speechToText, speechDetector })).rejects.toBeInstanceOf(
      SpeechToTextUnavailableError,
    );
    await expectNoChild(soundPath);
  });
});

test('an hour from a small file passes through, without piling up', async () => {
  const path = join(directory, 'hour.mp3');
  // A whole frame of MPEG-2 Layer III at 16 kHz and 8 kbit/s: 36 ms of silence in 36 bytes.
  const frame = Buffer.alloc(36);
  frame.set([0xff, 0xf3, 0x18, 0xc0]);
  const frameCount = (3600 * SAMPLE_RATE) / 576;
  await writeFile(path, Buffer.alloc(frame.length * frameCount, frame));
  const before = process.memoryUsage.rss();
  let peak = before;
  let seconds = 0;
  for await (const [part] of (await decodeAudio(path)).samples) {
    // The child is far ahead by the end of a pause, unless it is held back.
    if (seconds === 600) await sleep(500);
    seconds += part.length / SAMPLE_RATE;
    peak = Math.max(peak, process.memoryUsage.rss());
  }
  expect(seconds).toBeCloseTo(3600, 0);
  // All of it would be 230 MB.
  expect(peak - before).toBeLessThan(120e6);
}, 120_000);
