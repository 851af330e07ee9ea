import {
  AVDISCARD_ALL,
  AVERROR_EOF,
  AVMEDIA_TYPE_AUDIO,
  type AVSampleFormat,
  AV_CHANNEL_LAYOUT_MONO,
  AV_CHANNEL_ORDER_UNSPEC,
  AV_NOPTS_VALUE,
  AV_SAMPLE_FMT_FLT,
} from 'node-av/constants';
import {
  Codec,
  CodecContext,
  type FormatContext,
  Frame,
  Packet,
  SoftwareResampleContext,
  avChannelLayoutDefault,
} from 'node-av/lib';
import { SPEECH_SAMPLE_RATE } from '../ai/speech-to-text.ts';
import {
  MediaUnreadableError,
  isAllowedDecoder,
  readDurationSeconds,
  readStartSecond,
  throwIfUnreadable,
} from './open-media.ts';

const BYTES_PER_SECOND = SPEECH_SAMPLE_RATE * 4;
/** Smaller steps in the time stamps are rounding. */
const SMALLEST_GAP_SECONDS = 0.2;
/** Time stamps may lead this far past the end that the container states before they are taken for damage. */
const TRUSTED_BEYOND_END_SECONDS = 2;
/** A read error this often in a row means that nothing more is to come. */
const MAXIMUM_READ_ERRORS = 64;

/**
 * Decodes the best sound track and hands out 16 kHz mono float samples, with silence where the file has a gap, so
 * that a sample's position is its time in the player. Damaged packets are skipped: what decodes is kept.
 * @returns how many bytes were written; 0 when nothing could be decoded.
 * @throws {MediaUnreadableError} when no decoder takes the track.
 */
export function decodeAudioStream(
  media: FormatContext,
  writeSamples: (samples: Buffer) => void,
  maximumBytes: number,
): { readonly bytes: number; readonly tooLong: boolean } {
  const stream = media.streams[media.findBestStream(AVMEDIA_TYPE_AUDIO)];
  const codec = stream ? Codec.findDecoder(stream.codecpar.codecId) : null;
  if (!stream || !codec || !isAllowedDecoder(codec.name)) {
    throw new MediaUnreadableError('no decoder for the sound track');
  }
  for (const other of media.streams) if (other.index !== stream.index) other.discard = AVDISCARD_ALL;

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
  const packet = new Packet();
  packet.alloc();
  let bytes = 0;

  function write(samples: Buffer): void {
    if (samples.length === 0) return;
    bytes += samples.length;
    writeSamples(samples);
  }

  function fillGapBefore(timestamp: bigint): void {
    if (timestamp === AV_NOPTS_VALUE) return;
    const frameSecond = Number(timestamp) * secondsPerTick - startSecond;
    const gapSeconds = frameSecond - bytes / BYTES_PER_SECOND;
    if (gapSeconds < SMALLEST_GAP_SECONDS || frameSecond > trustedEndSecond) return;
    const silence = Buffer.alloc(BYTES_PER_SECOND);
    for (let left = Math.round(gapSeconds * SPEECH_SAMPLE_RATE) * 4; left > 0 && bytes <= maximumBytes;) {
      const part = silence.subarray(0, Math.min(left, silence.length));
      write(part);
      left -= part.length;
    }
  }

  function receiveFrames(): void {
    // Negative: the decoder wants more, has ended, or could not use what it got.
    while (bytes <= maximumBytes && decoder.receiveFrameSync(frame) >= 0) {
      if (frame.nbSamples > 0 && frame.sampleRate > 0) {
        fillGapBefore(frame.bestEffortTimestamp);
        write(resampler.convert(frame));
      }
      frame.unref();
    }
  }

  let readErrors = 0;
  while (bytes <= maximumBytes && readErrors < MAXIMUM_READ_ERRORS) {
    const code = media.readFrameSync(packet);
    if (code === AVERROR_EOF) break;
    if (code < 0) {
      readErrors += 1;
      continue;
    }
    readErrors = 0;
    if (packet.streamIndex === stream.index) {
      decoder.sendPacketSync(packet);
      receiveFrames();
    }
    packet.unref();
  }
  decoder.sendPacketSync(null);
  receiveFrames();
  if (bytes > 0) write(resampler.flush());
  return { bytes, tooLong: bytes > maximumBytes };
}

const BYTES_PER_SAMPLE = 4;

/** Turns decoded frames of any rate, layout and sample format into 16 kHz mono 32-bit float samples. */
interface AudioResampler {
  /** Raw little-endian float samples; a view that the next call overwrites. */
  convert(frame: Frame): Buffer;
  /** What the filter still held back. */
  flush(): Buffer;
}

function createAudioResampler(): AudioResampler {
  let context: SoftwareResampleContext | undefined;
  let configuredFor = '';
  let output = Buffer.alloc(0);

  function configure(frame: Frame): SoftwareResampleContext {
    const layout = frame.channelLayout;
    const shape = [frame.sampleRate, frame.format, layout.nbChannels, layout.mask].join();
    if (context && shape === configuredFor) return context;
    // A stream may change its rate or layout on the way.
    context?.free();
    const next = new SoftwareResampleContext();
    const inputLayout =
      layout.order === AV_CHANNEL_ORDER_UNSPEC ? avChannelLayoutDefault(layout.nbChannels) : layout;
    const code = next.allocSetOpts2(
      AV_CHANNEL_LAYOUT_MONO,
      AV_SAMPLE_FMT_FLT,
      SPEECH_SAMPLE_RATE,
      inputLayout,
      frame.format as AVSampleFormat,
      frame.sampleRate,
    );
    throwIfUnreadable(code, 'resample');
    throwIfUnreadable(next.init(), 'resample');
    context = next;
    configuredFor = shape;
    return next;
  }

  function run(resampler: SoftwareResampleContext, input: Buffer[] | null, inputSamples: number): Buffer {
    const room = resampler.getOutSamples(inputSamples) + 32;
    if (output.length < room * BYTES_PER_SAMPLE) output = Buffer.alloc(room * BYTES_PER_SAMPLE * 2);
    const written = resampler.convertSync([output], room, input, inputSamples);
    throwIfUnreadable(written, 'resample');
    return output.subarray(0, written * BYTES_PER_SAMPLE);
  }

  return {
    convert: (frame) => run(configure(frame), frame.extendedData, frame.nbSamples),
    flush: () => (context ? run(context, null, 0) : Buffer.alloc(0)),
  };
}
