import { expect, test } from 'vitest';
import type { RecognizedPage } from '#contract/recognition.ts';
import { toTextContent } from './recognized-text.ts';

/** A page of 200 × 300 points whose PDF counts upwards from the bottom. */
const geometry = { width: 200, convertToPdfPoint: (x: number, y: number) => [x, 300 - y] };

const word = (text: string, left: number, right: number) => ({ text, left, right, top: 92.5, bottom: 102.5 });

const page = (rest: Partial<RecognizedPage> = {}): RecognizedPage => ({
  page: 1,
  confidence: 90,
  width: 200,
  height: 300,
  turned_degrees: 0,
  lines: [[word('The', 20, 40), word('heart', 45, 75)]],
  ...rest,
});

const itemsOf = (recognized: RecognizedPage) =>
  toTextContent(recognized, geometry).items.flatMap((item) => ('str' in item ? [item] : []));

const transformOf = (item: { transform: unknown[] } | undefined): number[] =>
  (item?.transform ?? []).map(Number);

test('places words on their baseline, up to the next word', () => {
  const [first, second] = itemsOf(page());
  expect(first).toMatchObject({ str: 'The ', width: 25, hasEOL: false, transform: [10, 0, 0, 10, 20, 200] });
  expect(second).toMatchObject({ str: 'heart', width: 30, hasEOL: true, transform: [10, 0, 0, 10, 45, 200] });
});

test('turns the words of a page that lay sideways', () => {
  // The page was turned clockwise by a quarter: its text runs from the bottom up.
  const [first] = itemsOf(page({ width: 300, height: 200, turned_degrees: 90 }));
  const [a = 0, b = 0, , , x = 0, y = 0] = transformOf(first);
  expect([a, b].map(Math.round)).toEqual([0, 10]);
  // 20 points from the straightened page's left edge are 20 points from the page's lower edge.
  expect([x, y].map(Math.round)).toEqual([100, 20]);
});

test('follows the slope of a crooked page', () => {
  const [first] = itemsOf(page({ turned_degrees: -2 }));
  const [a = 0, b = 0] = transformOf(first);
  // Turned anticlockwise to straighten it: its lines fall to the right.
  expect(a).toBeCloseTo(10 * Math.cos((2 * Math.PI) / 180), 5);
  expect(b).toBeCloseTo(-10 * Math.sin((2 * Math.PI) / 180), 5);
});
