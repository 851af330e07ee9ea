import type { Picture } from './render-page.ts';

const BAR = { marginPixels: 128, widthPixels: 1024, bottomPixels: 72, heightPixels: 4 };
/** Lapis, as luma and chroma of BT.601 in video range. */
const BAR_COLOUR = toYuv(0x2f, 0x4b, 0xb8);

/** BT.601, video range: luma 16–235, chroma 16–240 around 128. */
function toYuv(red: number, green: number, blue: number): [luma: number, blueness: number, redness: number] {
  return [
    16 + 0.257 * red + 0.504 * green + 0.098 * blue,
    128 - 0.148 * red - 0.291 * green + 0.439 * blue,
    128 + 0.439 * red - 0.368 * green - 0.071 * blue,
  ];
}

/** The picture as YUV 4:2:0: the luma plane, then both chroma planes at half the size. Sides must be even. */
export function toPlanarYuv({ width, height, pixels }: Picture): Buffer {
  const planes = Buffer.alloc((width * height * 3) / 2);
  const chromaWidth = width / 2;
  const blueStart = width * height;
  const redStart = blueStart + blueStart / 4;
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const at = (row * width + column) * 4;
      const [luma, blueness, redness] = toYuv(
        pixels.readUInt8(at + 2),
        pixels.readUInt8(at + 1),
        pixels.readUInt8(at),
      );
      planes[row * width + column] = Math.round(luma);
      if (row % 2 !== 0 || column % 2 !== 0) continue;
      const chromaAt = (row / 2) * chromaWidth + column / 2;
      planes[blueStart + chromaAt] = Math.round(blueness);
      planes[redStart + chromaAt] = Math.round(redness);
    }
  }
  return planes;
}

/** A copy of the planes with a line along the foot that has grown to `share` (0–1) of its length. */
export function withProgressBar(planes: Buffer, { width, height }: Picture, share: number): Buffer {
  const copy = Buffer.from(planes);
  const length = Math.round((BAR.widthPixels * share) / 2) * 2;
  const [luma, blueness, redness] = BAR_COLOUR;
  const fill = (start: number, rowWidth: number, divisor: number, value: number) => {
    const top = (height - BAR.bottomPixels) / divisor;
    for (let row = top; row < top + BAR.heightPixels / divisor; row += 1) {
      const from = start + row * rowWidth + BAR.marginPixels / divisor;
      copy.fill(Math.round(value), from, from + length / divisor);
    }
  };
  fill(0, width, 1, luma);
  fill(width * height, width / 2, 2, blueness);
  fill((width * height * 5) / 4, width / 2, 2, redness);
  return copy;
}
