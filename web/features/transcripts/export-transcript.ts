import type { Cue } from './find-cue.ts';

export const TRANSCRIPT_FORMATS = ['txt', 'srt', 'vtt'] as const;
export type TranscriptFormat = (typeof TRANSCRIPT_FORMATS)[number];

/** `hh:mm:ss` with milliseconds after `separator`, as both subtitle formats write it. */
function timestamp(second: number, separator: string): string {
  const milliseconds = Math.max(0, Math.round(second * 1000));
  const pad = (value: number, length = 2): string => String(value).padStart(length, '0');
  const hours = Math.floor(milliseconds / 3_600_000);
  const minutes = Math.floor(milliseconds / 60_000) % 60;
  const seconds = Math.floor(milliseconds / 1000) % 60;
  return `${pad(hours)}:${pad(minutes)}:${pad(seconds)}${separator}${pad(milliseconds % 1000, 3)}`;
}

/** An empty line would end a cue early. */
const asOneBlock = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');

/** SubRip. */
export const toSubRip = (cues: readonly Cue[]): string =>
  cues
    .map(
      (cue, index) =>
        `${index + 1}\n${timestamp(cue.start_second, ',')} --> ${timestamp(cue.end_second, ',')}\n` +
        `${asOneBlock(cue.text).replaceAll('-->', '→')}\n`,
    )
    .join('\n');

/** In WebVTT `<` begins a tag and `&` a character's name; escaped, the words are shown as they are. */
const escapeWebVtt = (text: string): string =>
  asOneBlock(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** WebVTT, for download and for the captions of the player. */
export const toWebVtt = (cues: readonly Cue[]): string =>
  ['WEBVTT\n']
    .concat(
      cues.map(
        (cue) =>
          `${timestamp(cue.start_second, '.')} --> ${timestamp(cue.end_second, '.')}\n${escapeWebVtt(cue.text)}\n`,
      ),
    )
    .join('\n');

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
    // Cut in two, a character outside the basic plane is none.
    .replace(/\p{Cs}$/u, '')
    .trim();
  return `${name === '' ? 'transcript' : name}.${format}`;
}
