import type { Cue } from '../ai/speech-to-text.ts';
import type { Passage } from './passage.ts';
import { countWordsIn, groupSentences } from './passage-grouping.ts';
import { printableLine } from './printable-text.ts';
import type { Section, SplitText } from './split-document.ts';
import { findTopicStarts } from './topic-sections.ts';
import { timeSentences, type TimedSentence } from './timed-sentences.ts';

/** A passage of a recording before its place in the plain text is known. */
interface TimedPassage {
  readonly sentences: readonly TimedSentence[];
  readonly text: string;
  readonly startSecond: number;
  readonly endSecond: number;
}

/**
 * Splits a transcript into passages of whole sentences with their seconds, and into sections of about 3 to 5 minutes
 * that begin where the topic seems to change. Cues without times of their own may be in any order: they are sorted.
 */
export function splitTranscript(cues: readonly Cue[]): SplitText {
  const sorted = cues
    .map((cue) => ({ ...cue, text: printableLine(cue.text) }))
    .filter((cue) => cue.text !== '' && cue.endSecond > cue.startSecond)
    .sort((a, b) => a.startSecond - b.startSecond);
  const timed = groupTimed(timeSentences(sorted));
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
  return { plainText, passages, sections };
}

function groupTimed(sentences: readonly TimedSentence[]): TimedPassage[] {
  const pieces = sentences.map((sentence, index) => ({
    startOffset: index,
    endOffset: index + 1,
    words: countWordsIn(sentence.text),
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
