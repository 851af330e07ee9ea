/**
 * Pearson's χ² of counts against what was expected, and how likely chance alone gives as much or more.
 * @param expected of the same length and sum, every one above 0
 * @returns the statistic, and its p at one degree of freedom less than there are counts
 */
export function testUniform(
  observed: readonly number[],
  expected: readonly number[],
): { readonly chiSquare: number; readonly p: number } {
  const chiSquare = observed.reduce(
    (sum, count, index) => sum + (count - (expected[index] ?? 0)) ** 2 / (expected[index] ?? Number.NaN),
    0,
  );
  return { chiSquare, p: 1 - lowerGammaShare((observed.length - 1) / 2, chiSquare / 2) };
}

/** The regularised lower incomplete gamma function by its series, which converges for every x. */
function lowerGammaShare(shape: number, x: number): number {
  if (x <= 0) return 0;
  let term = 1 / shape;
  let sum = term;
  for (let step = 1; step < 10_000 && term > sum * 1e-15; step += 1) {
    term *= x / (shape + step);
    sum += term;
  }
  return Math.min(1, sum * Math.exp(shape * Math.log(x) - x - logGamma(shape)));
}

/** Exact for the multiples of one half that degrees of freedom give. */
function logGamma(shape: number): number {
  let value = Number.isInteger(shape) ? 0 : Math.log(Math.sqrt(Math.PI));
  for (let at = Number.isInteger(shape) ? 1 : 0.5; at < shape; at += 1) value += Math.log(at);
  return value;
}
