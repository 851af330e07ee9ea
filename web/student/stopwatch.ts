/** Measures the seconds spent on a question. */
export class Stopwatch {
  #startedAt = performance.now();

  /** Returns the seconds since the last start. */
  restart(): number {
    const now = performance.now();
    const seconds = Math.round((now - this.#startedAt) / 1000);
    this.#startedAt = now;
    return seconds;
  }
}
