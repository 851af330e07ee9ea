interface Cue {
  readonly start_second: number;
  readonly end_second: number;
  readonly text: string;
}

/** `hh:mm:ss` with milliseconds after `separator`, as both formats write it. */
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

/** A cue of a SubRip file; an empty line separates two cues. `index` counts from 0. */
export const writeSubRipCue = (cue: Cue, index: number): string =>
  `${index + 1}\n${timestamp(cue.start_second, ',')} --> ${timestamp(cue.end_second, ',')}\n` +
  `${asOneBlock(cue.text).replaceAll('-->', '→')}\n`;

export const WEBVTT_HEADER = 'WEBVTT\n';

/** In WebVTT `<` begins a tag and `&` a character's name; escaped, the words are shown as they are. */
const escapeWebVtt = (text: string): string =>
  asOneBlock(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A cue of a WebVTT file, after an empty line. */
export const writeWebVttCue = (cue: Cue): string =>
  `${timestamp(cue.start_second, '.')} --> ${timestamp(cue.end_second, '.')}\n${escapeWebVtt(cue.text)}\n`;
