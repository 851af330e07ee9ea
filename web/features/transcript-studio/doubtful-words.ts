import {
  DOUBTFUL_PERCENT,
  timeWords,
  type Cue,
  type CueWord,
} from '#contract/transcript-editing/words-of-cue.ts';

const isDoubtful = (cue: Cue): boolean =>
  cue.word_confidences?.some((confidence) => confidence < DOUBTFUL_PERCENT) === true;

const listDoubtful = (cue: Cue): CueWord[] =>
  isDoubtful(cue) ? timeWords(cue).filter((word) => word.isDoubtful) : [];

export const countDoubtful = (cues: readonly Cue[]): number =>
  cues.reduce((sum, cue) => sum + listDoubtful(cue).length, 0);

/** The next word after a place in a line, or the last one before it, that the recognizer was not sure of. */
export function findDoubtful(
  cues: readonly Cue[],
  from: { readonly index: number; readonly offset: number },
  step: 1 | -1,
): { index: number; word: CueWord } | undefined {
  for (let index = from.index; index >= 0 && index < cues.length; index += step) {
    const cue = cues[index];
    if (cue === undefined) return undefined;
    const words = listDoubtful(cue);
    const isHere = index === from.index;
    const word =
      step === 1
        ? words.find(({ start }) => !isHere || start >= from.offset)
        : words.findLast(({ end }) => !isHere || end <= from.offset);
    if (word !== undefined) return { index, word };
  }
  return undefined;
}
