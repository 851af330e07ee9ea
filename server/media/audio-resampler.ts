import {
  type AVSampleFormat,
  AV_CHANNEL_LAYOUT_MONO,
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CHANNEL_ORDER_UNSPEC,
  AV_SAMPLE_FMT_FLTP,
} from 'node-av/constants';
import { type Frame, SoftwareResampleContext, avChannelLayoutDefault } from 'node-av/lib';
import { SPEECH_SAMPLE_RATE } from '../ai/speech-to-text.ts';
import { createDownmix } from './downmix.ts';
import { throwIfUnreadable } from './open-media.ts';

/** Turns decoded frames of any rate, layout and sample format into 16 kHz mono 32-bit float samples. */
interface AudioResampler {
  /** A view that the next call overwrites. */
  convert(frame: Frame): Float32Array;
  /** The samples that the filter still holds. */
  flush(): Float32Array;
}

export function createAudioResampler(): AudioResampler {
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
