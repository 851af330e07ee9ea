import {
  AV_DISPOSITION_ATTACHED_PIC,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
  type AVMediaType,
  type AVCodecID,
  AV_CODEC_ID_AAC,
  AV_CODEC_ID_AC3,
  AV_CODEC_ID_ALAC,
  AV_CODEC_ID_AV1,
  AV_CODEC_ID_EAC3,
  AV_CODEC_ID_FLAC,
  AV_CODEC_ID_H264,
  AV_CODEC_ID_HEVC,
  AV_CODEC_ID_MJPEG,
  AV_CODEC_ID_MP3,
  AV_CODEC_ID_MPEG4,
  AV_CODEC_ID_OPUS,
  AV_CODEC_ID_VP9,
} from 'node-av/constants';
import { Codec, CodecContext, Dictionary, FFmpegError, FormatContext, type Stream } from 'node-av/lib';
import { isCutOff } from './is-cut-off.ts';
import type { MediaInformation } from './media-protocol.ts';

/** Names as in RFC 6381, with profiles that every decoder of the codec plays. */
const NAMES = new Map<AVCodecID, string>([
  [AV_CODEC_ID_HEVC, 'hvc1.1.6.L93.B0'],
  [AV_CODEC_ID_AV1, 'av01.0.04M.08'],
  [AV_CODEC_ID_VP9, 'vp09.00.10.08'],
  [AV_CODEC_ID_MPEG4, 'mp4v.20.9'],
  [AV_CODEC_ID_MJPEG, 'mjpeg'],
  [AV_CODEC_ID_AAC, 'mp4a.40.2'],
  [AV_CODEC_ID_MP3, 'mp4a.6B'],
  [AV_CODEC_ID_AC3, 'ac-3'],
  [AV_CODEC_ID_EAC3, 'ec-3'],
  [AV_CODEC_ID_ALAC, 'alac'],
  [AV_CODEC_ID_OPUS, 'opus'],
  [AV_CODEC_ID_FLAC, 'flac'],
]);

const toHex = (value: number): string => value.toString(16).padStart(2, '0').toUpperCase();

/** The codec string with which to ask a browser whether it can play a track; null for codecs without one. */
function nameCodec({ codecpar: { codecId, profile, level } }: Stream): string | null {
  if (codecId !== AV_CODEC_ID_H264) return NAMES.get(codecId) ?? null;
  // FFmpeg adds its own flags to the profile, and knows no profile if the header is damaged.
  const known = profile > 0 ? profile & 0xff : 66;
  return `avc1.${toHex(known)}00${toHex(level > 0 ? level : 30)}`;
}

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

/** A sound track and its open decoder. */
export interface SoundTrack {
  readonly stream: Stream;
  readonly decoder: CodecContext;
}

/**
 * Opens the sound tracks that can be decoded, in the order of the file, except those in a language other than the main track's:
 * a dubbed recording says everything twice.
 */
export function openSoundTracks(media: FormatContext): SoundTrack[] {
  const tracks = listStreams(media, AVMEDIA_TYPE_AUDIO).flatMap((stream) => openDecoder(stream) ?? []);
  const main = languageOf(media.streams[media.findBestStream(AVMEDIA_TYPE_AUDIO)]);
  const isMain = ({ stream }: SoundTrack): boolean => ['und', main].includes(languageOf(stream));
  const spoken = main === 'und' ? tracks : tracks.filter(isMain);
  return (spoken.length > 0 ? spoken : tracks).slice(0, MAXIMUM_SOUND_TRACKS);
}

function openDecoder(stream: Stream): SoundTrack | undefined {
  const codec = Codec.findDecoder(stream.codecpar.codecId);
  if (!codec || !isAllowedDecoder(codec.name)) return undefined;
  const decoder = new CodecContext();
  decoder.allocContext3(codec);
  if (decoder.parametersToContext(stream.codecpar) < 0) return undefined;
  decoder.pktTimebase = stream.timeBase;
  decoder.threadCount = 1;
  return decoder.open2Sync(codec) < 0 ? undefined : { stream, decoder };
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

export function describeMedia(media: FormatContext, path: string, soundTracks: number): MediaInformation {
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
    soundTracks,
    picture: moving ? 'moving' : pictures.length > 0 ? 'still' : 'none',
    pictureCodec: moving ? nameCodec(moving) : null,
    soundCodec: sound ? nameCodec(sound) : null,
    isCutOff: isCutOff(path),
  };
}
