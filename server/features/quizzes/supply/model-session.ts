import { TextGeneratorOutputError, TextGeneratorUnavailableError } from '../../../ai/text-generator.ts';
import type {
  ObjectRequest,
  ObjectGenerator,
  TokenCount,
  UnavailableReason,
} from '../../../ai/text-generator.ts';

/** Why no more was asked: the service is down, its answers cannot be read, or what they say passes no check. */
export type SessionEnd = UnavailableReason | 'unusable' | 'refused';

/** What came of one question to the model: an object, an answer that was cut off, or nothing. */
export type Reply<T> = { readonly object: T } | 'cut_off' | null;

/** So many batches in a row without a sound question, and the model is not asked again. */
const MOST_USELESS_BATCHES = 3;

/** The model's part in one question set: bounded in time, given up at the first sign that the service is down, its tokens counted. */
export class ModelSession {
  readonly #generator: ObjectGenerator;
  readonly #jobSignal: AbortSignal | undefined;
  readonly #deadline: AbortSignal;
  readonly #stop = new AbortController();
  #tokens: TokenCount = { inputTokens: 0, outputTokens: 0 };
  #end: SessionEnd | null = null;
  #useless = 0;
  #answers = 0;
  #unreadable = 0;

  constructor(generator: ObjectGenerator, budgetMilliseconds: number, jobSignal: AbortSignal | undefined) {
    this.#generator = generator;
    this.#jobSignal = jobSignal;
    this.#deadline = AbortSignal.timeout(budgetMilliseconds);
  }

  get tokens(): TokenCount {
    return this.#tokens;
  }

  get end(): SessionEnd | null {
    if (this.#end !== null && this.#end !== 'refused') return this.#end;
    return this.#answers === 0 && this.#unreadable > 0 ? 'unusable' : this.#end;
  }

  /** @throws the reason of the job's signal when that is aborted, and any error that is not the model's. */
  async ask<T>(request: Omit<ObjectRequest<T>, 'signal'>): Promise<Reply<T>> {
    this.#jobSignal?.throwIfAborted();
    if (this.#deadline.aborted) this.#end ??= 'timeout';
    if (this.#end !== null) return null;
    const signals = [this.#deadline, this.#stop.signal, ...(this.#jobSignal ? [this.#jobSignal] : [])];
    try {
      const { object, ...tokens } = await this.#generator.generateObject({
        ...request,
        signal: AbortSignal.any(signals),
      });
      this.#count(tokens);
      this.#answers += 1;
      return { object };
    } catch (error) {
      return this.#forgive(error);
    }
  }

  get isOver(): boolean {
    return this.#end !== null;
  }

  /** Tells whether a batch was of use: when several in a row were not, the session ends. */
  rate(useful: boolean): void {
    this.#useless = useful ? 0 : this.#useless + 1;
    if (this.#useless >= MOST_USELESS_BATCHES) this.#finish('refused');
  }

  #forgive(error: unknown): 'cut_off' | null {
    this.#jobSignal?.throwIfAborted();
    if (error instanceof TextGeneratorUnavailableError) {
      this.#count(error.tokens);
      this.#finish(error.reason);
      return null;
    }
    if (error instanceof TextGeneratorOutputError) {
      this.#count(error.tokens);
      this.#unreadable += 1;
      return error.truncated ? 'cut_off' : null;
    }
    if (this.#deadline.aborted) {
      this.#finish('timeout');
      return null;
    }
    if (this.#stop.signal.aborted) return null;
    throw error;
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
