import { setImmediate } from 'node:timers/promises';
import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_LOG_QUIET,
  AV_PIX_FMT_YUV420P,
  AV_SAMPLE_FMT_FLTP,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBX264,
  FF_ENCODER_MPEG4,
  type FFEncoderCodec,
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
import type { Picture } from './render-page.ts';
import { toPlanarYuv, withProgressBar } from './planar-picture.ts';

const FRAMES_PER_SECOND = 2;

interface Track {
  readonly encoder: CodecContext;
  readonly stream: Stream;
}

const check = (code: number, operation: string): void => FFmpegError.throwIfError(code, operation);

function findEncoder(...names: FFEncoderCodec[]): Codec {
  for (const name of names) {
    const codec = Codec.findEncoderByName(name);
    if (codec) return codec;
  }
  throw new Error(`This FFmpeg has no encoder named ${names.join(' or ')}.`);
}

function addTrack(media: FormatContext, codec: Codec, configure: (encoder: CodecContext) => void): Track {
  const encoder = new CodecContext();
  encoder.allocContext3(codec);
  configure(encoder);
  encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  check(encoder.open2Sync(codec), 'open encoder');
  const stream = media.newStream(codec);
  stream.timeBase = encoder.timeBase;
  check(encoder.parametersFromContext(stream.codecpar), 'describe track');
  return { encoder, stream };
}

function write(media: FormatContext, track: Track, frame: Frame | null, packet: Packet): void {
  check(track.encoder.sendFrameSync(frame), 'encode');
  while (track.encoder.receivePacketSync(packet) >= 0) {
    packet.streamIndex = track.stream.index;
    packet.rescaleTs(track.encoder.timeBase, track.stream.timeBase);
    check(media.interleavedWriteFrameSync(packet), 'write');
    packet.unref();
  }
}

/**
 * Sets speech to a picture: an MP4 of a still card (H.264, or MPEG-4 where that encoder is missing), along whose foot
 * a line grows with the time, and AAC sound. Encoding takes some seconds, so it pauses for other work once a second of
 * the recording.
 * @param samples 16 kHz mono.
 */
export async function makeLectureVideo(options: {
  readonly outputPath: string;
  readonly picture: Picture;
  readonly samples: Float32Array;
  readonly onProgress: (percent: number) => void;
}): Promise<void> {
  const { picture, samples } = options;
  Log.setLevel(AV_LOG_QUIET);
  const media = new FormatContext();
  check(media.allocOutputContext2(null, 'mp4', options.outputPath), 'create');
  const image = addTrack(media, findEncoder(FF_ENCODER_LIBX264, FF_ENCODER_MPEG4), (encoder) => {
    encoder.width = picture.width;
    encoder.height = picture.height;
    encoder.pixelFormat = AV_PIX_FMT_YUV420P;
    encoder.timeBase = new Rational(1, FRAMES_PER_SECOND);
    encoder.framerate = new Rational(FRAMES_PER_SECOND, 1);
    encoder.gopSize = FRAMES_PER_SECOND * 10;
    encoder.bitRate = 300_000n;
    encoder.threadCount = 2;
  });
  const sound = addTrack(media, findEncoder(FF_ENCODER_AAC), (encoder) => {
    encoder.sampleRate = SPEECH_SAMPLE_RATE;
    encoder.sampleFormat = AV_SAMPLE_FMT_FLTP;
    encoder.channelLayout = AV_CHANNEL_LAYOUT_MONO;
    encoder.timeBase = new Rational(1, SPEECH_SAMPLE_RATE);
    encoder.bitRate = 64_000n;
  });
  check(media.openOutputSync(), 'open');
  check(media.writeHeaderSync(Dictionary.fromObject({ movflags: '+faststart' })), 'write header');

  const packet = new Packet();
  packet.alloc();
  const card = toPlanarYuv(picture);
  const frames = Math.ceil((samples.length / SPEECH_SAMPLE_RATE) * FRAMES_PER_SECOND);
  let written = 0;
  for (let index = 0; index < frames; index += 1) {
    if (index % FRAMES_PER_SECOND === 0) {
      options.onProgress(Math.floor((100 * index) / frames));
      await setImmediate();
    }
    using frame = pictureFrame(withProgressBar(card, picture, (index + 1) / frames), picture, index);
    write(media, image, frame, packet);
    const soundUntil = ((index + 1) / FRAMES_PER_SECOND) * SPEECH_SAMPLE_RATE;
    while (written < Math.min(samples.length, soundUntil)) {
      using part = soundFrame(samples, written, sound.encoder.frameSize);
      write(media, sound, part, packet);
      written += sound.encoder.frameSize;
    }
  }
  write(media, image, null, packet);
  write(media, sound, null, packet);
  check(media.writeTrailerSync(), 'write trailer');
  media.closeOutputSync();
}

const pictureFrame = (planes: Buffer, { width, height }: Picture, index: number): Frame =>
  Frame.fromVideoBuffer(planes, {
    width,
    height,
    format: AV_PIX_FMT_YUV420P,
    timeBase: { num: 1, den: FRAMES_PER_SECOND },
    pts: BigInt(index),
  });

function soundFrame(samples: Float32Array, start: number, length: number): Frame {
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
