import { WEBVTT_HEADER, writeSubRipCue, writeWebVttCue } from '#contract/subtitle-files.ts';
import type { Cue } from './find-cue.ts';

export const TRANSCRIPT_FORMATS = ['txt', 'srt', 'vtt'] as const;
export type TranscriptFormat = (typeof TRANSCRIPT_FORMATS)[number];

/** SubRip. */
export const toSubRip = (cues: readonly Cue[]): string => cues.map(writeSubRipCue).join('\n');

/** WebVTT, for download and for the captions of the player. */
export const toWebVtt = (cues: readonly Cue[]): string =>
  [WEBVTT_HEADER, ...cues.map(writeWebVttCue)].join('\n');

/** A transcript in a format: text as it is read, or subtitles with their times. */
export function exportTranscript(format: TranscriptFormat, text: string, cues: readonly Cue[]): string {
  if (format === 'srt') return toSubRip(cues);
  if (format === 'vtt') return toWebVtt(cues);
  return `${text.trim()}\n`;
}

/** A file name of the lesson's title that every system takes. */
export function transcriptFileName(title: string, format: TranscriptFormat): string {
  const name = title
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\\/:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
    .slice(0, 80)
    // Half of a character outside the basic plane is invalid.
    .replace(/\p{Cs}$/u, '')
    .trim();
  return `${name === '' ? 'transcript' : name}.${format}`;
}
