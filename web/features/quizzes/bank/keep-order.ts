/**
 * The order in which candidates stay on the screen: known ones keep their places, further ones follow in the server's
 * order. Otherwise each arrival while questions are prepared would move what is being read.
 * @returns `known` itself when nothing is to be added
 */
export function keepOrder(known: readonly number[], fresh: readonly number[]): readonly number[] {
  const seen = new Set(known);
  const added = fresh.filter((id) => !seen.has(id));
  return added.length === 0 ? known : [...known, ...added];
}
