/**
 * For each word that was heard the word that was said, on the shortest way from one text to the other (Levenshtein distance over
 * words); undefined for one that was added.
 */
export function alignWords(said: readonly string[], heard: readonly string[]): (string | undefined)[] {
  const costs = Array.from({ length: said.length + 1 }, () => new Int32Array(heard.length + 1));
  const cost = (row: number, column: number): number => costs[row]?.[column] ?? 0;
  const through = (row: number, column: number): number =>
    cost(row + 1, column + 1) + (said[row] === heard[column] ? 0 : 1);
  for (let row = said.length; row >= 0; row -= 1) {
    for (let column = heard.length; column >= 0; column -= 1) {
      const isEnd = row === said.length || column === heard.length;
      (costs[row] ?? new Int32Array())[column] = isEnd
        ? Math.max(said.length - row, heard.length - column)
        : Math.min(through(row, column), cost(row + 1, column) + 1, cost(row, column + 1) + 1);
    }
  }
  const aligned: (string | undefined)[] = [];
  let row = 0;
  for (let column = 0; column < heard.length;) {
    if (row < said.length && cost(row, column) === through(row, column)) {
      aligned.push(said[row]);
      row += 1;
      column += 1;
    } else if (row < said.length && cost(row, column) === cost(row + 1, column) + 1) row += 1;
    else {
      aligned.push(undefined);
      column += 1;
    }
  }
  return aligned;
}
