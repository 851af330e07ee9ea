import type { z } from 'zod';
import type { Message } from '#contract/messages/message.ts';
import type { StatementWriter } from './statement-writer.ts';

/** Port: a language model that answers with an object, or with text as it writes it. Implementations are chosen in `server/open-dependencies.ts`. */
export interface TextGenerator {
  /** Service and model, as logs and results name it; holds no address and no key. */
  readonly name: string;
  /** Present if the model is too small to write questions and summaries on its own, and only drafts questions. */
  readonly statementWriter?: StatementWriter | undefined;
  /** How many requests may usefully run at once; 1 if not set. */
  readonly concurrency?: number;
  /** What the service asks for tokens, where that is known. */
  readonly prices?: TokenPrices | undefined;
  /**
   * Asks once for an object of the given shape. What cannot be read is given back once, with what is wrong with it.
   * @throws {TextGeneratorUnavailableError} when the service cannot be used now.
   * @throws {TextGeneratorOutputError} when its answers cannot be used.
   * @throws the reason of `request.signal` when that is aborted.
   */
  generateObject<T>(request: ObjectRequest<T>): Promise<GeneratedObject<T>>;
  /**
   * Asks once for plain text and yields it in pieces as they come, none empty; returns how it ended. Whoever stops reading
   * ends the request.
   * @throws {TextGeneratorUnavailableError} when the service cannot be used now, or no more in the midst of its answer.
   * @throws the reason of `request.signal` when that is aborted.
   */
  streamText(request: TextRequest): AsyncGenerator<string, StreamedText, undefined>;
  /** How fast the model is here, a moving average; undefined before the first call. */
  readonly readSpeed?: () => ModelSpeed | undefined;
}

export interface ModelSpeed {
  readonly inputTokensPerSecond: number;
  readonly outputTokensPerSecond: number;
}

/** Charges the tokens that a service uses to a budget. */
export interface SpendMeter {
  /**
   * Call it before each call of the service.
   * @param most what the call can use at most
   * @returns a function to call afterwards with what was used
   * @throws {TextGeneratorUnavailableError} `budget`.
   */
  begin(most: TokenCount): Promise<(spent: TokenCount) => Promise<void>>;
}

/** As much of a language model as quizzes and summaries need. */
export type ObjectGenerator = Omit<TextGenerator, 'streamText'>;

export interface TextRequest {
  /** What the model is to do. */
  readonly system: string;
  /** What it is to do it with. */
  readonly prompt: string;
  readonly maxOutputTokens: number;
  /** For the whole answer; the model's own limit when that is shorter. */
  readonly timeoutMilliseconds?: number;
  /** How long to wait for the first piece, and for each that follows. */
  readonly silenceMilliseconds: number;
  /** Only services use it. */
  readonly meter?: SpendMeter | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** `length`: it was cut off at its longest length. `other`: it broke off, or the service held it back. */
export interface StreamedText extends TokenCount {
  readonly finish: 'stop' | 'length' | 'other';
}

export interface ObjectRequest<T> {
  /** What the model is to do. */
  readonly system: string;
  /** What it is to do it with. */
  readonly prompt: string;
  /** The answer's shape. Services differ in what limits they take: keep to objects, lists, texts and numbers. */
  readonly schema: z.ZodType<T>;
  /** Of one answer. */
  readonly maxOutputTokens: number;
  /** For the whole call, second tries included; the model's own limit when that is shorter. */
  readonly timeoutMilliseconds?: number;
  /** Only services use it. */
  readonly meter?: SpendMeter | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What was spent: 0 where the service does not say. */
export interface TokenCount {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Prices of a million tokens, both in one currency, whichever that is. */
export interface TokenPrices {
  readonly input: number;
  readonly output: number;
}

export interface GeneratedObject<T> extends TokenCount {
  readonly object: T;
}

export type UnavailableReason =
  | 'timeout'
  | 'unreachable'
  /** What answers at the address is not a language model service. */
  | 'wrong_address'
  | 'key_refused'
  | 'no_credit'
  | 'unknown_model'
  | 'context_too_small'
  | 'busy'
  /** The monthly budget is used up; `explanation` says whose and until when. */
  | 'budget'
  /** The service redirects to `redirectsTo`. */
  | 'redirected'
  | 'not_ready'
  | 'failed';

/** The service cannot be used now. The message says what to do and holds neither key nor text that was sent. */
export class TextGeneratorUnavailableError extends Error {
  override readonly name = 'TextGeneratorUnavailableError';
  readonly reason: UnavailableReason;
  readonly tokens: TokenCount;
  /** Such as ECONNREFUSED, if there was no response. */
  readonly networkCode: string | undefined;
  readonly redirectsTo: string | undefined;
  /** Replaces the usual message for the reason. */
  readonly explanation: Message | undefined;

  constructor(
    message: string,
    reason: UnavailableReason,
    options: ErrorOptions & {
      tokens?: TokenCount;
      networkCode?: string | undefined;
      redirectsTo?: string | undefined;
      explanation?: Message;
    },
  ) {
    super(message, options);
    this.reason = reason;
    this.tokens = options.tokens ?? { inputTokens: 0, outputTokens: 0 };
    this.networkCode = options.networkCode;
    this.redirectsTo = options.redirectsTo;
    this.explanation = options.explanation;
  }
}

/** The service's answer cannot be used; `cause` says what was wrong with the last one. */
export class TextGeneratorOutputError extends Error {
  override readonly name = 'TextGeneratorOutputError';
  /** The answer was cut off at its longest length: asking for less may help. */
  readonly truncated: boolean;
  /** The whole answer was thinking. */
  readonly onlyThought: boolean;
  readonly tokens: TokenCount;

  constructor(
    message: string,
    options: ErrorOptions & { truncated: boolean; onlyThought?: boolean; tokens: TokenCount },
  ) {
    super(message, options);
    this.truncated = options.truncated;
    this.onlyThought = options.onlyThought ?? false;
    this.tokens = options.tokens;
  }
}
