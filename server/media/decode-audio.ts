import type { Clock } from '../platform/clock.ts';
import { MediaDamagedError } from './media-errors.ts';
import { runMediaProcess, type MediaFrame, type MediaLimits } from './media-process.ts';
import { MEDIA_FRAME, type MediaInformation } from './media-protocol.ts';

export type { MediaInformation } from './media-protocol.ts';

export interface MediaOptions {
  readonly signal?: AbortSignal | undefined;
  readonly limits?: Partial<MediaLimits> | undefined;
  readonly clock?: Clock | undefined;
}

/** The next samples of each sound track, the same number from each. */
export type SoundPiece = readonly [Float32Array, ...Float32Array[]];

export interface DecodedAudio {
  readonly information: MediaInformation;
  /**
   * 16 kHz mono samples in order; a sample's index is its time in the player. The child pauses while no one
   * reads, and is killed when the loop is left. To be read once; who does not begin to read aborts instead.
   * @throws {MediaError} while iterating, when the file turns out bad or the child fails.
   */
  readonly samples: AsyncGenerator<SoundPiece, void, undefined>;
}

/**
 * Opens a local media file in a child process and decodes its sound tracks.
 * @throws {MediaDamagedError} {@link MediaHasNoAudioError} appears on the first read of `samples`.
 */
export async function decodeAudio(path: string, options: MediaOptions = {}): Promise<DecodedAudio> {
  const frames = runMediaProcess(path, options);
  const information = await readInformation(frames);
  return { information, samples: readSamples(frames, information.soundTracks) };
}

async function readInformation(
  frames: AsyncGenerator<MediaFrame, void, undefined>,
): Promise<MediaInformation> {
  const first = await frames.next();
  if (!first.done && first.value.type === MEDIA_FRAME.information)
    return JSON.parse(first.value.payload.toString('utf8')) as MediaInformation;
  await frames.return();
  throw new MediaDamagedError();
}

async function* readSamples(
  frames: AsyncGenerator<MediaFrame, void, undefined>,
  tracks: number,
): AsyncGenerator<SoundPiece, void, undefined> {
  try {
    for await (const frame of frames) {
      if (frame.type !== MEDIA_FRAME.samples) continue;
      // Copied: the payload may sit at an offset that a Float32Array cannot start at.
      const bytes = new Uint8Array(frame.payload);
      const all = new Float32Array(bytes.buffer);
      const length = all.length / tracks;
      const trackAt = (index: number): Float32Array => all.subarray(index * length, (index + 1) * length);
      yield [trackAt(0), ...Array.from({ length: tracks - 1 }, (_, index) => trackAt(index + 1))];
    }
  } finally {
    // Reached too when the samples are never read to the end.
    await frames.return();
  }
}
