import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_LOG_QUIET,
  AV_PIX_FMT_YUV420P,
  AV_SAMPLE_FMT_FLTP,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBX264,
  FF_ENCODER_MPEG4,
} from 'node-av/constants';
import {
  Codec,
  CodecContext,
  Dictionary,
  FFmpegError,
  FormatContext,
  Frame,
  Log,
  Packet,
  Rational,
  type Stream,
} from 'node-av/lib';
import { SPEECH_SAMPLE_RATE } from '#server/ai/speech-to-text.ts';
import { decodeAudio } from '../decode-audio.ts';

/** Sound that is not speech, and that the fake of the speech detector takes for it. */
export const makeTone = (seconds: number): Float32Array =>
  Float32Array.from({ length: seconds * SPEECH_SAMPLE_RATE }, (_, at) => 0.3 * Math.sin(at / 6));

export interface MakeVideoOptions {
  /** Ends in `.mp4`. */
  readonly outputPath: string;
  /** 16 kHz mono samples of the sound track; no sound track when not given. */
  readonly samples?: Float32Array | undefined;
  /** The audio of a second sound track. */
  readonly secondTrack?: Float32Array | undefined;
  /** Length of the picture; as long as the sound when not given. 0 gives one frame; undefined without sound too. */
  readonly pictureSeconds?: number | undefined;
  /** Makes a file with sound only. */
  readonly hasNoPicture?: boolean;
}

const WIDTH = 320;
const HEIGHT = 180;
const FRAMES_PER_SECOND = 5;

interface Track {
  readonly encoder: CodecContext;
  readonly stream: Stream;
}

function check(code: number, operation: string): void {
  FFmpegError.throwIfError(code, operation);
}

function addTrack(media: FormatContext, encoder: CodecContext, codec: Codec): Track {
  encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  check(encoder.open2Sync(codec), 'open encoder');
  const stream = media.newStream(codec);
  stream.timeBase = encoder.timeBase;
  check(encoder.parametersFromContext(stream.codecpar), 'describe track');
  return { encoder, stream };
}

function addPictureTrack(media: FormatContext): Track {
  const codec = Codec.findEncoderByName(FF_ENCODER_LIBX264) ?? Codec.findEncoderByName(FF_ENCODER_MPEG4);
  if (!codec) throw new Error('This FFmpeg has no video encoder.');
  const encoder = new CodecContext();
  encoder.allocContext3(codec);
  encoder.width = WIDTH;
  encoder.height = HEIGHT;
  encoder.pixelFormat = AV_PIX_FMT_YUV420P;
  encoder.timeBase = new Rational(1, FRAMES_PER_SECOND);
  encoder.framerate = new Rational(FRAMES_PER_SECOND, 1);
  encoder.gopSize = FRAMES_PER_SECOND * 10;
  encoder.bitRate = 100_000n;
  encoder.threadCount = 1;
  return addTrack(media, encoder, codec);
}

function addSoundTrack(media: FormatContext): Track {
  const codec = Codec.findEncoderByName(FF_ENCODER_AAC);
  if (!codec) throw new Error('This FFmpeg has no AAC encoder.');
  const encoder = new CodecContext();
  encoder.allocContext3(codec);
  encoder.sampleRate = SPEECH_SAMPLE_RATE;
  encoder.sampleFormat = AV_SAMPLE_FMT_FLTP;
  encoder.channelLayout = AV_CHANNEL_LAYOUT_MONO;
  encoder.timeBase = new Rational(1, SPEECH_SAMPLE_RATE);
  encoder.bitRate = 64_000n;
  return addTrack(media, encoder, codec);
}

function writeFrame(media: FormatContext, track: Track, frame: Frame | null, packet: Packet): void {
  check(track.encoder.sendFrameSync(frame), 'encode');
  while (track.encoder.receivePacketSync(packet) >= 0) {
    packet.streamIndex = track.stream.index;
    packet.rescaleTs(track.encoder.timeBase, track.stream.timeBase);
    check(media.interleavedWriteFrameSync(packet), 'write');
    packet.unref();
  }
}

