import { shrink, type GreyImage } from './grey-image.ts';

/** How the lines of text on a picture run. */
export interface Slant {
  /** The lines run from top to bottom, or from bottom to top. */
  readonly isSideways: boolean;
  /** Clockwise turn of the lines against the horizontal (or, sideways, against the vertical), in degrees. */
  readonly degrees: number;
}

const analysedPixels = 900;
const largestDegrees = 10;
const coarseStep = 0.5;
const fineStep = 0.1;
const fewestInkPoints = 200;
/** How much clearer the lines must be when the page is read sideways. */
const sidewaysMargin = 1.4;

interface InkPoint {
  readonly along: number;
  readonly across: number;
}

/**
 * Finds how lines of text run by projection profiles (Postl 1986): summed along the lines, a page shows sharp changes
 * between text and white; summed at another angle, it blurs. Whether the page is upside down cannot be seen from that.
 */
export function estimateSlant(image: GreyImage): Slant {
  const small = shrink(image, Math.max(1, Math.round(Math.max(image.width, image.height) / analysedPixels)));
  const ink = listInk(small);
  if (ink.length < fewestInkPoints) return { isSideways: false, degrees: 0 };
  const upright = findSharpest(ink, small.width, small.height);
  const turned = ink.map(({ along, across }) => ({ along: across, across: along }));
  const sideways = findSharpest(turned, small.height, small.width);
  return sideways.sharpness > sidewaysMargin * upright.sharpness
    ? { isSideways: true, degrees: -sideways.degrees }
    : { isSideways: false, degrees: upright.degrees };
}

/** Dark pixels whose neighbour to the right or below is not: outlines, so that pictures and stains count little. */
function listInk({ width, height, pixels }: GreyImage): InkPoint[] {
  const dark = darkBelow(pixels);
  const points: InkPoint[] = [];
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      if ((pixels[at] ?? 255) >= dark) continue;
      const isEdge = (pixels[at + width] ?? 0) >= dark || (pixels[at - width] ?? 0) >= dark;
      if (isEdge || (pixels[at + 1] ?? 0) >= dark || (pixels[at - 1] ?? 0) >= dark)
        points.push({ along: x, across: y });
    }
  }
  return points;
}

/** Halfway between the page's paper and its darkest hundredth. */
function darkBelow(pixels: Uint8Array): number {
  const sorted = pixels.toSorted();
  const paper = sorted[Math.floor(0.7 * (sorted.length - 1))] ?? 255;
  const print = sorted[Math.floor(0.01 * (sorted.length - 1))] ?? 0;
  return Math.max(print + 1, paper - 0.45 * (paper - print));
}

function findSharpest(
  ink: readonly InkPoint[],
  length: number,
  depth: number,
): { degrees: number; sharpness: number } {
  let best = { degrees: 0, sharpness: sharpnessAt(ink, length, depth, 0) };
  const look = (degrees: number) => {
    const sharpness = sharpnessAt(ink, length, depth, degrees);
    if (sharpness > best.sharpness) best = { degrees, sharpness };
  };
  for (let degrees = -largestDegrees; degrees <= largestDegrees; degrees += coarseStep) look(degrees);
  const coarse = best.degrees;
  for (let step = -5; step <= 5; step++) look(coarse + step * fineStep);
  return best;
}

/** How much the profile changes from row to row when rows run at the given angle. */
function sharpnessAt(ink: readonly InkPoint[], length: number, depth: number, degrees: number): number {
  const slope = Math.tan((degrees * Math.PI) / 180);
  const margin = Math.ceil(Math.abs(slope) * length) + 1;
  const profile = new Float64Array(depth + 2 * margin + 2);
  for (const { along, across } of ink) {
    const position = across - along * slope + margin;
    const row = Math.floor(position);
    const share = position - row;
    profile[row] = (profile[row] ?? 0) + 1 - share;
    profile[row + 1] = (profile[row + 1] ?? 0) + share;
  }
  let sharpness = 0;
  for (let row = 1; row < profile.length; row++) {
    const change = (profile[row] ?? 0) - (profile[row - 1] ?? 0);
    sharpness += change * change;
  }
  return sharpness;
}
