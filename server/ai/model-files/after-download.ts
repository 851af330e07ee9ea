import { systemClock, type Clock } from '#server/platform/clock.ts';
import { message } from '#contract/messages/make-message.ts';
import { SpeechToTextUnavailableError, type SpeechToText } from '../speech-to-text.ts';
import { MODELS } from './model-catalogue.ts';
import { readModelStates } from './model-states.ts';

const LOOK_AGAIN_MILLISECONDS = 500;

/** Makes recognition wait while the model is being downloaded, instead of failing. */
export function afterDownload(
  speechToText: SpeechToText,
  modelsDirectory: string,
  clock: Clock = systemClock,
): SpeechToText {
  let isThere = false;
  const wait = async (signal?: AbortSignal): Promise<void> => {
    while (!isThere) {
      const state = (await readModelStates(modelsDirectory, MODELS, clock))['speech-to-text'];
      if (state?.status === 'unavailable') {
        throw new SpeechToTextUnavailableError(message('speech_model_unavailable'), { cause: state.reason });
      }
      isThere = state?.status === 'ready';
      if (!isThere) await clock.sleep(LOOK_AGAIN_MILLISECONDS, { signal });
    }
  };
  return {
    name: speechToText.name,
    concurrency: speechToText.concurrency,
    recognize: async (segment, signal, options) => {
      await wait(signal);
      return speechToText.recognize(segment, signal, options);
    },
    close: () => speechToText.close(),
  };
}
