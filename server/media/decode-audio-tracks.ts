import { AVDISCARD_ALL, AVERROR_EOF, AV_NOPTS_VALUE } from 'node-av/constants';
import { Codec, CodecContext, type FormatContext, Frame, Packet, type Stream } from 'node-av/lib';
import { SPEECH_SAMPLE_RATE } from '../ai/speech-to-text.ts';
import { createAudioResampler } from './audio-resampler.ts';
import {
  MediaUnreadableError,
  listSoundTracks,
  readDurationSeconds,
  readStartSecond,
  throwIfUnreadable,
} from './open-media.ts';

/** Smaller steps in the time stamps are rounding. */
const SMALLEST_GAP_SECONDS = 0.2;
/** Time stamps further past the end that the container states count as damage. */
const TRUSTED_BEYOND_END_SECONDS = 2;
/** After this many read errors in a row, the rest of the file is given up. */
const MAXIMUM_READ_ERRORS = 64;
/** A track that is this far behind the others has a gap, or has ended. */
const MAXIMUM_LEAD_SAMPLES = 30 * SPEECH_SAMPLE_RATE;

/**
 * Decodes all sound tracks in parallel to 16 kHz mono float samples, with silence where a track has a gap, so that a sample's
 * position is its time in the player. Damaged packets are skipped, and what can be decoded is kept.
 * @returns how many samples of each track were written; 0 when nothing could be decoded.
 * @throws {MediaUnreadableError} when no decoder takes any of the tracks.
 */
export function decodeAudioTracks(
  media: FormatContext,
  writeSamples: (tracks: readonly Float32Array[]) => void,
  maximumSamples: number,
): { readonly samples: number; readonly tooLong: boolean } {
  const streams = listSoundTracks(media);
  if (streams.length === 0) throw new MediaUnreadableError('no decoder for the sound track');
  const tracks = streams.map((stream) => createTrack(media, stream, maximumSamples));
  for (const other of media.streams) {
    if (!tracks.some(({ index }) => index === other.index)) other.discard = AVDISCARD_ALL;
  }
  let written = 0;

  function writeUpTo(end: number): void {
    if (end <= written) return;
    writeSamples(tracks.map((track) => track.take(end - written)));
    written = end;
  }

  function writeReady(): void {
    const ends = tracks.map((track) => track.samples());
    writeUpTo(Math.max(Math.min(...ends), Math.max(...ends) - MAXIMUM_LEAD_SAMPLES));
  }

  const packet = new Packet();
  packet.alloc();
  let readErrors = 0;
  while (written <= maximumSamples && readErrors < MAXIMUM_READ_ERRORS) {
    const code = media.readFrameSync(packet);
    if (code === AVERROR_EOF) break;
    if (code < 0) {
      readErrors += 1;
      continue;
    }
    readErrors = 0;
    tracks.find(({ index }) => index === packet.streamIndex)?.decode(packet);
    writeReady();
    packet.unref();
  }
  for (const track of tracks) track.finish();
  writeUpTo(Math.max(...tracks.map((track) => track.samples())));
  return { samples: written, tooLong: written > maximumSamples };
}

/** A track that is being decoded. */
interface Track {
  readonly index: number;
  decode(packet: Packet | null): void;
  /** Decodes what the decoder and the filter still hold. */
  finish(): void;
  /** How many samples there are, from the start of the recording. */
  samples(): number;
  /** The next samples, with silence in place of missing ones. */
  take(count: number): Float32Array;
}

function createTrack(media: FormatContext, stream: Stream, maximumSamples: number): Track {
  const codec = Codec.findDecoder(stream.codecpar.codecId);
  const decoder = new CodecContext();
  decoder.allocContext3(codec);
  throwIfUnreadable(decoder.parametersToContext(stream.codecpar), 'sound track');
  decoder.pktTimebase = stream.timeBase;
  decoder.threadCount = 1;
  throwIfUnreadable(decoder.open2Sync(codec), 'open decoder');

  const secondsPerTick = stream.timeBase.num / stream.timeBase.den;
  const startSecond = readStartSecond(media);
  const trustedEndSecond = (readDurationSeconds(media) ?? 0) + TRUSTED_BEYOND_END_SECONDS;
  const resampler = createAudioResampler();
  const frame = new Frame();
  frame.alloc();
  let decoded = 0;
  const waiting: Float32Array[] = [];

  function add(samples: Float32Array): void {
    if (samples.length === 0) return;
    decoded += samples.length;
    waiting.push(samples);
  }

  function fillGapBefore(timestamp: bigint): void {
    if (timestamp === AV_NOPTS_VALUE) return;
    const frameSecond = Number(timestamp) * secondsPerTick - startSecond;
    const gapSeconds = frameSecond - decoded / SPEECH_SAMPLE_RATE;
    if (gapSeconds < SMALLEST_GAP_SECONDS || frameSecond > trustedEndSecond) return;
    const silence = new Float32Array(SPEECH_SAMPLE_RATE);
    for (
      let left = Math.round(gapSeconds * SPEECH_SAMPLE_RATE);
      left > 0 && decoded <= maximumSamples;
      left -= silence.length
    )
      add(silence.subarray(0, left));
  }

  function decode(packet: Packet | null): void {
    decoder.sendPacketSync(packet);
    // Negative: the decoder wants more, has ended, or could not use what it got.
    while (decoded <= maximumSamples && decoder.receiveFrameSync(frame) >= 0) {
      if (frame.nbSamples > 0 && frame.sampleRate > 0) {
        fillGapBefore(frame.bestEffortTimestamp);
        add(resampler.convert(frame).slice());
      }
      frame.unref();
    }
  }

  return {
    index: stream.index,
    decode,
    finish() {
      decode(null);
      if (decoded > 0) add(resampler.flush().slice());
    },
    samples: () => decoded,
    take(count) {
      const taken = new Float32Array(count);
      let filled = 0;
      for (let [first] = waiting; first && filled < count; [first] = waiting) {
        const part = first.subarray(0, count - filled);
        taken.set(part, filled);
        filled += part.length;
        if (part.length === first.length) waiting.shift();
        else waiting[0] = first.subarray(part.length);
      }
      decoded += count - filled;
      return taken;
    },
  };
}