/** A grey picture that grows lighter and darker, so that seeking can be seen. */
function makePicture(index: number): Frame {
  const pixels = Buffer.alloc((WIDTH * HEIGHT * 3) / 2, 128);
  pixels.fill(64 + (index % 128), 0, WIDTH * HEIGHT);
  return Frame.fromVideoBuffer(pixels, {
    width: WIDTH,
    height: HEIGHT,
    format: AV_PIX_FMT_YUV420P,
    timeBase: { num: 1, den: FRAMES_PER_SECOND },
    pts: BigInt(index),
  });
}

function makeSound(samples: Float32Array, start: number, length: number): Frame {
  const part = samples.slice(start, start + length);
  return Frame.fromAudioBuffer(Buffer.from(part.buffer), {
    nbSamples: part.length,
    format: AV_SAMPLE_FMT_FLTP,
    sampleRate: SPEECH_SAMPLE_RATE,
    channelLayout: AV_CHANNEL_LAYOUT_MONO,
    timeBase: { num: 1, den: SPEECH_SAMPLE_RATE },
    pts: BigInt(start),
  });
}

/**
 * Encodes an MP4 of a plain picture (H.264, or MPEG-4 where that encoder is missing) and, when samples are given, AAC
 * sound. Synchronous work: for tests and benches, never inside a server.
 */
export function makeVideo({
  outputPath,
  samples,
  secondTrack,
  pictureSeconds,
  hasNoPicture = false,
}: MakeVideoOptions): void {
  Log.setLevel(AV_LOG_QUIET);
  const media = new FormatContext();
  check(media.allocOutputContext2(null, 'mp4', outputPath), 'create');
  const picture = hasNoPicture ? undefined : addPictureTrack(media);
  const sounds = [samples, secondTrack].flatMap((track) =>
    track ? [{ ...addSoundTrack(media), samples: track, next: 0 }] : [],
  );
  check(media.openOutputSync(), 'open');
  check(media.writeHeaderSync(Dictionary.fromObject({ movflags: '+faststart' })), 'write header');

  const packet = new Packet();
  packet.alloc();
  const seconds = pictureSeconds ?? (samples ? samples.length / SPEECH_SAMPLE_RATE : 0);
  const pictures = Math.max(1, Math.round(seconds * FRAMES_PER_SECOND));
  for (let index = 0; index < pictures; index += 1) {
    if (picture !== undefined) {
      using frame = makePicture(index);
      writeFrame(media, picture, frame, packet);
    }
    const soundUntil =
      index === pictures - 1 ? Infinity : ((index + 1) / FRAMES_PER_SECOND) * SPEECH_SAMPLE_RATE;
    for (const sound of sounds) {
      while (sound.next < Math.min(sound.samples.length, soundUntil)) {
        using part = makeSound(sound.samples, sound.next, sound.encoder.frameSize);
        writeFrame(media, sound, part, packet);
        sound.next += sound.encoder.frameSize;
      }
    }
  }
  for (const track of [picture ?? [], sounds].flat()) writeFrame(media, track, null, packet);
  check(media.writeTrailerSync(), 'write trailer');
  media.closeOutputSync();
}

/** All samples of the first track of an audio file at 16 kHz mono. */
export async function readAllSamples(audioPath: string): Promise<Float32Array> {
  const { samples } = await decodeAudio(audioPath);
  const parts: Float32Array[] = [];
  for await (const [part] of samples) parts.push(part);
  return joinSamples(parts);
}

export function joinSamples(parts: readonly Float32Array[]): Float32Array {
  const joined = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}

/**
 * Makes an MP4 lecture out of an audio file.
 * @param repeatSeconds repeats the sound, with a pause of a second between, until it is at least this long.
 */
export async function makeVideoFromAudio(options: {
  readonly audioPath: string;
  readonly outputPath: string;
  readonly repeatSeconds?: number;
}): Promise<void> {
  const once = await readAllSamples(options.audioPath);
  const pause = new Float32Array(SPEECH_SAMPLE_RATE);
  const parts = [once];
  let length = once.length;
  while (length < (options.repeatSeconds ?? 0) * SPEECH_SAMPLE_RATE) {
    parts.push(pause, once);
    length += pause.length + once.length;
  }
  makeVideo({ outputPath: options.outputPath, samples: joinSamples(parts) });
}
