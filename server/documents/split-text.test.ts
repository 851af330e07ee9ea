import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DocumentPage } from './document-blocks.ts';
import { splitDocument, type SplitText } from './split-document.ts';
import { splitTranscript } from './split-transcript.ts';
import { makeSentence } from './testing/make-pdf.ts';
import { layOutText } from './text-blocks.ts';

const prose = (count: number) => Array.from({ length: count }, (_, index) => makeSentence(index)).join(' ');

function expectExact({ plainText, passages, sections }: SplitText) {
  let end = 0;
  passages.forEach((passage, index) => {
    expect(plainText.slice(passage.startOffset, passage.endOffset)).toBe(passage.text);
    expect(passage.position).toBe(index);
    expect(passage.startOffset).toBeGreaterThanOrEqual(end);
    expect(passage.text.trim()).toBe(passage.text);
    const section = sections[passage.section];
    expect(section!.startOffset).toBeLessThanOrEqual(passage.startOffset);
    expect(section!.endOffset).toBeGreaterThanOrEqual(passage.endOffset);
    end = passage.endOffset;
  });
  expect(sections.map(({ position }) => position)).toEqual(sections.map((_, index) => index));
}

describe('splitDocument', () => {
  const word = fc.constantFrom('Cell', 'energy', 'is.', 'the', 'Dr.', 'why?', '3.5', 'end.');
  const text = fc.array(word, { minLength: 1, maxLength: 200 }).map((words) => words.join(' '));
  const block = fc.record({
    kind: fc.constantFrom(
      'heading' as const,
      'paragraph' as const,
      'list-item' as const,
      'code' as const,
      'table' as const,
      'index' as const,
    ),
    text,
  });
  const pages = fc
    .array(fc.array(block, { maxLength: 6 }), { maxLength: 6 })
    .map((all): DocumentPage[] => all.map((blocks, index) => ({ page: index + 1, blocks })));

  test('starts a passage on the page after the notes of a slide', () => {
    const paragraph = (text: string) => [{ kind: 'paragraph' as const, text }];
    const { passages } = splitDocument([
      { page: 1, kind: 'slide', titlePath: ['Tides'], blocks: paragraph('The moon pulls at the sea.') },
      { page: 3, kind: 'notes', titlePath: ['Tides'], blocks: paragraph('Tell the story of the ferry.') },
      { page: 2, kind: 'prose', blocks: paragraph('Walls of stone need no mortar.') },
    ]);
    expect(passages.map(({ page, pageEnd }) => [page, pageEnd])).toEqual([
      [1, 1],
      [3, 3],
      [2, 2],
    ]);
  });

  test('counts the unsure words of all regions and pages that a passage is on', () => {
    const region = (page: number, text: string, unsureWords: string[]): DocumentPage => ({
      page,
      blocks: [{ kind: 'paragraph', text }],
      unsureWords,
    });
    const { passages } = splitDocument([
      region(1, 'Tke moon pulls.', ['Tke']),
      region(1, 'Tne sea rises.', ['Tne']),
      region(2, 'Tbe wall stands.', ['Tbe']),
    ]);
    expect(passages).toMatchObject([{ page: 1, pageEnd: 2, isUnsure: true }]);
  });

  test('marks passages in which a character was lost', () => {
    const lost = (text: string) => splitDocument(layOutText(text)).passages.map(({ isUnsure }) => isUnsure);
    expect(lost('Sm\u{FFFD}rbr\u{FFFD}d is bread with butter.')).toEqual([true]);
    expect(lost('Smørbrød is bread with butter.')).toEqual([undefined]);
    const cues = [{ startSecond: 0, endSecond: 4, text: 'Sm\u{FFFD}rbr\u{FFFD}d is bread.' }];
    expect(splitTranscript(cues).passages).toMatchObject([{ text: cues[0]?.text, isUnsure: true }]);
  });

  test('gives passages that are exact slices of the plain text, each in its section', () => {
    fc.assert(fc.property(pages, (all) => expectExact(splitDocument(all))));
  });

  test('keeps every word of the prose', () => {
    fc.assert(
      fc.property(pages, (all) => {
        const written = all.flatMap(({ blocks }) =>
          blocks.filter(({ kind }) => kind === 'paragraph' || kind === 'list-item').map((b) => b.text),
        );
        const split = splitDocument(
          all.map(({ page, blocks }) => ({
            page,
            blocks: blocks.filter(({ kind }) => !['code', 'table', 'index'].includes(kind)),
          })),
        );
        expect(
          split.passages
            .map((passage) => passage.text)
            .join(' ')
            .split(/\s+/)
            .join(' '),
        ).toBe(written.join(' '));
      }),
    );
  });

  test('makes passages of a few sentences that stay in their section and name their page', () => {
    const split = splitDocument([
      {
        page: 1,
        blocks: [
          { kind: 'heading', text: 'Cells', level: 1 },
          { kind: 'paragraph', text: prose(20) },
        ],
      },
      {
        page: 2,
        blocks: [
          { kind: 'index', text: 'cells, 3' },
          { kind: 'heading', text: 'Organs', level: 1 },
          { kind: 'paragraph', text: prose(12) },
        ],
      },
    ]);
    expectExact(split);
    expect(split.sections.map(({ heading, page }) => [heading, page])).toEqual([
      ['Cells', 1],
      ['Organs', 2],
    ]);
    for (const passage of split.passages) {
      expect(passage.text.split(/\s+/).length).toBeGreaterThanOrEqual(30);
      expect(passage.text.split(/\s+/).length).toBeLessThanOrEqual(150);
      expect(passage.text).not.toContain('cells, 3');
    }
    expect(split.plainText).toContain('cells, 3');
  });
});

describe('splitTranscript', () => {
  const second = fc.integer({ min: 0, max: 4000 });
  const cue = fc
    .record({
      start: second,
      length: fc.integer({ min: 1, max: 30 }),
      words: fc.array(fc.constantFrom('so', 'The', 'cell.', 'energy'), { minLength: 1, maxLength: 20 }),
    })
    .map(({ start, length, words }) => ({
      startSecond: start,
      endSecond: start + length,
      text: words.join(' '),
    }));

  test('gives exact slices with rising seconds', () => {
    fc.assert(
      fc.property(fc.array(cue, { maxLength: 60 }), (cues) => {
        const split = splitTranscript(cues);
        expectExact(split);
        for (const passage of split.passages) expect(passage.startSecond!).toBeLessThan(passage.endSecond!);
      }),
    );
  });

  test('finds sentences across cues and sections of some minutes', () => {
    const sentences = Array.from({ length: 240 }, (_, index) => makeSentence(index));
    const cues = sentences.map((sentence, index) => ({
      startSecond: index * 5,
      endSecond: index * 5 + 5,
      text: sentence,
    }));
    const split = splitTranscript(cues);
    expectExact(split);
    expect(split.sections.length).toBeGreaterThanOrEqual(4);
    expect(split.sections.length).toBeLessThanOrEqual(8);
    expect(split.passages.every((passage) => passage.text.endsWith('.'))).toBe(true);
    expect(split.passages[0]!.startSecond).toBe(0);
  });

  test('cuts speech without punctuation by pauses and length', () => {
    const cues = Array.from({ length: 200 }, (_, index) => ({
      startSecond: index * 3,
      endSecond: index * 3 + 3,
      text: 'and so we look at the next thing here',
    }));
    const split = splitTranscript(cues);
    expectExact(split);
    expect(split.passages.length).toBeGreaterThan(10);
    expect(Math.max(...split.passages.map((passage) => passage.text.split(' ').length))).toBeLessThanOrEqual(
      150,
    );
  });
});
