import type { Recording } from '#contract/lessons.ts';

type Part = 'unknown' | 'played' | 'none' | 'unplayable';

/** What the browser plays of a recording. `none`: it shows no picture or decodes no sound, for whatever reason. */
export interface Heard {
  readonly picture: Part;
  readonly sound: Part;
}

export const NOTHING_KNOWN: Heard = { picture: 'unknown', sound: 'unknown' };

/** By then, a browser that can decode the sound has done so. */
const ENOUGH_SECONDS = 2;

interface PlayingVideo extends HTMLVideoElement {
  /** Chromium and Safari only. */
  readonly webkitAudioDecodedByteCount?: number;
  /** Firefox only. */
  readonly mozHasAudio?: boolean;
}

/** What can be seen of a video that has loaded. @param playedSeconds how long it has played */
export function observe(video: PlayingVideo, recording: Recording | null, playedSeconds: number): Heard {
  const canPlay = (kind: 'video' | 'audio', codec: string | null | undefined): boolean =>
    codec === null || codec === undefined || video.canPlayType(`${kind}/mp4; codecs="${codec}"`) !== '';
  const isHeard = video.webkitAudioDecodedByteCount ?? (video.mozHasAudio === false ? 0 : 1);
  return {
    picture: !canPlay('video', recording?.picture_codec)
      ? 'unplayable'
      : video.videoWidth > 0
        ? 'played'
        : 'none',
    sound: !canPlay('audio', recording?.sound_codec)
      ? 'unplayable'
      : isHeard > 0
        ? 'played'
        : playedSeconds < ENOUGH_SECONDS
          ? 'unknown'
          : 'none',
  };
}

const CODEC_NAMES: Readonly<Record<string, string>> = {
  avc1: 'H.264',
  hvc1: 'HEVC',
  av01: 'AV1',
  vp09: 'VP9',
  mp4v: 'MPEG-4 Visual',
  mp4a: 'AAC',
  'ac-3': 'AC-3',
  'ec-3': 'E-AC-3',
  alac: 'ALAC',
};

/** Looks up a codec by its RFC 6381 name. */
export function nameCodec(codec: string | null | undefined): string {
  const [family = ''] = (codec ?? '?').split('.');
  return CODEC_NAMES[family] ?? family.toUpperCase();
}
