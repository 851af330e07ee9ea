const WINDOW_MILLISECONDS = 30_000;
const SAMPLE_MILLISECONDS = 500;

/** How fast a download has been lately. What an earlier run had fetched does not count. */
export class DownloadPace {
  readonly #now: () => number;
  #samples: { readonly at: number; readonly bytes: number }[] = [];

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** @returns undefined until there is something to measure. */
  estimateSecondsLeft(receivedBytes: number, totalBytes: number): number | undefined {
    const at = this.#now();
    const latest = this.#samples.at(-1);
    if (latest === undefined || at - latest.at >= SAMPLE_MILLISECONDS)
      this.#samples.push({ at, bytes: receivedBytes });
    this.#samples = this.#samples.filter((sample) => at - sample.at <= WINDOW_MILLISECONDS);
    const first = this.#samples[0];
    if (first === undefined || at === first.at || receivedBytes <= first.bytes) return undefined;
    const bytesPerMillisecond = (receivedBytes - first.bytes) / (at - first.at);
    return Math.ceil((totalBytes - receivedBytes) / bytesPerMillisecond / 1000);
  }
}
