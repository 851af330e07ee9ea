import { expect, test } from 'vitest';
import type { Passage } from '#server/documents/passage.ts';
import type { RealDocument } from '../documents/read-documents.ts';
import { measureReading } from './measure-document.ts';

function makeDocument(changes: Partial<RealDocument> = {}): RealDocument {
  return {
    id: 'deck',
    title: 'A deck',
    half: 'dev',
    kind: 'deck',
    tool: 'by hand',
    pages: 6,
    source: { debian: { package: 'made-up', version: '1', path: 'deck.pdf' } },
    sha256: '0'.repeat(64),
    keyFacts: [],
    administrativePages: new Set(),
    openPages: new Set(),
    builds: [],
    alikePages: [],
    runningHeads: [],
    sentences: undefined,
    ...changes,
  };
}

const makePassage = (text: string, page: number, changes: Partial<Passage> = {}): Passage => ({
  position: 0,
  text,
  section: 0,
  heading: null,
  titlePath: [],
  kind: 'slide',
  isAdministrative: false,
  page,
  pageEnd: page,
  startSecond: null,
  endSecond: null,
  startOffset: 0,
  endOffset: text.length,
  ...changes,
});

const first = 'Columns are read one after the other.';
const second = 'A sentence may continue at the top of the next column.';
const third = 'A footnote between its halves breaks it.';
const expected = [first, second, third].map((sentence) => ({
  begins: sentence.split(' ').slice(0, 4).join(' '),
  ends: sentence.split(' ').slice(-2).join(' '),
  letters: sentence.replace(/[^a-z]/giu, '').length,
}));

test('counts sentences that are complete and in order', () => {
  const document = makeDocument({ kind: 'paper', sentences: expected });
  const share = (...texts: string[]) =>
    measureReading(
      document,
      texts.map((text) => makePassage(text, 1)),
    ).sentences;
  expect(share(first, `${second} ${third}`)).toEqual({ part: 3, whole: 3 });
  expect(share(second, third, first)).toEqual({ part: 2, whole: 3 });
  expect(share(first, 'A sentence may con-tinue at the top of the next column.', third)).toEqual({
    part: 3,
    whole: 3,
  });
  const interrupted = 'A footnote between its Supported by a grant of the university. halves breaks it.';
  const figures = measureReading(document, [makePassage(`${first} ${second} ${interrupted}`, 1)]);
  expect(figures.sentences).toEqual({ part: 2, whole: 3 });
  expect(figures.misses).toEqual(['sentence incomplete: A footnote between its …']);
});

test('counts the steps of a build that one passage covers', () => {
  const document = makeDocument({ builds: [{ first: 2, last: 4 }], alikePages: [{ first: 5, last: 6 }] });
  const whole = measureReading(document, [makePassage('All of it', 2, { pageEnd: 4 })]);
  expect(whole).toMatchObject({ builds: { part: 2, whole: 2 }, otherMerges: 0 });
  const half = measureReading(document, [
    makePassage('Step', 2),
    makePassage('All of it', 3, { pageEnd: 4 }),
    makePassage('A picture', 5, { pageEnd: 6 }),
  ]);
  expect(half.builds).toEqual({ part: 1, whole: 2 });
  expect(half.otherMerges).toBe(0);
  expect(half.misses).toEqual(['build not merged: pages 2 and 3']);
});

test('counts pages of a deck that are merged without being a build', () => {
  const passages = [makePassage('Two slides', 1, { pageEnd: 3 })];
  expect(measureReading(makeDocument(), passages).otherMerges).toBe(2);
  expect(measureReading(makeDocument({ kind: 'manual' }), passages).otherMerges).toBe(0);
});

test('counts running heads and page numbers, but not on a title page', () => {
  const document = makeDocument({ runningHeads: [/made on earth/giu], openPages: new Set([1]) });
  const figures = measureReading(document, [
    makePassage('Made on Earth', 1),
    makePassage('Banks lend\nmade on Earth', 2),
    makePassage('Three reasons\n3', 3),
    makePassage('The year 4 was\nlong ago', 4),
  ]);
  expect(figures.runningHeads).toBe(2);
});

test('compares administrative pages with those that a reader noted', () => {
  const document = makeDocument({ administrativePages: new Set([2, 3, 6]), openPages: new Set([1]) });
  const administrative = { isAdministrative: true };
  const figures = measureReading(document, [
    makePassage('Title', 1, administrative),
    makePassage('Agenda', 2, administrative),
    makePassage('Exam dates', 3),
    makePassage('Sorting', 4, administrative),
    makePassage('Searching', 5),
  ]);
  // Nothing of page 6 is in a passage, so nothing of it can be asked about.
  expect(figures.administrativeRecall).toEqual({ part: 2, whole: 3 });
  expect(figures.administrativePrecision).toEqual({ part: 1, whole: 2 });
  expect(figures.misses).toEqual([
    'administrative page taught: 3',
    'page wrongly taken for administration: 4',
  ]);
});
