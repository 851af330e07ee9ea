/**
 * Agreement of two readers beyond chance: 1 − observed ÷ expected disagreement, where the disagreement of two grades is
 * the distance between them. On two grades this is Cohen's kappa ("A coefficient of agreement for nominal scales", 1960),
 * on more it is weighted kappa with linear weights (Cohen, "Weighted kappa", 1968).
 * @param one the first reader's grades, as ranks: 0, 1, 2
 * @param other the second reader's grades of the same items, in the same order
 * @returns −1 to 1; undefined when chance alone leaves no disagreement, as when both gave every item the same grade
 */
export function findKappa(one: readonly number[], other: readonly number[]): number | undefined {
  if (one.length !== other.length)
    throw new RangeError(`Kappa needs two grades for each item, not ${one.length} and ${other.length}.`);
  const observed = sum(one.map((grade, index) => Math.abs(grade - (other[index] ?? 0))));
  const expected = sum(one.flatMap((grade) => other.map((second) => Math.abs(grade - second))));
  return expected === 0 ? undefined : 1 - (one.length * observed) / expected;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
