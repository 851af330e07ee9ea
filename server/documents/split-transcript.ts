import { countWordsIn } from '#contract/text-limits.ts';
import { PASSAGE_CHARACTERS } from '#contract/text-limits.ts';
import type { Cue } from '../ai/speech-to-text.ts';
import { cutText } from './cut-text.ts';
import { groupSentences } from './passage-grouping.ts';
import type { Passage } from './passage.ts';
import { printableLine } from './printable-text.ts';
import { splitSentences } from './sentences.ts';
import type { Section, SplitText } from './split-document.ts';
import { findTopicStarts } from './topic-starts.ts';
import { markIncomplete } from './unsure-passages.ts';

/** A passage of a recording before its place in the plain text is known. */
export interface TimedPassage {
  readonly sentences: readonly TimedSentence[];
  readonly text: string;
  readonly startSecond: number;
  readonly endSecond: number;
}

/**
 * Splits a transcript into passages of whole sentences with their seconds, and into sections of about 3 to 5 minutes
 * that begin where the topic seems to change. Cues without their own times may be in any order: they are sorted.
 */
export function splitTranscript(cues: readonly Cue[]): SplitText {
  const timed = groupTimed(timeSentences(sortCues(cues)));
  const starts = findTopicStarts(timed);
  const passages: Passage[] = [];
  const sections: Section[] = [];
  let plainText = '';
  for (const [index, passage] of timed.entries()) {
    const opensSection = starts.has(index);
    if (plainText !== '') plainText += opensSection ? '\n\n' : '\n';
    const startOffset = plainText.length;
    plainText += passage.text;
    const { startSecond, endSecond, text } = passage;
    const endOffset = plainText.length;
    const section = opensSection ? undefined : sections.pop();
    const position = sections.length;
    sections.push(
      section
        ? { ...section, endOffset, endSecond }
        : {
            position,
            heading: null,
            level: null,
            startOffset,
            endOffset,
            page: null,
            startSecond,
            endSecond,
          },
    );
    passages.push({
      position: index,
      text,
      section: position,
      heading: null,
      titlePath: [],
      kind: 'prose',
      isAdministrative: false,
      page: null,
      pageEnd: null,
      startSecond,
      endSecond,
      startOffset,
      endOffset,
    });
  }
  return { plainText, passages: markIncomplete(passages), sections };
}

/** The cues that say something, in order of time and with printable text. */
export const sortCues = (cues: readonly Cue[]): Cue[] =>
  cues
    .map((cue) => ({ ...cue, text: printableLine(cue.text) }))
    .filter((cue) => cue.text !== '' && cue.endSecond > cue.startSecond)
    .sort((a, b) => a.startSecond - b.startSecond);

/** Puts sentences together to passages. */
export function groupTimed(sentences: readonly TimedSentence[]): TimedPassage[] {
  const pieces = sentences.map((sentence, index) => ({
    startOffset: index,
    endOffset: index + 1,
    words: countWordsIn(sentence.text),
    characters: sentence.text.length,
    page: null,
    pageEnd: null,
    endsBlock: sentence.pauseAfterSeconds > 1,
    leadsOn: false,
  }));
  return groupSentences(pieces).map((group) => {
    const members = sentences.slice(group[0]?.startOffset ?? 0, group.at(-1)?.endOffset ?? 0);
    const startSecond = members[0]?.startSecond ?? 0;
    return {
      sentences: members,
      text: members.map((sentence) => sentence.text).join(' '),
      startSecond,
      endSecond: Math.max(...members.map((sentence) => sentence.endSecond)),
    };
  });
}

/** A sentence of a recording. Within a cue, time is taken to pass evenly over its characters. */
export interface TimedSentence {
  readonly text: string;
  readonly startSecond: number;
  readonly endSecond: number;
  /** Silence before the next sentence; 0 after the last. */
  readonly pauseAfterSeconds: number;
}

/** Automatic captions have no punctuation: fewer sentence ends than one in so many words. */
const mostWordsASentence = 60;
const wordsWithoutPunctuation = 18;
const longestPhrase = 28;
const phrasePauseSeconds = 0.7;
const LONGEST_SENTENCE = PASSAGE_CHARACTERS - 100;

