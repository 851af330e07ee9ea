import {
  AV_DISPOSITION_ATTACHED_PIC,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
  type AVMediaType,
} from 'node-av/constants';
import { Codec, Dictionary, FFmpegError, FormatContext, type Stream } from 'node-av/lib';
import { isCutOff } from './is-cut-off.ts';
import { nameCodec } from './name-codec.ts';
import type { MediaInformation } from './media-protocol.ts';

/**
 * Containers that hold what they play. Not in the list, on purpose: hls, concat, dash, image2 and the like, which
 * make FFmpeg open other files or addresses that the uploaded one names.
 */
const ALLOWED_FORMATS = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,mp3,wav,ogg,flac,aac';

/** Sound decoders only: the picture is never decoded, so a flaw in a video decoder cannot be reached. */
const ALLOWED_DECODERS = [
  ...[
    'aac',
    'aac_fixed',
    'aac_latm',
    'mp3',
    'mp3float',
    'mp2',
    'mp2float',
    'opus',
    'libopus',
    'vorbis',
    'flac',
    'alac',
  ],
  ...[
    'ac3',
    'eac3',
    'amrnb',
    'amrwb',
    'pcm_u8',
    'pcm_s16le',
    'pcm_s16be',
    'pcm_s24le',
    'pcm_s24be',
    'pcm_s32le',
  ],
  ...[
    'pcm_s32be',
    'pcm_f32le',
    'pcm_f32be',
    'pcm_f64le',
    'pcm_alaw',
    'pcm_mulaw',
    'adpcm_ms',
    'adpcm_ima_wav',
  ],
];

/** Recorders write up to six. */
const MAXIMUM_SOUND_TRACKS = 8;

/** FFmpeg's AV_TIME_BASE: container times count microseconds. */
const MICROSECONDS = 1_000_000;

/** The file could not be opened or read. */
export class MediaUnreadableError extends Error {
  override readonly name = 'MediaUnreadableError';
}

export function throwIfUnreadable(code: number, operation: string): void {
  if (code < 0) throw new MediaUnreadableError(`${operation}: ${FFmpegError.strerror(code)}`);
}

/**
 * Whether a decoder may run. Checked by name: the native binding frees options that are given to a decoder twice,
 * which ends the process, so the list cannot be handed over there.
 */
function isAllowedDecoder(name: string | null): boolean {
  return name !== null && ALLOWED_DECODERS.includes(name);
}

/**
 * Opens a local media file for reading, restricted to that file.
 * @throws {MediaUnreadableError} when it is damaged, no media, or of a format that is not allowed.
 */
export function openMedia(path: string): FormatContext {
  const media = new FormatContext();
  media.allocContext();
  const options = Dictionary.fromObject({
    protocol_whitelist: 'file',
    format_whitelist: ALLOWED_FORMATS,
    codec_whitelist: ALLOWED_DECODERS.join(','),
    max_streams: 64,
  });
  // Without the prefix a file named "concat:..." would choose a protocol.
  throwIfUnreadable(media.openInputSync(`file:${path}`, null, options), 'open');
  throwIfUnreadable(media.findStreamInfoSync(null), 'find streams');
  return media;
}

function listStreams(media: FormatContext, type: AVMediaType): Stream[] {
  return media.streams.filter((stream) => stream.codecpar.codecType === type);
}

const languageOf = (stream: Stream | undefined): string => stream?.metadata?.get('language') ?? 'und';

/**
 * The sound tracks that can be decoded, in the order of the file, except those in a language other than the main track's:
 * a dubbed recording says everything twice.
 */
export function listSoundTracks(media: FormatContext): Stream[] {
  const tracks = listStreams(media, AVMEDIA_TYPE_AUDIO).filter(({ codecpar }) =>
    isAllowedDecoder(Codec.findDecoder(codecpar.codecId)?.name ?? null),
  );
  const main = languageOf(media.streams[media.findBestStream(AVMEDIA_TYPE_AUDIO)]);
  const isMain = (stream: Stream): boolean => ['und', main].includes(languageOf(stream));
  const spoken = main === 'und' ? tracks : tracks.filter(isMain);
  return (spoken.length > 0 ? spoken : tracks).slice(0, MAXIMUM_SOUND_TRACKS);
}

/** Where the file's clock starts: players show this moment as second 0. */
export function readStartSecond(media: FormatContext): number {
  const start = Number(media.startTime) / MICROSECONDS;
  return Math.abs(start) < 1e9 ? start : 0;
}

export function readDurationSeconds(media: FormatContext): number | undefined {
  const duration = Number(media.duration) / MICROSECONDS;
  return duration > 0 && duration < 1e9 ? duration : undefined;
}

export function describeMedia(media: FormatContext, path: string): MediaInformation {
  const durationSeconds = readDurationSeconds(media);
  const pictures = listStreams(media, AVMEDIA_TYPE_VIDEO);
  const moving = pictures.find(
    (stream) => !stream.hasDisposition(AV_DISPOSITION_ATTACHED_PIC) && stream.nbFrames !== 1n,
  );
  // Browsers play only the first one.
  const [sound] = listStreams(media, AVMEDIA_TYPE_AUDIO);
  return {
    ...(durationSeconds === undefined ? {} : { durationSeconds }),
    hasAudio: sound !== undefined,
    soundTracks: listSoundTracks(media).length,
    picture: moving ? 'moving' : pictures.length > 0 ? 'still' : 'none',
    pictureCodec: moving ? nameCodec(moving) : null,
    soundCodec: sound ? nameCodec(sound) : null,
    isCutOff: isCutOff(path),
  };
}
