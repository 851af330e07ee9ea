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
/** A looping segment is halved this often at most: 15 recognitions. */
const MAXIMUM_CUTS = 3;

/**
 * Recognises a segment, and when the model repeats itself cuts the segment at its quietest moment and recognises the
 * halves, which mostly ends the loop. What still loops in the shortest pieces is taken out but for once or twice.
 * @param samples 16 kHz mono.
 * @param recognize one run of the model. Its errors end the whole.
 */
export async function recognizeWithoutLoops(
  samples: Float32Array,
  recognize: (samples: Float32Array) => Promise<RecognizedText & Pick<MoonshineResult, 'isLooping'>>,
  cutsLeft: number = MAXIMUM_CUTS,
): Promise<RecognizedText> {
  if (samples.length < SHORTEST_SAMPLES) return { text: '', wordConfidences: [] };
  const { text, wordConfidences, isLooping } = await recognize(samples);
  if (!isLooping && !hasRepeatedPhrases(text)) return { text, wordConfidences };
  if (cutsLeft === 0 || samples.length < SHORTEST_CUT_SAMPLES) return cleanUp({ text, wordConfidences });
  const cut = cutAtQuietest(samples);
  const parts = await Promise.all([
    recognizeWithoutLoops(samples.subarray(0, cut), recognize, cutsLeft - 1),
    recognizeWithoutLoops(samples.subarray(cut), recognize, cutsLeft - 1),
  ]);
  // The halves may hold one piece of the same loop each.
  return cleanUp({
    text: parts.map((part) => part.text).join(' '),
    wordConfidences: parts.flatMap((part) => part.wordConfidences),
  });
}

function cleanUp(recognized: RecognizedText): RecognizedText {
  const text = removeRepeatedPhrases(recognized.text);
  const isSame = !hasRepeatedPhrases(recognized.text);
  return { text, wordConfidences: isSame ? recognized.wordConfidences : [] };
}
