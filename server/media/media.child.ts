import { writeSync } from 'node:fs';
import { childPriority, lowerPriority } from '#server/platform/lower-priority.ts';
import { AV_LOG_QUIET } from 'node-av/constants';
import { Log } from 'node-av/lib';
import { SPEECH_SAMPLE_RATE } from '../ai/speech-to-text.ts';
import { decodeAudioTracks } from './decode-audio-tracks.ts';
import {
  MEDIA_FRAME,
  MEDIA_FRAME_HEADER_BYTES,
  type MediaChildRequest,
  type MediaFailureCode,
} from './media-protocol.ts';
import {
  describeMedia,
  MediaUnreadableError,
  openMedia,
  openSoundTracks,
  type SoundTrack,
} from './open-media.ts';

/**
 * The process that touches hostile media. Everything in it is synchronous: node-av's asynchronous calls are seven
 * times slower, and nothing else happens here.
 */
const STANDARD_OUTPUT = 1;
/** One write a second of sound instead of one a codec frame. */
const FRAME_SAMPLES = SPEECH_SAMPLE_RATE;

function writeFully(bytes: Uint8Array): void {
  for (let offset = 0; offset < bytes.length;) {
    offset += writeSync(STANDARD_OUTPUT, bytes, offset, bytes.length - offset);
  }
}

function writeFrame(type: number, payload: Uint8Array): void {
  const header = Buffer.alloc(MEDIA_FRAME_HEADER_BYTES);
  header.writeUInt8(type, 0);
  header.writeUInt32LE(payload.length, 1);
  writeFully(header);
  writeFully(payload);
}

function writeJson(type: number, value: unknown): void {
  writeFrame(type, Buffer.from(JSON.stringify(value)));
}

function fail(code: MediaFailureCode, message: string): void {
  writeJson(MEDIA_FRAME.failure, { code, message });
}

function decodeSound(
  media: ReturnType<typeof openMedia>,
  tracks: readonly SoundTrack[],
  maximumDurationSeconds: number,
): void {
  let pending: Float32Array[] = [];
  let filled = 0;
  function flush(): void {
    if (filled > 0)
      writeFrame(
        MEDIA_FRAME.samples,
        Buffer.concat(pending.map(({ buffer }) => new Uint8Array(buffer, 0, filled * 4))),
      );
    filled = 0;
  }
  function writeSamples(tracks: readonly Float32Array[]): void {
    if (pending.length === 0) pending = tracks.map(() => new Float32Array(FRAME_SAMPLES));
    const length = tracks[0]?.length ?? 0;
    for (let offset = 0; offset < length;) {
      const end = Math.min(length, offset + FRAME_SAMPLES - filled);
      tracks.forEach((track, index) => pending[index]?.set(track.subarray(offset, end), filled));
      filled += end - offset;
      offset = end;
      if (filled === FRAME_SAMPLES) flush();
    }
  }
  const { samples, tooLong } = decodeAudioTracks(
    media,
    tracks,
    writeSamples,
    maximumDurationSeconds * FRAME_SAMPLES,
  );
  if (tooLong) {
    fail('too-long', 'longer than allowed');
    return;
  }
  if (samples === 0) {
    fail('damaged', 'no sound could be decoded');
    return;
  }
  flush();
  writeFrame(MEDIA_FRAME.end, Buffer.alloc(0));
}

function serve(request: MediaChildRequest): void {
  const media = openMedia(request.path);
  const tracks = openSoundTracks(media);
  const information = describeMedia(media, request.path, tracks.length);
  // A head without a body: not a video without sound.
  if (information.picture === 'none' && !information.hasAudio)
    throw new MediaUnreadableError('neither picture nor sound');
  writeJson(MEDIA_FRAME.information, information);
  if (!information.hasAudio) {
    fail('no-audio', 'no sound track');
    return;
  }
  if ((information.durationSeconds ?? 0) > request.maximumDurationSeconds) {
    fail('too-long', 'longer than allowed');
    return;
  }
  decodeSound(media, tracks, request.maximumDurationSeconds);
}

// A Ctrl-C at the terminal reaches every process; the worker ends this one in its turn. Dying of it would
// look as if the file had broken the decoder.
process.on('SIGINT', () => undefined);
lowerPriority(childPriority());
Log.setLevel(AV_LOG_QUIET);
try {
  serve(JSON.parse(process.argv[2] ?? '') as MediaChildRequest);
} catch (error) {
  if (!(error instanceof MediaUnreadableError)) throw error;
  fail('damaged', error.message);
}
