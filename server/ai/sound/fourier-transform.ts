/**
 * The discrete Fourier transform of a complex signal, in place (Cooley–Tukey, radix 2).
 * @param real and imaginary parts, of the same length, a power of two
 * @param inverse the inverse transform, divided by the length
 */
export function transform(real: Float32Array, imaginary: Float32Array, inverse = false): void {
  const length = real.length;
  for (let index = 1, reversed = 0; index < length; index += 1) {
    let bit = length >> 1;
    for (; reversed & bit; bit >>= 1) reversed ^= bit;
    reversed ^= bit;
    if (index < reversed) {
      swap(real, index, reversed);
      swap(imaginary, index, reversed);
    }
  }
  const circle = getCircle(length);
  for (let size = 2; size <= length; size *= 2)
    mergeBlocks(real, imaginary, { size, circle, sign: inverse ? 1 : -1 });
  if (!inverse) return;
  for (let index = 0; index < length; index += 1) {
    real[index] = (real[index] ?? 0) / length;
    imaginary[index] = (imaginary[index] ?? 0) / length;
  }
}

interface Circle {
  readonly cosines: Float64Array;
  readonly sines: Float64Array;
}

/** Frames of one length follow each other by thousands: their angles are computed once. */
const circles = new Map<number, Circle>();

function getCircle(length: number): Circle {
  const known = circles.get(length);
  if (known) return known;
  const angleOf = (_: unknown, index: number): number => (2 * Math.PI * index) / length;
  const angles = Float64Array.from({ length: length / 2 }, angleOf);
  const circle = { cosines: angles.map(Math.cos), sines: angles.map(Math.sin) };
  circles.set(length, circle);
  return circle;
}

function mergeBlocks(
  real: Float32Array,
  imaginary: Float32Array,
  { size, circle, sign }: { readonly size: number; readonly circle: Circle; readonly sign: 1 | -1 },
): void {
  const half = size / 2;
  const stride = real.length / size;
  for (let offset = 0; offset < half; offset += 1) {
    const cosine = circle.cosines[offset * stride] ?? 1;
    const sine = sign * (circle.sines[offset * stride] ?? 0);
    for (let even = offset; even < real.length; even += size) {
      const odd = even + half;
      const [oddReal, oddImaginary] = [real[odd] ?? 0, imaginary[odd] ?? 0];
      const turnedReal = oddReal * cosine - oddImaginary * sine;
      const turnedImaginary = oddReal * sine + oddImaginary * cosine;
      const [evenReal, evenImaginary] = [real[even] ?? 0, imaginary[even] ?? 0];
      real[even] = evenReal + turnedReal;
      imaginary[even] = evenImaginary + turnedImaginary;
      real[odd] = evenReal - turnedReal;
      imaginary[odd] = evenImaginary - turnedImaginary;
    }
  }
}

function swap(values: Float32Array, one: number, other: number): void {
  const kept = values[one] ?? 0;
  values[one] = values[other] ?? 0;
  values[other] = kept;
}
