import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_CHANNEL_ORDER_UNSPEC,
  AV_SAMPLE_FMT_FLT,
  type AVSampleFormat,
} from 'node-av/constants';
import { avChannelLayoutDefault, SoftwareResampleContext, type Frame } from 'node-av/lib';
import { SPEECH_SAMPLE_RATE } from '../ai/speech-to-text.ts';
import { throwIfUnreadable } from './open-media.ts';

const BYTES_PER_SAMPLE = 4;

/** Turns decoded frames of any rate, layout and sample format into 16 kHz mono 32-bit float samples. */
export interface AudioResampler {
  /** Raw little-endian float samples; a view that the next call overwrites. */
  convert(frame: Frame): Buffer;
  /** What the filter still held back. */
  flush(): Buffer;
}

export function createAudioResampler(): AudioResampler {
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
