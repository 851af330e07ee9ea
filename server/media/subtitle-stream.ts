import { AV_CODEC_ID_MOV_TEXT, AVDISCARD_ALL } from 'node-av/constants';
import { Packet, type FormatContext } from 'node-av/lib';
import type { Cue } from '../ai/speech-to-text.ts';
import { findTextSubtitleStream, readStartSecond } from './open-media.ts';

/** More than any lecture has; a file with more is not honest. */
const MAXIMUM_CUES = 50_000;

/** The words of one MP4 timed text sample: a 16-bit big-endian length, UTF-8, then style boxes (3GPP TS 26.245). */
export function readTimedText(sample: Buffer): string {
  if (sample.length < 2) return '';
  return sample.subarray(2, 2 + sample.readUInt16BE(0)).toString('utf8');
}

/** Plain words: no markup, no line breaks, no repeated spaces. */
function cleanSubtitleText(text: string): string {
  return text
    .replace(/<[^>]{0,200}>|\{\\[^}]{0,200}\}/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Reads the embedded text subtitles; empty when there are none. Cues come in the order of their start. */
export function readSubtitleStream(media: FormatContext): Cue[] {
  const stream = findTextSubtitleStream(media);
  if (!stream) return [];
  for (const other of media.streams) if (other.index !== stream.index) other.discard = AVDISCARD_ALL;
  const secondsPerTick = stream.timeBase.num / stream.timeBase.den;
  const startSecond = Math.max(0, readStartSecond(media));
  const cues: Cue[] = [];
  const packet = new Packet();
  packet.alloc();
  while (cues.length < MAXIMUM_CUES && media.readFrameSync(packet) >= 0) {
    if (packet.streamIndex === stream.index && packet.data) {
      const isTimedText = stream.codecpar.codecId === AV_CODEC_ID_MOV_TEXT;
      const text = cleanSubtitleText(isTimedText ? readTimedText(packet.data) : packet.data.toString('utf8'));
      const start = Math.max(0, Number(packet.pts) * secondsPerTick - startSecond);
      const end = start + Number(packet.duration) * secondsPerTick;
      // Empty samples only say that nothing is shown.
      if (text !== '' && end > start) cues.push({ startSecond: start, endSecond: end, text });
    }
    packet.unref();
  }
  return cues.sort((first, second) => first.startSecond - second.startSecond);
}
