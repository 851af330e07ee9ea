import {
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
import type { Stream } from 'node-av/lib';

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
export function nameCodec({ codecpar: { codecId, profile, level } }: Stream): string | null {
  if (codecId !== AV_CODEC_ID_H264) return NAMES.get(codecId) ?? null;
  // FFmpeg adds its own flags to the profile, and knows no profile if the header is damaged.
  const known = profile > 0 ? profile & 0xff : 66;
  return `avc1.${toHex(known)}00${toHex(level > 0 ? level : 30)}`;
}
