import { SPEECH_SAMPLE_RATE, type Cue, type SpeechSegment } from '../speech-to-text.ts';
import type { MoonshineRequest, MoonshineResult } from './moonshine-protocol.ts';

/** In percent. Correct words are rarely below it (decision 106). */
const DOUBTFUL_WORD = 55;
/** The second text is taken if the confidence of its least likely word is this much higher. */
const CLEARLY_SURER = 10;
/** With more of the pause around a line, the model makes more errors. */
const MARGIN_SECONDS = 0.1;
const LEAST_SHARED_WORDS = 0.6;

const leastOf = (confidences: readonly number[] = []): number => Math.min(100, ...confidences);
const listWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];

/**
 * Decodes single lines with a doubtful word again, without their surroundings. The words of another sentence change what the
 * model hears in a line: "forty seven arches" became "40 southern arches" before a long pause.
 */
export async function listenAgainToLines(
  cues: readonly Cue[],
  segment: SpeechSegment,
  recognize: (request: MoonshineRequest) => Promise<MoonshineResult>,
  mayListenAgain: (seconds: number) => boolean,
): Promise<Cue[]> {
  return Promise.all(
    cues.map(async (cue) => {
      const least = leastOf(cue.wordConfidences);
      const startSecond = Math.max(0, cue.startSecond - segment.startSecond - MARGIN_SECONDS);
      const endSecond = cue.endSecond - segment.startSecond + MARGIN_SECONDS;
      if (least >= DOUBTFUL_WORD || !mayListenAgain(endSecond - startSecond)) return cue;
      const samples = segment.samples.slice(
        Math.round(startSecond * SPEECH_SAMPLE_RATE),
        Math.round(endSecond * SPEECH_SAMPLE_RATE),
      );
      const { text, wordConfidences, isLooping } = await recognize({ samples, isDoubtful: false, terms: [] });
      const isSurer = !isLooping && leastOf(wordConfidences) >= least + CLEARLY_SURER;
      return isSurer && isSameLine(cue.text, text) ? { ...cue, text, wordConfidences } : cue;
    }),
  );
}

/** Whether a text corrects a line. One that leaves words out because the line's times were wrong does not. */
function isSameLine(line: string, text: string): boolean {
  const [words, others] = [listWords(line), listWords(text)];
  const shared = words.filter((word) => others.includes(word)).length;
  return Math.abs(words.length - others.length) <= 1 && shared >= words.length * LEAST_SHARED_WORDS;
}
