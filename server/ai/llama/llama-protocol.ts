export interface LlamaSettings {
  readonly modelPath: string;
  /** Tokens of prompt and answer together. */
  readonly contextTokens: number;
  /** As many as processors are free when the process starts, if not given. */
  readonly threads?: number | undefined;
  /** Uses a graphics processor where one of the optional packages supports it. */
  readonly usesGpu: boolean;
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

export interface LlamaJudgeRequest {
  readonly kind: 'judge';
  readonly system: string;
  readonly prompt: string;
  readonly questions: readonly string[];
}

export type LlamaRequest = LlamaWriteRequest | LlamaJudgeRequest;

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

export interface LlamaJudged extends LlamaReading {
  readonly kind: 'judged';
  readonly probabilities: readonly number[];
}

/** The request needs more tokens than the context has. */
export interface LlamaTooLong {
  readonly kind: 'too_long';
  readonly neededTokens: number;
  readonly contextTokens: number;
}

export type LlamaResult = LlamaWritten | LlamaJudged | LlamaTooLong;

/** Part of a streamed answer, and where it begins: a retried request sends its beginning again. */
export interface LlamaPiece {
  readonly offset: number;
  readonly text: string;
}
