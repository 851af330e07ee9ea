import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { orderLines, orderSlideLines } from '../page-lines.ts';
import type { PageWord } from '../pdf-words.ts';
import { layOutDocument } from './lay-out-document.ts';
import { divideIntoRegions } from './page-regions.ts';
import { readRegion } from './read-page.ts';
import { noShapes } from '../pdf-shapes.ts';

const makeWord = (text: string, left: number, top: number, size = 10): PageWord => ({
  text,
  left,
  right: left + text.length * 0.5 * size,
  top,
  bottom: top + size,
  size,
  bold: false,
  monospaced: false,
  follows: false,
});

/** A line of words that follow each other. */
function makeLine(words: readonly string[], left: number, top: number, size = 10): PageWord[] {
  let x = left;
  return words.map((text, index) => {
    const word = { ...makeWord(text, x, top, size), follows: index > 0 };
    x = word.right + 0.3 * size;
    return word;
  });
}

const text = fc.stringMatching(/^[a-z]{2,8}$/);
const anyWord = fc
  .record({
    text,
    left: fc.double({ min: 0, max: 700, noNaN: true }),
    top: fc.double({ min: 0, max: 500, noNaN: true }),
    size: fc.constantFrom(6, 10, 10, 24),
  })
  .map(({ text: letters, left, top, size }) => makeWord(letters, left, top, size));

describe.each([
  ['prose', orderLines],
  ['a slide', orderSlideLines],
] as const)('the lines of %s', (_kind, order) => {
  test('have every word in exactly one of them', () => {
    fc.assert(
      fc.property(fc.array(anyWord, { maxLength: 80 }), (words) => {
        const ordered = order(words).flatMap((line) => line.text.split(' '));
        expect(ordered.toSorted()).toEqual(words.map((word) => word.text).toSorted());
      }),
    );
  });

  test('are read column by column, in whatever order they are written', () => {
    const line = fc.array(fc.stringMatching(/^[a-z]{6,8}$/), { minLength: 7, maxLength: 8 });
    const column = fc.array(line, { minLength: 6, maxLength: 20 });
    fc.assert(
      fc.property(
        column,
        column,
        fc.boolean(),
        fc.integer({ min: 0, max: 6 }),
        (one, other, mixed, shift) => {
          const left = one.map((words, row) => makeLine(words, 40, 50 + row * 14));
          const right = other.map((words, row) => makeLine(words, 420, 50 + shift + row * 14));
          const written = mixed
            ? Array.from({ length: 20 }, (_, row) => [...(left[row] ?? []), ...(right[row] ?? [])])
            : [...left, ...right];
          expect(order(written.flat()).map((each) => each.text)).toEqual(
            [...one, ...other].map((words) => words.join(' ')),
          );
        },
      ),
    );
  });
});

test('two tables with the same columns share no row', () => {
  const rows = ['ab cd ef', 'gh ij kl', 'mn op qr', 'st uv wx'];
  const words = [50, 200].flatMap((top) =>
    rows.flatMap((row, index) =>
      row.split(' ').map((letters, column) => makeWord(letters, 40 + column * 90, top + index * 14)),
    ),
  );
  expect(orderLines(words).map(({ text: line }) => line)).toEqual([...rows, ...rows]);
});

test('the labels of a drawing below a table are in no row of it', () => {
  const rows = ['ab cd ef', 'gh ij kl', 'mn op qr', 'st uv wx', 'yz ba dc'];
  const words = rows.flatMap((row, index) =>
    row.split(' ').map((letters, column) => makeWord(letters, 40 + column * 90, 50 + index * 14)),
  );
  const drawing = Array.from({ length: 8 }, (_, index) => ({
    left: 30 + index * 30,
    right: 60 + index * 30,
    top: 104,
    bottom: 160,
  }));
  expect(orderLines(words, [], drawing).map(({ text: line }) => line)).toEqual(rows);
});

describe('layOutDocument', () => {
  const line = fc
    .record({
      words: fc.array(text, { minLength: 1, maxLength: 8 }),
      left: fc.constantFrom(40, 60, 90, 300),
      mark: fc.constantFrom('', '•', '–', '1.'),
    })
    .map(({ words, left, mark }) => ({ words: mark === '' ? words : [mark, ...words], left }));
  const slide = fc.array(line, { minLength: 1, maxLength: 10 });

  test('keeps every word of a slide', () => {
    fc.assert(
      fc.property(slide, (lines) => {
        const words = lines.flatMap((each, row) => makeLine(each.words, each.left, 80 + row * 40, 20));
        const [page] = layOutDocument(
          divideIntoRegions(words, noShapes, 720, 540).map((region) => readRegion(region, 1)),
        );
        const letters = (all: readonly string[]) =>
          all
            .join(' ')
            .match(/[a-z]+/gu)
            ?.toSorted();
        expect(
          letters([...(page?.titlePath ?? []), ...(page?.blocks ?? []).map((block) => block.text)]),
        ).toEqual(letters(words.map((word) => word.text)));
      }),
    );
  });
});
