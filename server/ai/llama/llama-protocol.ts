import type { AnswerWeight, AskedStatement } from '../statement-writer.ts';

export interface LlamaSettings {
  readonly modelPath: string;
  /** Tokens of prompt and answer together. */
  readonly contextTokens: number;
  /** As many as processors are free when the process starts, if not given. */
  readonly threads?: number | undefined;
  /** Uses a graphics processor where one of the optional packages supports it. */
  readonly usesGpu: boolean;
  /** The small writer's adapter, if the model has one. */
  readonly writerAdapterPath?: string | undefined;
}

export interface LlamaMessage {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

export interface LlamaWriteRequest {
  readonly kind: 'write';
  readonly system: string;
  /** The last is the user's. */
  readonly messages: readonly LlamaMessage[];
  /** JSON Schema of the answer; plain text where there is none. */
  readonly schema?: object;
  readonly maxOutputTokens: number;
  readonly streams: boolean;
}

/** The small writer continues its answer about a statement. */
export interface LlamaDraftRequest {
  readonly kind: 'draft';
  readonly statement: AskedStatement;
  /** The start of the answer. The model continues it with a question or the rest of a list of wrong answers. */
  readonly begun: string;
  readonly rest: 'question' | 'wrong_answers';
  /** Decodes greedily if omitted. */
  readonly seed?: number | undefined;
  readonly maxOutputTokens: number;
}

/** Asks for the likelihood of each option: as the answer, or of its letter without the adapter. */
export interface LlamaWeighRequest {
  readonly kind: 'weigh';
  readonly by: 'answer' | 'letter';
  readonly statement: AskedStatement;
  readonly question: string;
  readonly options: readonly string[];
}

export type LlamaRequest = LlamaWriteRequest | LlamaDraftRequest | LlamaWeighRequest;

/** What was read in how long. Tokens of a prefix that the call before had read count as input, not as evaluated. */
export interface LlamaReading {
  readonly inputTokens: number;
  readonly evaluatedTokens: number;
  readonly readSeconds: number;
}

export interface LlamaWritten extends LlamaReading {
  readonly kind: 'written';
  readonly text: string;
  readonly finish: 'stop' | 'length';
  readonly outputTokens: number;
  readonly writeSeconds: number;
}

export interface LlamaWeighed extends LlamaReading {
  readonly kind: 'weighed';
  /** In the order of the options, by letter or by answer. */
  readonly letters?: readonly number[];
  readonly answers?: readonly AnswerWeight[];
}

/** The request needs more tokens than the context has. */
export interface LlamaTooLong {
  readonly kind: 'too_long';
  readonly neededTokens: number;
  readonly contextTokens: number;
}

export type LlamaResult = LlamaWritten | LlamaWeighed | LlamaTooLong;

/** Part of a streamed answer, and where it begins: a retried request sends its beginning again. */
export interface LlamaPiece {
  readonly offset: number;
  readonly text: string;
}
