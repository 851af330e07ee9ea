import { percentile } from '../result.ts';

/** Calls whose answer is a piece of work, which takes seconds by design; their names begin with this. */
const JOB = 'job: ';

/** What became of the calls of all simulated users. */
export class CallLog {
  readonly #milliseconds = new Map<string, number[]>();
  readonly #failures = new Map<string, number>();
  #isOpen = false;

  /** Counts from now on; what the users do to arrive is not measured. Failures always count. */
  open(): void {
    this.#isOpen = true;
  }

  close(): void {
    this.#isOpen = false;
  }

  add(name: string, milliseconds: number): void {
    if (!this.#isOpen) return;
    const values = this.#milliseconds.get(name);
    if (values === undefined) this.#milliseconds.set(name, [milliseconds]);
    else values.push(milliseconds);
  }

  fail(name: string, reason: string): void {
    const key = `${name}: ${reason.replaceAll(/"request_id":"[^"]*"/gu, '')}`;
    this.#failures.set(key, (this.#failures.get(key) ?? 0) + 1);
  }

  /** Of the calls that answer at once, in milliseconds. */
  interactive(): number[] {
    return [...this.#milliseconds].filter(([name]) => !name.startsWith(JOB)).flatMap(([, values]) => values);
  }

  countCalls(): number {
    return [...this.#milliseconds.values()].reduce((sum, values) => sum + values.length, 0);
  }

  countFailures(): number {
    return [...this.#failures.values()].reduce((sum, count) => sum + count, 0);
  }

  /** One line for each kind of call, the slowest first, then one for each kind of failure. */
  describe(): string {
    const calls = [...this.#milliseconds]
      .map(([name, values]) => ({
        name,
        count: values.length,
        p50: percentile(values, 0.5),
        p95: percentile(values, 0.95),
      }))
      .toSorted((one, other) => other.p95 - one.p95)
      .map(
        ({ name, count, p50, p95 }) =>
          `  ${name}: ${count} calls, median ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`,
      );
    const failures = [...this.#failures].map(([what, count]) => `  FAILED ${count} times: ${what}`);
    return [...calls, ...failures].join('\n');
  }

  /** Forgets the figures and keeps the failures, so that hours of use need no memory. */
  forgetFigures(): void {
    this.#milliseconds.clear();
  }
}
