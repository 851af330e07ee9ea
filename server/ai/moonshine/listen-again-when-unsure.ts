import { hasRepeatedPhrases } from '../cues/repeated-words.ts';
import { isNoisy } from '../sound/reduce-noise.ts';
import { SPEECH_SAMPLE_RATE } from '../speech-to-text.ts';
import type { MoonshineRequest, MoonshineResult } from './moonshine-protocol.ts';

/** Clean speech was at 0.88 to 0.98, speech in noise or echo at 0.5 to 0.93 (decision 44). */
const SURE_CONFIDENCE = 0.87;

const isLoop = ({ isLooping, text }: MoonshineResult): boolean => isLooping || hasRepeatedPhrases(text);

/**
 * One run of the model, and a slower one when the model was not sure of what it heard. Noisy speech gets the slower one only.
 * What loops is left to be cut.
 * @param recognize one run. Its errors end the whole.
 * @param options.terms words that the slower run prefers
 */
export async function listenAgainWhenUnsure(
  recognize: (request: MoonshineRequest) => Promise<MoonshineResult>,
  samples: Float32Array,
  options: { readonly terms: readonly string[]; readonly mayListenAgain: (seconds: number) => boolean },
): Promise<MoonshineResult> {
  if (isNoisy(samples)) return recognize({ samples, isDoubtful: true, terms: options.terms });
  const first = await recognize({ samples, isDoubtful: false, terms: [] });
  if (isLoop(first) || first.confidence >= SURE_CONFIDENCE) return first;
  if (!options.mayListenAgain(samples.length / SPEECH_SAMPLE_RATE)) return first;
  const second = await recognize({ samples, isDoubtful: true, terms: options.terms });
  return isLoop(second) ? first : second;
}
