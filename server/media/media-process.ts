import { access } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { systemClock, type Clock } from '../platform/clock.ts';
import { reportCrash, watchChild } from '../sandbox/watched-child.ts';
import { spawnConfined } from '../sandbox/confinement/spawn-confined.ts';
import {
  MediaDamagedError,
  MediaDecoderCrashedError,
  MediaDecoderOutOfMemoryError,
  MediaDecoderTimeoutError,
  MediaHasNoAudioError,
  MediaTooLongError,
} from './media-errors.ts';
import {
  MEDIA_FRAME,
  MEDIA_FRAME_HEADER_BYTES,
  MEDIA_FRAME_MAXIMUM_BYTES,
  type MediaChildRequest,
  type MediaFailure,
} from './media-protocol.ts';
import { createWaitLimit } from './wait-limit.ts';

export interface MediaLimits {
  /** Longest recording. */
  readonly maximumDurationSeconds: number;
  /** Resident memory of the child. */
  readonly maximumMemoryBytes: number;
  /** Time spent waiting for the child in all; the time that the reader takes is not counted. */
  readonly maximumWaitSeconds: number;
  /** Longest wait for its next piece. */
  readonly maximumStallSeconds: number;
}

export const DEFAULT_MEDIA_LIMITS: MediaLimits = {
  maximumDurationSeconds: 12 * 3600,
  maximumMemoryBytes: 1024 * 1024 * 1024,
  maximumWaitSeconds: 3600,
  maximumStallSeconds: 60,
};

/** One frame of the child's output. */
export interface MediaFrame {
  readonly type: number;
  readonly payload: Buffer;
}

const CHILD_MODULE = fileURLToPath(new URL('./media.child.ts', import.meta.url));

/**
 * Runs the media child on one file and yields its frames up to the last one, with back-pressure. Leaving the loop
 * early, or aborting, kills the child.
 * @throws {MediaError} a subclass that says what is wrong with the file, or how the child ended.
 */
export async function* runMediaProcess(
  path: string,
  options: {
    readonly limits?: Partial<MediaLimits> | undefined;
    readonly signal?: AbortSignal | undefined;
    readonly clock?: Clock | undefined;
  } = {},
): AsyncGenerator<MediaFrame, void, undefined> {
  options.signal?.throwIfAborted();
  // A file that is gone is the caller's fault, not a damaged upload.
  await access(path);
  const limits = { ...DEFAULT_MEDIA_LIMITS, ...options.limits };
  const { clock = systemClock } = options;
  const request: MediaChildRequest = {
    path: resolve(path),
    maximumDurationSeconds: limits.maximumDurationSeconds,
  };
  const child = spawnConfined(
    {
      module: CHILD_MODULE,
      arguments: [JSON.stringify(request)],
      nodeArguments: ['--max-old-space-size=256'],
      readablePaths: [request.path],
      usesNativeCode: true,
    },
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const watched = watchChild(child, clock);
  let killedBecause: Error | undefined;
  const kill = (reason: Error): void => {
    killedBecause ??= reason;
    void watched.kill();
  };
  const onAbort = (): void => kill(asError(options.signal?.reason));
  options.signal?.addEventListener('abort', onAbort, { once: true });
  const stopMemoryWatch = watched.limitMemory(limits.maximumMemoryBytes, () =>
    kill(new MediaDecoderOutOfMemoryError()),
  );
  // Here and not below, which a reader that stops inside its loop never reaches.
  void watched.ended.then(() => {
    stopMemoryWatch();
    options.signal?.removeEventListener('abort', onAbort);
  });

  const waiting = createWaitLimit(clock, limits, () => kill(new MediaDecoderTimeoutError()));
  try {
    // Piped above.
    const frames = readFrames(child.stdout as Readable);
    for (;;) {
      waiting.start();
      const next = await frames.next();
      waiting.stop();
      // A child that was killed may have left whole frames behind; they do not justify continuing.
      if (killedBecause) break;
      if (next.done) break;
      if (next.value.type === MEDIA_FRAME.failure) throw asMediaError(next.value.payload, limits);
      if (next.value.type === MEDIA_FRAME.end) return;
      yield next.value;
    }
    waiting.start();
    const { how } = await watched.ended;
    const cause = new Error(`The decoder ended (${how}). ${watched.lastLines()}`.trim());
    if (!killedBecause) reportCrash(cause);
    throw killedBecause ?? new MediaDecoderCrashedError({ cause });
  } finally {
    waiting.stop();
    void watched.kill();
  }
}

async function* readFrames(output: AsyncIterable<Buffer>): AsyncGenerator<MediaFrame, void, undefined> {
  let chunks: Buffer[] = [];
  let available = 0;
  let header: { readonly type: number; readonly length: number } | undefined;
  for await (const chunk of output) {
    chunks.push(chunk);
    available += chunk.length;
    for (;;) {
      const needed = header ? header.length : MEDIA_FRAME_HEADER_BYTES;
      if (available < needed) break;
      const joined = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
      const part = joined.subarray(0, needed);
      chunks = [joined.subarray(needed)];
      available -= needed;
      if (header) {
        yield { type: header.type, payload: part };
        header = undefined;
      } else {
        header = { type: part.readUInt8(0), length: part.readUInt32LE(1) };
        if (header.length > MEDIA_FRAME_MAXIMUM_BYTES) throw new MediaDecoderCrashedError();
      }
    }
  }
}

function asMediaError(payload: Buffer, limits: MediaLimits): Error {
  const failure = JSON.parse(payload.toString('utf8')) as MediaFailure;
  if (failure.code === 'no-audio') return new MediaHasNoAudioError();
  if (failure.code === 'too-long') return new MediaTooLongError(limits.maximumDurationSeconds);
  return new MediaDamagedError({ cause: new Error(failure.message) });
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
