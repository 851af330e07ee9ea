import { hasRepeatedPhrases, removeRepeatedPhrases } from '../cues/repeated-words.ts';
import { SPEECH_SAMPLE_RATE } from '../speech-to-text.ts';
import { cutAtQuietest } from './cut-at-quietest.ts';
import type { MoonshineResult } from './moonshine-protocol.ts';

/** What was recognized, and how sure each of its words is; no confidences where words were taken out. */
export type RecognizedText = Pick<MoonshineResult, 'text' | 'wordConfidences'>;

/** The model hears nothing in less. */
const SHORTEST_SAMPLES = 0.1 * SPEECH_SAMPLE_RATE;
/** Cutting what is shorter takes words apart. */
const SHORTEST_CUT_SAMPLES = 2 * SPEECH_SAMPLE_RATE;
/**
 * Recognises a segment, and when the model repeats itself cuts the segment at its quietest moment and recognises the
 * halves, which usually ends the loop. What still loops in them is reduced to one or two repetitions.
 * @param samples 16 kHz mono.
 * @param recognize one run of the model on the segment, or on a half of it. Its errors end the whole.
 */
export async function recognizeWithoutLoops(
  samples: Float32Array,
  recognize: (
    samples: Float32Array,
    isHalf: boolean,
  ) => Promise<RecognizedText & Pick<MoonshineResult, 'isLooping'>>,
): Promise<RecognizedText> {
  if (samples.length < SHORTEST_SAMPLES) return NOTHING;
  const { text, wordConfidences, isLooping } = await recognize(samples, false);
  if (!isLooping && !hasRepeatedPhrases(text)) return { text, wordConfidences };
  if (samples.length < SHORTEST_CUT_SAMPLES) return cleanUp({ text, wordConfidences });
  const cut = cutAtQuietest(samples);
  const halves = await Promise.all(
    [samples.subarray(0, cut), samples.subarray(cut)].map(async (half) =>
      half.length < SHORTEST_SAMPLES ? NOTHING : recognize(half, true),
    ),
  );
  // The halves may hold one piece of the same loop each.
  return cleanUp({
    text: halves.map((half) => cleanUp(half).text).join(' '),
    wordConfidences: halves.flatMap((half) => cleanUp(half).wordConfidences),
  });
}

const NOTHING: RecognizedText = { text: '', wordConfidences: [] };

function cleanUp(recognized: RecognizedText): RecognizedText {
  const text = removeRepeatedPhrases(recognized.text);
  const isSame = !hasRepeatedPhrases(recognized.text);
  return { text, wordConfidences: isSame ? recognized.wordConfidences : [] };
}
