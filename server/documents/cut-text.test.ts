import { describe, expect, test } from 'vitest';
import { CUE_CHARACTERS, PASSAGE_CHARACTERS } from '#contract/text-limits.ts';
import { boundCues, TranscriptTooLongError } from './bound-cues.ts';
import { cutText } from './cut-text.ts';
import { rebuildTranscript } from './rebuild-transcript.ts';
import { splitDocument } from './split-document.ts';
import { splitTranscript } from './split-transcript.ts';
import { extractTextPages } from './text-blocks.ts';

const cut = (text: string, most: number): string[] =>
  cutText(text, most).map(({ startOffset, endOffset }) => text.slice(startOffset, endOffset));

describe('cutting a text', () => {
  test('is between words', () => {
    expect(cut('one two three', 8)).toEqual(['one two', 'three']);
    expect(cut('one two three', 7)).toEqual(['one two', 'three']);
    expect(cut('short', 8)).toEqual(['short']);
  });
  test('goes through a word that is too long, and through no character', () => {
    expect(cut('aaaaabbb', 5)).toEqual(['aaaaa', 'bbb']);
    expect(cut('aaaa😀bb', 5)).toEqual(['aaaa', '😀bb']);
  });
});

describe('a cue of many words', () => {
  const words = 'word '.repeat(1_000).trim();
  test('becomes cues of at most 2,000 characters that share its time', () => {
    const cues = boundCues([{ startSecond: 10, endSecond: 20, text: words }]);
    expect(cues.map(({ text }) => text).join(' ')).toBe(words);
    expect(Math.max(...cues.map(({ text }) => text.length))).toBeLessThanOrEqual(CUE_CHARACTERS);
    expect(cues.map(({ startSecond, endSecond }) => [startSecond, endSecond])).toEqual([
      [10, 13.999],
      [14.001, 18],
      [18.002, 20],
    ]);
  });
  test('keeps what the recognizer said of each word', () => {
    const wordConfidences = Array.from({ length: 1_000 }, (_, index) => index % 101);
    const cues = boundCues([{ startSecond: 0, endSecond: 1, text: words, wordConfidences }]);
    expect(cues.flatMap((cue) => cue.wordConfidences ?? [])).toEqual(wordConfidences);
  });
  test('is refused with more than 500,000 words', () => {
    const text = 'a '.repeat(500_001);
    expect(() => boundCues([{ startSecond: 0, endSecond: 1, text }])).toThrow(TranscriptTooLongError);
  });
});

describe('no passage is longer than 4,000 characters', () => {
  const longest = (passages: readonly { text: string }[]): number =>
    Math.max(...passages.map(({ text }) => text.length));
  const isExact = ({ plainText, passages }: ReturnType<typeof splitDocument>): boolean =>
    passages.every(({ text, startOffset, endOffset }) => plainText.slice(startOffset, endOffset) === text);

  test.each([
    ['a sentence without end', 'word '.repeat(60_000)],
    ['a word without end', 'x'.repeat(300_000)],
    ['words of a thousand letters', `${'y'.repeat(1_000)} `.repeat(200)],
  ])('of %s', (_, text) => {
    const read = splitDocument(extractTextPages(Buffer.from(text)));
    expect(longest(read.passages)).toBeLessThanOrEqual(PASSAGE_CHARACTERS);
    expect(isExact(read)).toBe(true);
    const cues = boundCues([{ startSecond: 0, endSecond: 1_000, text }]);
    const spoken = splitTranscript(cues);
    expect(longest(spoken.passages)).toBeLessThanOrEqual(PASSAGE_CHARACTERS);
    expect(isExact(spoken)).toBe(true);
    expect(longest(rebuildTranscript([], cues).passages)).toBeLessThanOrEqual(PASSAGE_CHARACTERS);
  });
  test('of code and slides', () => {
    const text = 'z'.repeat(9_000);
    const read = splitDocument([
      { page: 1, titlePath: ['Slide'], blocks: [{ kind: 'paragraph', text: 'w '.repeat(40_000).trim() }] },
      { page: 2, blocks: [{ kind: 'code', text }] },
    ]);
    expect(longest(read.passages)).toBeLessThanOrEqual(PASSAGE_CHARACTERS);
    expect(isExact(read)).toBe(true);
  });
});
