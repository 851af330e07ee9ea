import type { Message } from '#contract/messages/message.ts';
import { TextGeneratorOutputError, TextGeneratorUnavailableError } from '../text-generator.ts';
import type { TokenCount, UnavailableReason } from '../text-generator.ts';

/** Why the model was not asked for more: it is down, its answers cannot be read, they pass no check, or time is up. */
export type SessionEnd = UnavailableReason | 'unusable' | 'refused' | 'late';

/** After so many questions in a row that failed, the model is not asked again. */
const MOST_FAILURES = 8;

/**
 * The model's part in one run of the writer: counts tokens and ends at the first sign that the service is down. Each call has
 * its own time limit, which follows the model's speed; only summaries have one for all.
 */
export class ModelSession {
  readonly #signal: AbortSignal | undefined;
  readonly #stop = new AbortController();
  #tokens: TokenCount = { inputTokens: 0, outputTokens: 0 };
  #end: SessionEnd | null = null;
  #explanation: Message | undefined;
  #failures = 0;
  #answers = 0;
  #unreadable = 0;

  /** @param deadline ends the session when it is aborted; what was answered until then counts. */
  constructor(signal: AbortSignal | undefined, deadline?: AbortSignal) {
    this.#signal = signal;
    if (deadline?.aborted === true) this.#finish('late');
    deadline?.addEventListener('abort', () => this.#finish('late'), { once: true });
  }

  /** For every call to the model. */
  get signal(): AbortSignal {
    return this.#signal === undefined
      ? this.#stop.signal
      : AbortSignal.any([this.#stop.signal, this.#signal]);
  }

  get tokens(): TokenCount {
    return this.#tokens;
  }

  /** The number of calls that were answered. */
  get calls(): number {
    return this.#answers + this.#unreadable;
  }

  get isOver(): boolean {
    return this.#end !== null;
  }

  get end(): SessionEnd | null {
    if (this.#end !== null && this.#end !== 'refused') return this.#end;
    return this.#answers === 0 && this.#unreadable > 0 ? 'unusable' : this.#end;
  }

  /** Why the service stopped, if there is a more specific message than that for the reason. */
  get explanation(): Message | undefined {
    return this.#explanation;
  }

  /**
   * Runs one call and counts its tokens.
   * @returns null when the answer cannot be used or the session is over
   * @throws the reason of the job's signal, and any error that is not the model's
   */
  async ask<T extends TokenCount>(call: (signal: AbortSignal) => Promise<T>): Promise<T | null> {
    this.#signal?.throwIfAborted();
    if (this.isOver) return null;
    try {
      const answer = await call(this.signal);
      this.#count(answer);
      this.#answers += 1;
      return answer;
    } catch (error) {
      this.#signal?.throwIfAborted();
      if (error instanceof TextGeneratorUnavailableError) {
        this.#count(error.tokens);
        this.#explanation ??= error.explanation;
        this.#finish(error.reason);
        return null;
      }
      if (error instanceof TextGeneratorOutputError) {
        this.#count(error.tokens);
        this.#unreadable += 1;
        return null;
      }
      if (this.#stop.signal.aborted) return null;
      throw error;
    }
  }

  /** Says whether a task gave a question: after several that did not, the session ends. */
  rate(useful: boolean): void {
    this.#failures = useful ? 0 : this.#failures + 1;
    if (this.#failures >= MOST_FAILURES) this.#finish('refused');
  }

  #finish(end: SessionEnd): void {
    this.#end ??= end;
    this.#stop.abort();
  }

  #count({ inputTokens, outputTokens }: TokenCount): void {
    this.#tokens = {
      inputTokens: this.#tokens.inputTokens + inputTokens,
      outputTokens: this.#tokens.outputTokens + outputTokens,
    };
  }
}
