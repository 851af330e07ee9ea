/** Sums of decimal points differ in the last digits, depending on their order; what differs by less is the same. */
const ROUNDING = 1e-12;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Undefined for no values. */
export const mean = (values: readonly number[]): number | undefined =>
  values.length === 0 ? undefined : sum(values) / values.length;

/** With n − 1 in the denominator. Undefined for fewer than two values. */
export function variance(values: readonly number[]): number | undefined {
  const center = mean(values);
  if (center === undefined || values.length < 2) return undefined;
  return sum(values.map((value) => (value - center) ** 2)) / (values.length - 1);
}

/**
 * Quantile by linear interpolation between order statistics: definition 7 of Hyndman and Fan (1996), "Sample quantiles in
 * statistical packages", The American Statistician 50(4). Undefined for no values.
 */
export function quantile(values: readonly number[], share: number): number | undefined {
  const sorted = values.toSorted((one, other) => one - other);
  const place = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  if (below === undefined || above === undefined) return undefined;
  return below + (above - below) * (place - Math.floor(place));
}

const isConstant = (values: readonly number[]): boolean =>
  Math.max(...values) - Math.min(...values) <= ROUNDING;

/** Pearson's product-moment correlation. Undefined where either variable is constant or has fewer than two values. */
export function correlation(pairs: readonly (readonly [number, number])[]): number | undefined {
  const ones = pairs.map(([one]) => one);
  const others = pairs.map(([, other]) => other);
  const [oneMean, otherMean] = [mean(ones), mean(others)];
  if (oneMean === undefined || otherMean === undefined) return undefined;
  if (isConstant(ones) || isConstant(others)) return undefined;
  const squares = (values: readonly number[], center: number): number =>
    sum(values.map((value) => (value - center) ** 2));
  const products = sum(pairs.map(([one, other]) => (one - oneMean) * (other - otherMean)));
  return products / Math.sqrt(squares(ones, oneMean) * squares(others, otherMean));
}
