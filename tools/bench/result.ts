/** One measured figure beside its peer's. */
export interface BenchResult {
  readonly name: string;
  /** With its unit. */
  readonly value: string;
  /** What it is compared with, and that one's figure; undefined when the goal is absolute. */
  readonly peer?: string;
  readonly ratio?: number;
  readonly goal: string;
  readonly met: boolean;
}

/** Prints `name | value | peer | ratio | goal | met`, which `bench.ts` passes on. */
export function printResult({ name, value, peer, ratio, goal, met }: BenchResult): void {
  const parts = [
    name,
    value,
    peer === undefined ? 'no peer' : `peer ${peer}`,
    ratio === undefined ? 'no ratio' : `ratio ${ratio.toFixed(2)}`,
    `goal ${goal}`,
    met ? 'met' : 'MISSED',
  ];
  console.log(parts.join(' | '));
}

/** The value below which a share of the values lies: `percentile(values, 0.95)`. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((first, second) => first - second);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

export const megabytes = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(0)} MB`;
