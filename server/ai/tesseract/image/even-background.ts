import { shrink, type GreyImage } from './grey-image.ts';

/** The paper's brightness, measured in squares of this many pixels a side. */
const squarePixels = 48;
const shrinkFactor = 8;
/** Paper this bright, and as bright everywhere, is left alone: a scanner has seen to it. */
const brightPaper = 215;
const evenPaper = 25;
/** Darker than this is not paper in shadow but a picture, or a slide of light text on a dark ground. */
const darkestPaper = 70;

/**
 * Makes the paper of a photographed page white: divides each pixel by the brightness of the paper around it. A page whose
 * paper is bright and even, or dark on purpose, is returned as it is.
 */
export function evenBackground(image: GreyImage): GreyImage {
  const paper = measurePaper(image);
  const sorted = paper.pixels.toSorted();
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 255;
  if (at(0.5) < darkestPaper) return image;
  if (at(0.5) >= brightPaper && at(0.9) - at(0.1) <= evenPaper) return image;
  return divideBy(image, paper);
}

/** The brightness of the paper in each square: nearly the brightest of it, smoothed over its neighbours. */
function measurePaper(image: GreyImage): GreyImage {
  const small = shrink(image, shrinkFactor);
  const side = squarePixels / shrinkFactor;
  const width = Math.max(1, Math.ceil(small.width / side));
  const height = Math.max(1, Math.ceil(small.height / side));
  const pixels = new Uint8Array(width * height);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      pixels[row * width + column] = brightest(small, column * side, row * side, side);
    }
  }
  return smooth({ width, height, pixels });
}

/** The brightness that a tenth of the square's pixels exceed. */
function brightest({ width, height, pixels }: GreyImage, left: number, top: number, side: number): number {
  const values: number[] = [];
  for (let y = top; y < Math.min(top + side, height); y++) {
    for (let x = left; x < Math.min(left + side, width); x++) values.push(pixels[y * width + x] ?? 0);
  }
  values.sort((a, b) => a - b);
  return values[Math.floor(0.9 * (values.length - 1))] ?? 255;
}

/** Each square becomes the upper quartile of itself and its neighbours: a square full of print takes on its neighbours' paper. */
function smooth({ width, height, pixels }: GreyImage): GreyImage {
  const result = new Uint8Array(pixels.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const around: number[] = [];
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++) {
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++)
          around.push(pixels[row * width + column] ?? 0);
      }
      around.sort((a, b) => a - b);
      result[y * width + x] = around[Math.floor(0.75 * (around.length - 1))] ?? 255;
    }
  }
  return { width, height, pixels: result };
}

function divideBy({ width, height, pixels }: GreyImage, paper: GreyImage): GreyImage {
  const result = new Uint8Array(pixels.length);
  const columns = interpolation(width, paper.width);
  const rows = interpolation(height, paper.height);
  for (let y = 0; y < height; y++) {
    const { index: above, share: below } = rows[y] ?? { index: 0, share: 0 };
    const upperRow = above * paper.width;
    const lowerRow = Math.min(above + 1, paper.height - 1) * paper.width;
    for (let x = 0; x < width; x++) {
      const { index: left, share: right } = columns[x] ?? { index: 0, share: 0 };
      const next = Math.min(left + 1, paper.width - 1);
      const upper =
        (paper.pixels[upperRow + left] ?? 0) * (1 - right) + (paper.pixels[upperRow + next] ?? 0) * right;
      const lower =
        (paper.pixels[lowerRow + left] ?? 0) * (1 - right) + (paper.pixels[lowerRow + next] ?? 0) * right;
      const brightness = Math.max(darkestPaper, upper * (1 - below) + lower * below);
      result[y * width + x] = Math.min(255, ((pixels[y * width + x] ?? 0) * 255) / brightness);
    }
  }
  return { width, height, pixels: result };
}

/** For each of `length` pixels the square before it and how far it is on the way to the next, by the squares' centres. */
function interpolation(length: number, squares: number): { index: number; share: number }[] {
  return Array.from({ length }, (_, pixel) => {
    const position = Math.min(squares - 1, Math.max(0, pixel / squarePixels - 0.5));
    const index = Math.floor(position);
    return { index, share: position - index };
  });
}
