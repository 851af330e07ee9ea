import type { Cue } from '../ai/speech-to-text.ts';
import { countWordsIn } from '#contract/text-limits.ts';
import {
  groupTimed,
  sortCues,
  timeSentences,
  type TimedPassage,
  type TimedSentence,
} from './split-transcript.ts';

/** A passage of a transcript before it was corrected. */
export interface EarlierPassage {
  readonly id: string;
  readonly text: string;
  readonly section: number;
}

export interface RebuiltPassage {
  /** The passage that it was; undefined for a new one. */
  readonly earlier: EarlierPassage | undefined;
  readonly text: string;
  readonly section: number;
  readonly startSecond: number;
  readonly endSecond: number;
  /** In the new plain text. */
  readonly startOffset: number;
  readonly endOffset: number;
}

/** A passage that was corrected stays one passage up to this length. */
const MOST_WORDS = 180;
/** How far behind its place a passage is looked for: a short text may be somewhere else by chance. */
const NEAR_CHARACTERS = 400;
const FAR_CHARACTERS = 5_000;
const LONG_CHARACTERS = 80;
/** A group of sentences with so many of a passage's words is that passage, corrected. */
const SAME_SHARE = 0.5;

/**
 * Splits a corrected transcript into passages, as few of them new as possible: a passage whose words are all there stays, the
 * sentences between two of those are grouped again, and sections keep their borders. Times are those of the cues.
 */
export function rebuildTranscript(
  earlier: readonly EarlierPassage[],
  cues: readonly Cue[],
): { plainText: string; passages: RebuiltPassage[] } {
  const sentences = timeSentences(sortCues(cues));
  const drafts: { earlier: EarlierPassage | undefined; timed: TimedPassage }[] = [];
  let from = 0;
  let lost: EarlierPassage[] = [];
  const closeGap = (to: number): void => {
    drafts.push(...regroup(lost, sentences.slice(from, to)));
    lost = [];
  };
  for (const { passage, first, end } of findKept(earlier, sentences)) {
    if (first === undefined) {
      lost.push(passage);
      continue;
    }
    closeGap(first);
    drafts.push({ earlier: passage, timed: joinSentences(sentences.slice(first, end)) });
    from = end;
  }
  closeGap(sentences.length);
  return layOut(drafts);
}

interface FoundPassage {
  readonly passage: EarlierPassage;
  /** The sentences that it consists of now; undefined where its words are not there any more. */
  readonly first: number | undefined;
  readonly end: number;
}

/** Looks for each passage among the sentences, in order. */
function findKept(earlier: readonly EarlierPassage[], sentences: readonly TimedSentence[]): FoundPassage[] {
  const starts = new Map<number, number>();
  const ends = new Map<number, number>();
  let text = '';
  for (const [index, sentence] of sentences.entries()) {
    if (index > 0) text += ' ';
    starts.set(text.length, index);
    text += sentence.text;
    ends.set(text.length, index + 1);
  }
  let cursor = 0;
  let lostCharacters = 0;
  return earlier.map((passage) => {
    const { length } = passage.text;
    const reach = lostCharacters * 1.5 + (length >= LONG_CHARACTERS ? FAR_CHARACTERS : NEAR_CHARACTERS);
    const at = cursor + text.slice(cursor, cursor + reach + length).indexOf(passage.text);
    const first = at < cursor ? undefined : starts.get(at);
    const end = ends.get(at + length);
    if (first === undefined || end === undefined) {
      lostCharacters += length + 1;
      return { passage, first: undefined, end: 0 };
    }
    cursor = at + length + 1;
    lostCharacters = 0;
    return { passage, first, end };
  });
}

/** Groups the sentences that took the place of passages, and says which passage each group is. */
function regroup(
  lost: readonly EarlierPassage[],
  sentences: readonly TimedSentence[],
): { earlier: EarlierPassage | undefined; timed: TimedPassage }[] {
  if (sentences.length === 0) return [];
  const whole = joinSentences(sentences);
  const groups =
    lost.length === 1 && countWordsIn(whole.text) <= MOST_WORDS ? [whole] : groupTimed(sentences);
  if (groups.length === lost.length) return groups.map((timed, index) => ({ earlier: lost[index], timed }));
  const open = [...lost];
  return groups.map((timed) => {
    const index = open.findIndex(({ text }) => shareOfWords(text, timed.text) >= SAME_SHARE);
    const found = open[index];
    // Passages stay in order: those before it are gone.
    open.splice(0, index + 1);
    return { earlier: found, timed };
  });
}

/** How many of a text's words another one has. */
function shareOfWords(text: string, other: string): number {
  const words = text.split(/\s+/u);
  const known = new Set(other.split(/\s+/u));
  return words.filter((word) => known.has(word)).length / words.length;
}

function joinSentences(sentences: readonly TimedSentence[]): TimedPassage {
  return {
    sentences,
    text: sentences.map(({ text }) => text).join(' '),
    startSecond: sentences[0]?.startSecond ?? 0,
    endSecond: Math.max(...sentences.map(({ endSecond }) => endSecond)),
  };
}

/** As in a transcript that is split for the first time, an empty line is between sections. */
function layOut(drafts: readonly { earlier: EarlierPassage | undefined; timed: TimedPassage }[]): {
  plainText: string;
  passages: RebuiltPassage[];
} {
  const passages: RebuiltPassage[] = [];
  const firstKnown = drafts.find(({ earlier }) => earlier !== undefined)?.earlier?.section ?? 0;
  let plainText = '';
  for (const { earlier, timed } of drafts) {
    const last = passages.at(-1);
    const section = earlier?.section ?? last?.section ?? firstKnown;
    if (last !== undefined) plainText += last.section === section ? '\n' : '\n\n';
    const startOffset = plainText.length;
    plainText += timed.text;
    const { text, startSecond, endSecond } = timed;
    passages.push({
      earlier,
      text,
      section,
      startSecond,
      endSecond,
      startOffset,
      endOffset: plainText.length,
    });
  }
  return { plainText, passages };
}
