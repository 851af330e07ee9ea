import { SPEECH_SAMPLE_RATE, type SpeechToText } from '#server/ai/speech-to-text.ts';
import type { Metrics } from './metrics.ts';

/** The same recogniser, whose speech is counted once it has been put into words. */
export const countAudio = (speechToText: SpeechToText, metrics: Metrics): SpeechToText => ({
  get name() {
    return speechToText.name;
  },
  get concurrency() {
    return speechToText.concurrency;
  },
  recognize: async (segment, signal, options) => {
    const cues = await speechToText.recognize(segment, signal, options);
    metrics.audioRecognized(segment.samples.length / SPEECH_SAMPLE_RATE);
    return cues;
  },
  close: () => speechToText.close(),
});
