import type { Dependencies } from '#server/dependencies.ts';
import { listDoubtedCues, type SpokenSpan } from './doubted-cues.store.ts';
import type { LessonRow } from './lesson.store.ts';
import { DOUBTFUL_PERCENT, splitWords, type Cue } from '#contract/transcript-editing/words-of-cue.ts';

/** Which sentences of a lesson's recording the recognizer was unsure of; none without word confidences. */
export const readUncertainSpeech = async (
  { database }: Pick<Dependencies, 'database'>,
  { transcription_id: id }: Pick<LessonRow, 'transcription_id'>,
): Promise<UncertainSpeech> => findUncertainSpeech(id === null ? [] : await listDoubtedCues(database, id));

interface SpokenPassage {
  readonly transcriptionId: string | null;
  readonly startSecond: number | null;
  readonly endSecond: number | null;
}

/** As {@link readUncertainSpeech}, of passages that may be of several lessons. */
export async function readUncertainPassages(
  { database }: Pick<Dependencies, 'database'>,
  passages: readonly SpokenPassage[],
): Promise<UncertainSpeech['isUncertain']> {
  const spans = new Map<string, SpokenSpan[]>();
  for (const { transcriptionId: id, startSecond, endSecond } of passages) {
    if (id === null || startSecond === null || endSecond === null) continue;
    spans.set(id, [...(spans.get(id) ?? []), { startSecond, endSecond }]);
  }
  const speeches = await Promise.all(
    [...spans].map(async ([id, ofLesson]) =>
      findUncertainSpeech(await listDoubtedCues(database, id, ofLesson)),
    ),
  );
  return (quote) => speeches.some(({ isUncertain }) => isUncertain(quote));
}

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
