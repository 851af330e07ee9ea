import type { ModelSpeed, TokenCount } from './text-generator.ts';

/** How much the latest call counts against all before it. */
const LATEST_SHARE = 0.3;
/** Shorter answers say more about latency than about speed. */
const FEWEST_TOKENS = 4;
const LONGEST_LIMIT_SECONDS = 600;
const EXPECTED_TIMES = 3;

/** Measures how fast a language model reads and writes, as a moving average of its calls. */
export class SpeedMeter {
  #input: number | undefined;
  #output: number | undefined;

  /** Records what was read in one stretch of time. */
  recordInput(tokens: number, seconds: number): void {
    if (isMeasurable(tokens, seconds)) this.#input = average(this.#input, tokens / seconds);
  }

  /** Records what was written in one stretch of time. */
  recordOutput(tokens: number, seconds: number): void {
    if (isMeasurable(tokens, seconds)) this.#output = average(this.#output, tokens / seconds);
  }

  /** Records a call of which only the whole time is known: both speeds are then lower bounds. */
  recordCall({ inputTokens, outputTokens }: TokenCount, seconds: number): void {
    this.recordInput(inputTokens, seconds);
    this.recordOutput(outputTokens, seconds);
  }

  /** Records a streamed answer. Its first piece arrives once the prompt has been read. */
  recordStream(
    { inputTokens, outputTokens }: TokenCount,
    firstPieceSeconds: number | undefined,
    seconds: number,
  ): void {
    if (firstPieceSeconds === undefined) return;
    this.recordInput(inputTokens, firstPieceSeconds);
    this.recordOutput(outputTokens, seconds - firstPieceSeconds);
  }

  read(): ModelSpeed | undefined {
    if (this.#input === undefined || this.#output === undefined) return undefined;
    return { inputTokensPerSecond: this.#input, outputTokensPerSecond: this.#output };
  }

  /**
   * How long a call may take: the configured limit, or three times what the measured speed predicts, at most ten minutes.
   * A model on a slow machine then gets the time it needs, and a fast one still fails early.
   */
  limitMilliseconds(configuredSeconds: number, maxOutputTokens: number): number {
    const expectedSeconds = this.#output === undefined ? 0 : maxOutputTokens / this.#output;
    const limit = Math.max(configuredSeconds, EXPECTED_TIMES * expectedSeconds);
    return Math.ceil(Math.min(limit, LONGEST_LIMIT_SECONDS) * 1000);
  }
}

const isMeasurable = (tokens: number, seconds: number): boolean => tokens >= FEWEST_TOKENS && seconds > 0;

const average = (before: number | undefined, latest: number): number =>
  before === undefined ? latest : before + LATEST_SHARE * (latest - before);
