/** Shorter words have too many neighbours to guess which one was meant. */
const SHORTEST = 5;
/** From this length on, two slips are forgiven. */
const LONG = 8;

/** Whether a stem that nothing holds may be a slip: a longer word of letters alone. */
export const maySlip = (stem: string): boolean => stem.length >= SHORTEST && /^\p{L}+$/u.test(stem);

/** The letters that are taken for right; people rarely mistype the first ones. */
export const surePrefix = (stem: string): string => stem.slice(0, stem.length >= LONG ? 4 : 3);

/**
 * The stem that was most likely meant: the nearest, and of those the one that most passages hold.
 * @param known stems of what is searched, with the number of passages that hold each
 */
export function correctStem(
  stem: string,
  known: readonly { readonly stem: string; readonly passages: number }[],
): string | undefined {
  const allowed = stem.length >= LONG ? 2 : 1;
  const [best] = known
    .filter((candidate) => Math.abs(candidate.stem.length - stem.length) <= allowed)
    .map((candidate) => ({ ...candidate, slips: countSlips(stem, candidate.stem) }))
    .filter(({ slips }) => slips <= allowed)
    .sort(
      (one, other) =>
        one.slips - other.slips || other.passages - one.passages || (one.stem < other.stem ? -1 : 1),
    );
  return best?.stem;
}

/** Letters left out, put in, exchanged or swapped with their neighbour (optimal string alignment). */
export function countSlips(one: string, other: string): number {
  const width = other.length + 1;
  const rows: number[][] = [Array.from({ length: width }, (_, column) => column)];
  for (let row = 1; row <= one.length; row += 1) {
    const [before, above] = [rows[row - 2], rows[row - 1] ?? []];
    const current = [row];
    for (let column = 1; column < width; column += 1) {
      const same = one[row - 1] === other[column - 1] ? 0 : 1;
      let least = Math.min(
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + same,
      );
      const isSwap = column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (isSwap && before !== undefined) least = Math.min(least, (before[column - 2] ?? 0) + 1);
      current.push(least);
    }
    rows.push(current);
  }
  return rows[one.length]?.[other.length] ?? 0;
}