interface Span {
  readonly text: string;
  readonly startOffset: number;
  readonly endOffset: number;
}

/** Puts cues together and cuts them into sentences; speech without punctuation is cut at pauses and by length. */
export function timeSentences(cues: readonly Cue[]): TimedSentence[] {
  const text = cues.map((cue) => cue.text).join(' ');
  const starts: number[] = [];
  let offset = 0;
  for (const cue of cues) {
    starts.push(offset);
    offset += cue.text.length + 1;
  }
  const spans = (
    isPunctuated(text) ? splitLong(splitSentences(text)) : splitAtPauses(cues, starts, text)
  ).flatMap(cutLongWords);
  const clock = makeClock(cues, starts);
  const timed = spans.map((span) => {
    const startSecond = clock(span.startOffset, 'start');
    return {
      text: span.text,
      startSecond,
      endSecond: Math.max(clock(span.endOffset, 'end'), startSecond + 0.001),
    };
  });
  return timed.map((sentence, index) => {
    const next = timed[index + 1];
    return { ...sentence, pauseAfterSeconds: next ? Math.max(0, next.startSecond - sentence.endSecond) : 0 };
  });
}

function isPunctuated(text: string): boolean {
  const ends = text.match(/[.!?。！？](?=\s|$)/gu)?.length ?? 0;
  return ends * mostWordsASentence >= text.split(' ').length;
}

/** Cuts what still is too long to be a sentence at a comma or, failing that, anywhere between words. */
function splitLong(spans: readonly Span[]): Span[] {
  return spans.flatMap((span) => {
    if (span.text.length < mostWordsASentence * 8) return [span];
    const pieces: Span[] = [];
    let start = 0;
    for (const match of span.text.matchAll(/[,;:]?\s+/gu)) {
      const length = match.index - start;
      const comma = match[0].trim() !== '';
      if ((comma && length > longestPhrase * 8) || length > mostWordsASentence * 8) {
        pieces.push(slice(span, start, match.index + match[0].trimEnd().length));
        start = match.index + match[0].length;
      }
    }
    if (start < span.text.length) pieces.push(slice(span, start, span.text.length));
    return pieces;
  });
}

/** After the other cuts, only words without a space between them are so long. */
function cutLongWords(span: Span): Span[] {
  if (span.text.length <= LONGEST_SENTENCE) return [span];
  return cutText(span.text, LONGEST_SENTENCE).map(({ startOffset, endOffset }) =>
    slice(span, startOffset, endOffset),
  );
}

function slice(span: Span, start: number, end: number): Span {
  return {
    text: span.text.slice(start, end),
    startOffset: span.startOffset + start,
    endOffset: span.startOffset + end,
  };
}

function splitAtPauses(cues: readonly Cue[], starts: readonly number[], text: string): Span[] {
  const whole: Span = { text, startOffset: 0, endOffset: text.length };
  const spans: Span[] = [];
  let start = 0;
  let words = 0;
  for (const [index, cue] of cues.entries()) {
    words += cue.text.split(' ').length;
    const end = (starts[index] ?? 0) + cue.text.length;
    const next = cues[index + 1];
    const pause = next ? next.startSecond - cue.endSecond : Number.POSITIVE_INFINITY;
    if (pause < phrasePauseSeconds && words < wordsWithoutPunctuation) continue;
    spans.push(...splitLong([slice(whole, start, end)]));
    start = end + 1;
    words = 0;
  }
  return spans;
}

/** Returns the second at which the character at an offset is spoken. Offsets must be asked for in rising order. */
function makeClock(
  cues: readonly Cue[],
  starts: readonly number[],
): (offset: number, edge: 'start' | 'end') => number {
  let at = 0;
  return (offset, edge) => {
    const looked = edge === 'end' ? offset - 1 : offset;
    while (at + 1 < cues.length && (starts[at + 1] ?? Infinity) <= looked) at++;
    const cue = cues[at];
    if (!cue) return 0;
    const share = Math.min(1, Math.max(0, (offset - (starts[at] ?? 0)) / Math.max(1, cue.text.length)));
    const second = cue.startSecond + share * (cue.endSecond - cue.startSecond);
    return Math.round(second * 1000) / 1000;
  };
}
