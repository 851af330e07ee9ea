/** A picture in shades of grey: one byte a pixel, 0 black and 255 white, rows from the top without padding. */
export interface GreyImage {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** Halves, thirds … a picture: every pixel of the result is the mean of `factor` × `factor` pixels. */
export function shrink({ width, height, pixels }: GreyImage, factor: number): GreyImage {
  const newWidth = Math.max(1, Math.floor(width / factor));
  const newHeight = Math.max(1, Math.floor(height / factor));
  const result = new Uint8Array(newWidth * newHeight);
  const rows = Math.min(factor, height);
  const columns = Math.min(factor, width);
  const sums = new Uint32Array(newWidth);
  for (let y = 0; y < newHeight; y++) {
    sums.fill(0);
    for (let row = 0; row < rows; row++) {
      let at = (y * factor + row) * width;
      for (let x = 0; x < newWidth; x++) {
        let sum = 0;
        for (let column = 0; column < columns; column++) sum += pixels[at++] ?? 0;
        sums[x] = (sums[x] ?? 0) + sum;
      }
    }
    for (let x = 0; x < newWidth; x++) result[y * newWidth + x] = (sums[x] ?? 0) / (rows * columns);
  }
  return { width: newWidth, height: newHeight, pixels: result };
}

/** The rows from `top` up to `bottom`. */
export function cutRows({ width, pixels }: GreyImage, top: number, bottom: number): GreyImage {
  return { width, height: bottom - top, pixels: pixels.subarray(top * width, bottom * width) };
}

/** The picture as a portable grey map (PGM), which needs no compression and loses nothing. */
export function encodePgm({ width, height, pixels }: GreyImage): Uint8Array {
  const header = Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1');
  const file = new Uint8Array(header.length + pixels.length);
  file.set(header);
  file.set(pixels, header.length);
  return file;
}
