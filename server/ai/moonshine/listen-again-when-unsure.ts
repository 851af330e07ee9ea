import type { MoonshineRequest, MoonshineResult } from './moonshine-protocol.ts';

/** Clean speech was at 0.88 to 0.98, speech in noise or echo at 0.5 to 0.93 (decision 44). */
const SURE_CONFIDENCE = 0.87;

/**
 * One run of the model, and a slower one when the model was not sure of what it heard. What loops is left to be cut.
 * @param recognize one run. Its errors end the whole.
 * @param terms words that the slower run prefers
 */
export function listenAgainWhenUnsure(
  recognize: (request: MoonshineRequest) => Promise<MoonshineResult>,
  terms: readonly string[] = [],
): (samples: Float32Array) => Promise<MoonshineResult> {
  return async (samples) => {
    const first = await recognize({ samples, isDoubtful: false, terms: [] });
    if (first.isLooping || first.confidence >= SURE_CONFIDENCE) return first;
    const second = await recognize({ samples, isDoubtful: true, terms });
    return second.isLooping ? first : second;
  };
}
