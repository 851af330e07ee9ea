import { describe, expect, test } from 'vitest';
import { estimateSlant } from './estimate-slant.ts';
import { evenBackground } from './even-background.ts';
import { cutRows, encodePgm, shrink, type GreyImage } from './grey-image.ts';
import { rotate, turnQuarters } from './rotate.ts';

const make = (width: number, height: number, shade: (x: number, y: number) => number): GreyImage => ({
  width,
  height,
  pixels: Uint8Array.from({ length: width * height }, (_, at) => shade(at % width, Math.floor(at / width))),
});

/** Rows of short dark bars, as lines of words look from afar. */
const text = make(600, 400, (x, y) =>
  y % 20 < 8 && (x + 7 * Math.floor(y / 20)) % 40 < 31 && y > 20 ? 20 : 250,
);

describe('turnQuarters', () => {
  const small = make(3, 2, (x, y) => 10 * y + x);

  test('turns clockwise', () => {
    expect([...turnQuarters(small, 1).pixels]).toEqual([10, 0, 11, 1, 12, 2]);
    expect([...turnQuarters(small, 3).pixels]).toEqual([2, 12, 1, 11, 0, 10]);
  });

  test('is unchanged after four quarter turns', () => {
    const turned = turnQuarters(turnQuarters(turnQuarters(small, 1), 2), 1);
    expect([...turned.pixels]).toEqual([...small.pixels]);
  });
});

describe('estimateSlant', () => {
  test.each([0, 1, -1.5, 3, -6])('finds a page that lies %d degrees crooked', (degrees) => {
    const slant = estimateSlant(rotate(text, degrees));
    expect(slant.isSideways).toBe(false);
    expect(Math.abs(slant.degrees - degrees)).toBeLessThanOrEqual(0.25);
  });

  test('finds a page that lies sideways, and how crooked it is', () => {
    const slant = estimateSlant(turnQuarters(rotate(text, 2), 1));
    expect(slant.isSideways).toBe(true);
    expect(Math.abs(slant.degrees - 2)).toBeLessThanOrEqual(0.25);
  });

  test('leaves an empty page alone', () => {
    expect(estimateSlant(make(300, 300, () => 255))).toEqual({ isSideways: false, degrees: 0 });
  });
});

describe('evenBackground', () => {
  test('makes paper in shadow white and leaves the print dark', () => {
    const shaded = make(600, 400, (x, y) => ((text.pixels[y * 600 + x] ?? 0) * (240 - x * 0.25)) / 255);
    const { pixels } = evenBackground(shaded);
    const paperAt = (x: number) => pixels[399 * 600 + x] ?? 0;
    expect([paperAt(20), paperAt(300), paperAt(580)].every((shade) => shade > 225)).toBe(true);
    expect(pixels.toSorted()[0]).toBeLessThan(60);
  });

  test('leaves a bright even page and a dark slide as they are', () => {
    const dark = make(600, 400, (x, y) => (y < 150 ? 255 - (text.pixels[y * 600 + x] ?? 0) : 5));
    // Not with toBe: what differs would be printed pixel by pixel.
    expect(evenBackground(text) === text).toBe(true);
    expect(evenBackground(dark) === dark).toBe(true);
  });
});

test('shrink takes the mean of each square', () => {
  expect([
    ...shrink(
      make(4, 2, (x) => x * 10),
      2,
    ).pixels,
  ]).toEqual([5, 25]);
});

test('cutRows and encodePgm keep the pixels', () => {
  const rows = cutRows(
    make(2, 3, (x, y) => 10 * y + x),
    1,
    3,
  );
  expect(Buffer.from(encodePgm(rows)).toString('latin1')).toBe('P5\n2 2\n255\n\u{a}\u{b}\u{14}\u{15}');
});
