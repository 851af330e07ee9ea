export interface Example {
  readonly signals: readonly number[];
  readonly isPositive: boolean;
  readonly weight: number;
}

/** `bias + Σ weights · signals` is the log-odds. */
export interface Regression {
  readonly bias: number;
  readonly weights: readonly number[];
}

/** As in ridge regression: what each standardised weight costs. */
const PENALTY = 4;
const ROUNDS = 30;

/** Fits a penalised logistic regression by Newton's method; the weights are for signals as they are, not standardised. */
export function fitLogisticRegression(examples: readonly Example[]): Regression {
  const size = examples[0]?.signals.length ?? 0;
  const columns = Array.from({ length: size }, (_, at) => examples.map(({ signals }) => signals[at] ?? 0));
  const means = columns.map((column) => column.reduce((sum, value) => sum + value, 0) / column.length);
  const spreads = columns.map(
    (column, at) =>
      Math.sqrt(column.reduce((sum, value) => sum + (value - (means[at] ?? 0)) ** 2, 0) / column.length) +
      1e-6,
  );
  const rows = examples.map(({ signals }) => [
    1,
    ...signals.map((value, at) => (value - (means[at] ?? 0)) / (spreads[at] ?? 1)),
  ]);
  let fitted = new Array<number>(size + 1).fill(0);
  for (let round = 0; round < ROUNDS; round += 1) {
    const gradient = fitted.map((value, at) => (at === 0 ? 0 : PENALTY * value));
    const curvature = fitted.map((_, at) =>
      fitted.map((__, other): number => (at === other && at > 0 ? PENALTY : 0)),
    );
    examples.forEach(({ isPositive, weight }, index) => {
      const row = rows[index] ?? [];
      const odds = 1 / (1 + Math.exp(-dot(row, fitted)));
      const error = weight * (odds - (isPositive ? 1 : 0));
      const slope = weight * odds * (1 - odds);
      row.forEach((value, at) => {
        gradient[at] = (gradient[at] ?? 0) + error * value;
        const line = curvature[at] ?? [];
        row.forEach((other, place) => {
          line[place] = (line[place] ?? 0) + slope * value * other;
        });
      });
    });
    const step = solve(curvature, gradient);
    fitted = fitted.map((value, at) => value - (step[at] ?? 0));
    if (Math.max(...step.map(Math.abs)) < 1e-8) break;
  }
  const weights = fitted.slice(1).map((value, at) => value / (spreads[at] ?? 1));
  return { bias: (fitted[0] ?? 0) - dot(weights, means), weights };
}

export const logOddsOf = ({ bias, weights }: Regression, signals: readonly number[]): number =>
  bias + dot(weights, signals);

function dot(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
}

/** Gauss elimination with the largest pivot. */
function solve(matrix: readonly (readonly number[])[], values: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, values[at] ?? 0]);
  const size = rows.length;
  for (let column = 0; column < size; column += 1) {
    let pivot = column;
    for (let row = column + 1; row < size; row += 1)
      if (Math.abs(rows[row]?.[column] ?? 0) > Math.abs(rows[pivot]?.[column] ?? 0)) pivot = row;
    const lead = rows[pivot] ?? [];
    rows[pivot] = rows[column] ?? [];
    rows[column] = lead;
    for (let row = 0; row < size; row += 1) {
      const line = rows[row] ?? [];
      if (row === column) continue;
      const factor = (line[column] ?? 0) / (lead[column] ?? 1);
      for (let at = column; at <= size; at += 1) line[at] = (line[at] ?? 0) - factor * (lead[at] ?? 0);
    }
  }
  return rows.map((row, at) => (row[size] ?? 0) / (row[at] ?? 1));
}
