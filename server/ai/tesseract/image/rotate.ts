import type { GreyImage } from './grey-image.ts';

/** Turns a picture clockwise by quarters of a circle. Nothing is lost. */
export function turnQuarters(image: GreyImage, quarters: 0 | 1 | 2 | 3): GreyImage {
  const { width, height, pixels } = image;
  if (quarters === 0) return image;
  if (quarters === 2) return { width, height, pixels: pixels.toReversed() };
  const turned = new Uint8Array(pixels.length);
  for (let y = 0; y < height; y++) {
    const column = quarters === 1 ? height - 1 - y : y;
    for (let x = 0; x < width; x++) {
      const row = quarters === 1 ? x : width - 1 - x;
      turned[row * height + column] = pixels[y * width + x] ?? 0;
    }
  }
  return { width: height, height: width, pixels: turned };
}

/**
 * Turns a picture clockwise about its centre by a small angle. The size stays; what comes in at the corners is white.
 * @param degrees negative turns anticlockwise
 */
export function rotate({ width, height, pixels }: GreyImage, degrees: number): GreyImage {
  const angle = (degrees * Math.PI) / 180;
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  const [centreX, centreY] = [(width - 1) / 2, (height - 1) / 2];
  const result = new Uint8Array(width * height).fill(255);
  for (let y = 0; y < height; y++) {
    // The point of the original that lands on (0, y); it moves by (cosine, -sine) a pixel.
    let sourceX = centreX - centreX * cosine + (y - centreY) * sine;
    let sourceY = centreY + centreX * sine + (y - centreY) * cosine;
    for (let x = 0; x < width; x++, sourceX += cosine, sourceY -= sine) {
      const left = Math.floor(sourceX);
      const top = Math.floor(sourceY);
      if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) continue;
      const at = top * width + left;
      const right = sourceX - left;
      const below = sourceY - top;
      const upper = (pixels[at] ?? 0) * (1 - right) + (pixels[at + 1] ?? 0) * right;
      const lower = (pixels[at + width] ?? 0) * (1 - right) + (pixels[at + width + 1] ?? 0) * right;
      result[y * width + x] = upper * (1 - below) + lower * below;
    }
  }
  return { width, height, pixels: result };
}
