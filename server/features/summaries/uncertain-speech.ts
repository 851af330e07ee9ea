import { DOUBTFUL_PERCENT, splitWords, type Cue } from '#contract/transcript-editing/words-of-cue.ts';

/** Sentences with a larger share of doubtful words are not used. */
const MOST_DOUBTFUL = 0.25;

export interface UncertainSpeech {
  /** Whether the recognizer was unsure of many words of a sentence. */
  readonly isUncertain: (quote: string) => boolean;
  /** The share of the transcript, 0 to 1, in such lines. */
  readonly share: number;
}

/** Ignores punctuation and case, which differ between a cue and the text made from it. */
const listWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

export function findUncertainSpeech(cues: readonly Cue[]): UncertainSpeech {
  const words = cues.flatMap((cue) => wordsOf(cue));
  const text = ` ${words.map(({ word }) => word).join(' ')} `;
  const cueWords = cues.map(wordsOf).filter((list) => list.length > 0);
  const uncertain = cueWords.filter(isDoubtful).reduce((sum, list) => sum + list.length, 0);
  return {
    isUncertain: (quote) => {
      const sought = listWords(quote);
      const at = text.indexOf(` ${sought.join(' ')} `);
      if (sought.length === 0 || at < 0) return false;
      const before = text.slice(0, at).split(' ').length - 1;
      return isDoubtful(words.slice(before, before + sought.length));
    },
    share: words.length === 0 ? 0 : uncertain / words.length,
  };
}

interface HeardWord {
  readonly word: string;
  readonly isDoubtful: boolean;
}

const isDoubtful = (words: readonly HeardWord[]): boolean =>
  words.filter((word) => word.isDoubtful).length > MOST_DOUBTFUL * words.length;

function wordsOf({ text, word_confidences: confidences }: Cue): HeardWord[] {
  return splitWords(text).flatMap((written, index) =>
    listWords(written).map((word) => ({
      word,
      isDoubtful: (confidences?.[index] ?? 100) < DOUBTFUL_PERCENT,
    })),
  );
}
