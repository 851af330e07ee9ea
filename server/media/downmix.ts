/** About a second of frames. */
const MEMORY = 0.98;
/** Channels with a correlation this negative cancel each other out when they are added. */
const OPPOSITE = -0.5;

/**
 * Adds the two channels of a recording. If one is the other inverted, as with a microphone whose wires are swapped, it is
 * inverted again first, because the sum would be silence.
 */
export function createDownmix(): (channels: readonly Float32Array[]) => Float32Array {
  let [leftEnergy, rightEnergy, product] = [0, 0, 0];
  let sign = 1;
  return ([left = new Float32Array(0), right]) => {
    if (right === undefined) return left;
    leftEnergy *= MEMORY;
    rightEnergy *= MEMORY;
    product *= MEMORY;
    left.forEach((one, index) => {
      const other = right[index] ?? 0;
      leftEnergy += one * one;
      rightEnergy += other * other;
      product += one * other;
    });
    const correlation = product / (Math.sqrt(leftEnergy * rightEnergy) || 1);
    if (correlation < OPPOSITE) sign = -1;
    else if (correlation > 0) sign = 1;
    return left.map((one, index) => Math.SQRT1_2 * (one + sign * (right[index] ?? 0)));
  };
}
