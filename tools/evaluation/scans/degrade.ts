import type { GreyImage } from '#server/ai/tesseract/image/grey-image.ts';
import { rotate, turnQuarters } from '#server/ai/tesseract/image/rotate.ts';
import { createRandom } from '#server/language/random.ts';

/** What a scanner or a phone does to a page. */
export interface Degradation {
  /** Standard deviation of the noise, in shades of 255. */
  readonly noise: number;
  /** How far each pixel's light spreads to its neighbours: 0 to 1. */
  readonly blur: number;
  /** Clockwise, in degrees: a page laid crooked. */
  readonly skewDegrees: number;
  /** Clockwise: a page put in, or a phone held, sideways or upside down. */
  readonly quarters: 0 | 1 | 2 | 3;
  /** Brightness of the paper at its darkest corner and at its brightest, 0 to 1. */
  readonly paper: readonly [darkest: number, brightest: number];
}

/** A page as it looks after scanning. The same seed gives the same noise. */
export function degrade(page: GreyImage, how: Degradation, seed: number): GreyImage {
  const soft = how.blur === 0 ? page : blur(page, how.blur);
  const crooked = how.skewDegrees === 0 ? soft : rotate(soft, how.skewDegrees);
  const lit = light(crooked, how, seed);
  return turnQuarters(lit, how.quarters);
}

function blur({ width, height, pixels }: GreyImage, share: number): GreyImage {
  const result = new Uint8Array(pixels);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      const around =
        ((pixels[at - 1] ?? 0) +
          (pixels[at + 1] ?? 0) +
          (pixels[at - width] ?? 0) +
          (pixels[at + width] ?? 0)) /
        4;
      result[at] = (pixels[at] ?? 0) * (1 - share) + around * share;
    }
  }
  return { width, height, pixels: result };
}

/** Shade falls across the page from one corner to the opposite one. */
function light({ width, height, pixels }: GreyImage, { paper, noise }: Degradation, seed: number): GreyImage {
  const result = new Uint8Array(pixels.length);
  const [darkest, brightest] = paper;
  const next = createRandom(seed);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const across = (x / width + y / height) / 2;
      const shade = brightest - (brightest - darkest) * across ** 1.5;
      const grain = noise === 0 ? 0 : (next() + next() + next() - 1.5) * 2 * noise;
      const at = y * width + x;
      result[at] = Math.max(0, Math.min(255, (pixels[at] ?? 0) * shade + grain));
    }
  }
  return { width, height, pixels: result };
}
