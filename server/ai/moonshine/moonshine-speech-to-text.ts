import { access } from 'node:fs/promises';
import { message } from '#contract/messages/make-message.ts';
import { giveConfidences } from '../cues/give-confidences.ts';
import { placeCues } from '../cues/place-cues.ts';
import { createChildPool } from '#server/sandbox/child-pool.ts';
import { isNoisy } from '../sound/reduce-noise.ts';
import { SpeechToTextUnavailableError, type SpeechSegment, type SpeechToText } from '../speech-to-text.ts';
import { listenAgainToLines } from './listen-again-to-lines.ts';
import { listenAgainWhenUnsure } from './listen-again-when-unsure.ts';
import type { MoonshineRequest, MoonshineResult, MoonshineSettings } from './moonshine-protocol.ts';
import { recognizeWithoutLoops } from './recognize-without-loops.ts';

export interface MoonshineFiles {
  readonly encoderPath: string;
  readonly decoderPath: string;
  readonly tokenizerPath: string;
}

/**
 * English speech to text by Moonshine tiny in child processes of low priority, which end when idle.
 * @param options.processes best one a core: each runs one thread, the model's matrices being too small to share.
 */
export function createMoonshineSpeechToText(options: {
  readonly files: MoonshineFiles;
  readonly processes: number;
}): SpeechToText {
  const pool = createChildPool<MoonshineSettings, MoonshineRequest, MoonshineResult>({
    childModule: new URL('./moonshine.child.ts', import.meta.url),
    settings: options.files,
    processes: options.processes,
    confined: { readablePaths: Object.values(options.files), usesNativeCode: true },
  });

  return {
    name: 'moonshine-tiny-en',
    // The next one waits while the first runs.
    concurrency: options.processes * 2,
    async recognize(segment: SpeechSegment, signal, { terms = [], mayListenAgain = () => true } = {}) {
      await Promise.all(Object.values(options.files).map((path: string) => access(path))).catch(
        (error: unknown) => {
          throw new SpeechToTextUnavailableError(message('speech_model_missing'), {
            cause: error,
          });
        },
      );
      const listen = (request: MoonshineRequest): Promise<MoonshineResult> => pool.call(request, signal);
      // In a segment that was heard badly, single lines would use up what is left for whole segments.
      const heard = { isWell: !isNoisy(segment.samples) };
      const claim = (seconds: number): boolean => {
        heard.isWell = false;
        return mayListenAgain(seconds);
      };
      const { text, wordConfidences } = await recognizeWithoutLoops(segment.samples, (samples, isHalf) => {
        if (!isHalf) return listenAgainWhenUnsure(listen, samples, { terms, mayListenAgain: claim });
        heard.isWell = false;
        return listen({ samples, isDoubtful: isNoisy(samples), terms });
      });
      const cues = giveConfidences(placeCues(text, segment), wordConfidences);
      return heard.isWell ? listenAgainToLines(cues, segment, listen, mayListenAgain) : cues;
    },
    close: () => pool.close(),
  };
}
