import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Cue } from '../ai/speech-to-text.ts';
import { rebuildTranscript, type EarlierPassage } from './rebuild-transcript.ts';
import { splitTranscript } from './split-transcript.ts';

const WORDS =
  'light water sugar leaf root carbon energy cell plant membrane gradient pressure salt stem'.split(' ');

/** A lecture of sentences that differ, a cue each, with a pause now and then. */
function makeLecture(sentences: number): Cue[] {
  let second = 0;
  return Array.from({ length: sentences }, (_, index) => {
    const words = Array.from(
      { length: 9 },
      (__, place) => WORDS[(index * 5 + place * 3) % WORDS.length] ?? '',
    );
    const start = second;
    second += 4 + (index % 7 === 6 ? 2 : 0);
    return { startSecond: start, endSecond: start + 4, text: `Sentence ${index} says ${words.join(' ')}.` };
  });
}

const passagesOf = (cues: readonly Cue[]): EarlierPassage[] =>
  splitTranscript(cues).passages.map(({ text, section }, index) => ({ id: `p${index}`, text, section }));

const rewrite = (cues: readonly Cue[], index: number, text: string): Cue[] =>
  cues.map((cue, place) => (place === index ? { ...cue, text } : cue));

const lecture = makeLecture(200);
const earlier = passagesOf(lecture);

test('a transcript that was not changed has the same passages', () => {
  const { plainText, passages } = rebuildTranscript(earlier, lecture);
  expect(plainText).toBe(splitTranscript(lecture).plainText);
  expect(passages.map((passage) => passage.earlier?.id)).toEqual(earlier.map(({ id }) => id));
  expect(passages.map(({ text }) => text)).toEqual(earlier.map(({ text }) => text));
});

test('a corrected word changes one passage, which keeps its id', () => {
  const { passages } = rebuildTranscript(
    earlier,
    rewrite(lecture, 50, 'Sentence 50 is about photosynthesis.'),
  );
  const changed = passages.filter(({ earlier: before, text }) => before?.text !== text);
  expect(changed).toHaveLength(1);
  expect(changed[0]?.text).toContain('photosynthesis');
  expect(changed[0]?.earlier?.text).toContain('Sentence 50 says');
  expect(passages).toHaveLength(earlier.length);
});

test('a longer sentence does not move the borders of the passages behind it', () => {
  const longer = rewrite(
    lecture,
    3,
    `${lecture[3]?.text.slice(0, -1) ?? ''} and twelve further words that nobody had heard before this was corrected.`,
  );
  const { passages } = rebuildTranscript(earlier, longer);
  expect(passages.slice(1).map((passage) => passage.earlier?.id)).toEqual(
    earlier.slice(1).map(({ id }) => id),
  );
});

test('sections keep their borders', () => {
  const { passages } = rebuildTranscript(earlier, rewrite(lecture, 120, 'Something else was said here.'));
  expect(new Set(passages.map(({ section }) => section))).toEqual(
    new Set(earlier.map(({ section }) => section)),
  );
  expect(passages.map(({ section }) => section)).toEqual(passages.map((passage) => passage.earlier?.section));
});

test('lines that are moved in time change times alone', () => {
  const later = lecture.map((cue) => ({
    ...cue,
    startSecond: cue.startSecond + 3,
    endSecond: cue.endSecond + 3,
  }));
  const { passages } = rebuildTranscript(earlier, later);
  const before = splitTranscript(lecture).passages;
  expect(passages.map(({ earlier: passage, startSecond }) => [passage?.id, startSecond])).toEqual(
    before.map((passage, index) => [`p${index}`, (passage.startSecond ?? 0) + 3]),
  );
});

test('removing the lines of several passages keeps the others', () => {
  const { passages } = rebuildTranscript(earlier, [...lecture.slice(0, 60), ...lecture.slice(120)]);
  const kept = passages.filter(({ earlier: before, text }) => before?.text === text).length;
  expect(kept).toBeGreaterThanOrEqual(earlier.length * 0.6);
});

describe('whatever is edited', () => {
  const anyEdit = fc.record({
    index: fc.nat({ max: 59 }),
    remove: fc.nat({ max: 4 }),
    texts: fc.array(
      fc.constantFrom('A new sentence is here.', 'no full stop', 'Sentence 12 says light.', 'Why?'),
      { maxLength: 3 },
    ),
  });
  const short = makeLecture(60);
  const before = passagesOf(short);

  test('passages are the whole text, in order, and no passage is used twice', () => {
    fc.assert(
      fc.property(fc.array(anyEdit, { minLength: 1, maxLength: 5 }), (edits) => {
        const cues = [...short];
        for (const { index, remove, texts } of edits) {
          const start = cues[index]?.startSecond ?? cues.at(-1)?.endSecond ?? 0;
          const inserted = texts.map((text, place) => ({
            startSecond: start + place * 0.1,
            endSecond: start + place * 0.1 + 0.05,
            text,
          }));
          cues.splice(index, remove, ...inserted);
        }
        const { plainText, passages } = rebuildTranscript(before, cues);
        for (const { text, startOffset, endOffset } of passages)
          expect(plainText.slice(startOffset, endOffset)).toBe(text);
        const words = (text: string): string => text.replace(/\s+/gu, ' ').trim();
        const said = cues.toSorted((one, other) => one.startSecond - other.startSecond);
        expect(words(plainText)).toBe(words(said.map(({ text }) => text).join(' ')));
        const ids = passages.flatMap(({ earlier: passage }) => (passage === undefined ? [] : [passage.id]));
        expect(new Set(ids).size).toBe(ids.length);
        const sections = passages.map(({ section }) => section);
        expect(sections).toEqual(sections.toSorted((one, other) => one - other));
      }),
      { numRuns: 300, seed: 20_261_126 },
    );
  });
});
