import {
  AVDISCARD_ALL,
  AVERROR_EOF,
  AV_NOPTS_VALUE,
  type AVSampleFormat,
  AV_CHANNEL_LAYOUT_MONO,
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CHANNEL_ORDER_UNSPEC,
  AV_SAMPLE_FMT_FLTP,
} from 'node-av/constants';
import {
  type FormatContext,
  Frame,
  Packet,
  SoftwareResampleContext,
  avChannelLayoutDefault,
} from 'node-av/lib';
import { SPEECH_SAMPLE_RATE } from '../ai/speech-to-text.ts';
import {
  MediaUnreadableError,
  type SoundTrack,
  readDurationSeconds,
  readStartSecond,
  throwIfUnreadable,
} from './open-media.ts';
import { createDownmix } from './downmix.ts';

/** Turns decoded frames of any rate, layout and sample format into 16 kHz mono 32-bit float samples. */
interface AudioResampler {
  /** A view that the next call overwrites. */
  convert(frame: Frame): Float32Array;
  /** The samples that the filter still holds. */
  flush(): Float32Array;
}

function createAudioResampler(): AudioResampler {
  let context: SoftwareResampleContext | undefined;
  let configuredFor = '';
  let channels: Float32Array[] = [];
  const downmix = createDownmix();

  function configure(frame: Frame): SoftwareResampleContext {
    const layout = frame.channelLayout;
    const shape = [frame.sampleRate, frame.format, layout.nbChannels, layout.mask].join();
    if (context && shape === configuredFor) return context;
    // A stream may change its rate or layout in the middle.
    context?.free();
    const next = new SoftwareResampleContext();
    const inputLayout =
      layout.order === AV_CHANNEL_ORDER_UNSPEC ? avChannelLayoutDefault(layout.nbChannels) : layout;
    const isMono = layout.nbChannels === 1;
    const code = next.allocSetOpts2(
      isMono ? AV_CHANNEL_LAYOUT_MONO : AV_CHANNEL_LAYOUT_STEREO,
      AV_SAMPLE_FMT_FLTP,
      SPEECH_SAMPLE_RATE,
      inputLayout,
      frame.format as AVSampleFormat,
      frame.sampleRate,
    );
    throwIfUnreadable(code, 'resample');
    throwIfUnreadable(next.init(), 'resample');
    context = next;
    configuredFor = shape;
    channels = Array.from({ length: isMono ? 1 : 2 }, () => new Float32Array(0));
    return next;
  }

  function run(resampler: SoftwareResampleContext, input: Buffer[] | null, inputSamples: number) {
    const room = resampler.getOutSamples(inputSamples) + 32;
    if ((channels[0]?.length ?? 0) < room) channels = channels.map(() => new Float32Array(room * 2));
    const output = channels.map(({ buffer }) => Buffer.from(buffer));
    const written = resampler.convertSync(output, room, input, inputSamples);
    throwIfUnreadable(written, 'resample');
    return downmix(channels.map((channel) => channel.subarray(0, written)));
  }

  return {
    convert: (frame) => run(configure(frame), frame.extendedData, frame.nbSamples),
    flush: () => (context ? run(context, null, 0) : new Float32Array(0)),
  };
}

/** Smaller steps in the time stamps are rounding. */
const SMALLEST_GAP_SECONDS = 0.2;
/** Time stamps further past the end that the container states count as damage. */
const TRUSTED_BEYOND_END_SECONDS = 2;
/** After this many read errors in a row, the rest of the file is given up. */
const MAXIMUM_READ_ERRORS = 64;
/** A track that is this far behind the others has a gap, or has ended. */
const MAXIMUM_LEAD_SAMPLES = 30 * SPEECH_SAMPLE_RATE;

/**
 * Decodes sound tracks in parallel to 16 kHz mono float samples, with silence where a track has a gap, so that a sample's
 * position is its time in the player. Damaged packets are skipped, and what can be decoded is kept.
 * @returns how many samples of each track were written; 0 when nothing could be decoded.
 * @throws {MediaUnreadableError} without tracks.
 */
export function decodeAudioTracks(
  media: FormatContext,
  soundTracks: readonly SoundTrack[],
  writeSamples: (tracks: readonly Float32Array[]) => void,
  maximumSamples: number,
): { readonly samples: number; readonly tooLong: boolean } {
  if (soundTracks.length === 0) throw new MediaUnreadableError('no decoder for the sound track');
  const tracks = soundTracks.map((track) => createTrack(media, track, maximumSamples));
  for (const other of media.streams) {
    if (!tracks.some(({ index }) => index === other.index)) other.discard = AVDISCARD_ALL;
  }
  let written = 0;

  function writeUpTo(end: number): void {
    // In steps, since a gap may be hours long.
    while (written < end) {
      const count = Math.min(end - written, SPEECH_SAMPLE_RATE);
      writeSamples(tracks.map((track) => track.take(count)));
      written += count;
    }
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

function createTrack(media: FormatContext, { stream, decoder }: SoundTrack, maximumSamples: number): Track {
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
