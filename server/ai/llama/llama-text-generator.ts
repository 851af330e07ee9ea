import { stat } from 'node:fs/promises';
import { z } from 'zod';
import { type Clock, systemClock } from '#server/platform/clock.ts';
import { readJsonAnswer } from '../ai-sdk/read-json-answer.ts';
import { type ChildPool, createChildPool } from '#server/sandbox/child-pool.ts';
import { ChildCrashedError, ChildFailedError } from '#server/sandbox/pooled-child.ts';
import { SpeedMeter } from '../model-speed.ts';
import {
  type GeneratedObject,
  type ObjectRequest,
  type StreamedText,
  type TextGenerator,
  TextGeneratorOutputError,
  TextGeneratorUnavailableError,
  type TextRequest,
  type TokenCount,
} from '../text-generator.ts';
import { findMemoryShortage, readFreeMemoryBytes } from './free-memory.ts';
import { LimitedCall } from './limited-call.ts';
import type {
  LlamaMessage,
  LlamaPiece,
  LlamaRequest,
  LlamaResult,
  LlamaSettings,
  LlamaTooLong,
  LlamaWritten,
} from './llama-protocol.ts';
import { PieceQueue } from './piece-queue.ts';
import { createStatementWriter } from './create-statement-writer.ts';

export interface LlamaOptions {
  readonly name: string;
  readonly modelPath: string;
  /** For one call; a slow machine gets more, see {@link SpeedMeter.limitMilliseconds}. */
  readonly timeoutSeconds: number;
  readonly usesGpu: boolean;
  /** The small writer's adapter, for the model that it was trained on. */
  readonly writerAdapterPath?: string | undefined;
  /** Why the file cannot be used now, such as a download that is not complete. Asked before each call. */
  readonly findProblem: () => Promise<string | undefined>;
  readonly readFreeMemoryBytes?: () => number;
  readonly idleShutdownSeconds?: number;
  readonly threads?: number;
  readonly clock?: Clock;
}

/** A language model on this machine. Its process must be ended. */
export interface LlamaTextGenerator extends TextGenerator {
  readonly readSpeed: NonNullable<TextGenerator['readSpeed']>;
  /** Releases the memory once no call is running. A later call loads the model again. */
  release(): void;
  close(): Promise<void>;
}

/** Above this the memory for the context of a larger model would outgrow the model. */
const LARGE_FILE_BYTES = 2_000_000_000;
const CONTEXT_TOKENS = 8192;
const LARGE_MODEL_CONTEXT_TOKENS = 4096;
/** Loading takes seconds, and a quiz makes many calls. */
const IDLE_SHUTDOWN_SECONDS = 300;
/** No call takes longer; this ends a process that hangs. */
const LONGEST_CALL_SECONDS = 620;
const LOAD_TIMEOUT_SECONDS = 300;
const HEAP_MEGABYTES = 512;
const NOTHING: TokenCount = { inputTokens: 0, outputTokens: 0 };

/** A GGUF file run by llama.cpp in one child process, which starts with the first call and ends when idle. */
export function createLlamaTextGenerator(options: LlamaOptions): LlamaTextGenerator {
  const { clock = systemClock } = options;
  const speed = new SpeedMeter();
  let pool: ChildPool<LlamaRequest, LlamaResult> | undefined;
  let runningCalls = 0;
  let isReleased = false;

  async function closePool(): Promise<void> {
    const closing = pool;
    pool = undefined;
    await closing?.close();
  }

  function releaseWhenIdle(): void {
    if (isReleased && runningCalls === 0) void closePool();
  }

  async function openPool(): Promise<ChildPool<LlamaRequest, LlamaResult>> {
    const problem = await options.findProblem();
    if (problem !== undefined) throw notReady(problem);
    if (pool !== undefined) return pool;
    const { size: fileBytes } = await stat(options.modelPath);
    return (pool ??= createPool(options, fileBytes));
  }

  /** @throws {TextGeneratorUnavailableError} or the reason of the call's own signal. */
  async function run(
    request: LlamaRequest,
    call: LimitedCall,
    onPiece?: (piece: unknown) => void,
  ): Promise<Exclude<LlamaResult, LlamaTooLong>> {
    runningCalls += 1;
    try {
      const opened = await openPool();
      const result = await opened.call(request, call.signal, { onStart: () => call.start(), onPiece });
      if (result.kind === 'too_long') throw tooLong(result);
      speed.recordInput(result.evaluatedTokens, result.readSeconds);
      if (result.kind === 'written') speed.recordOutput(result.outputTokens, result.writeSeconds);
      return result;
    } catch (error) {
      call.throwIfEnded();
      throw describeFailure(error);
    } finally {
      runningCalls -= 1;
      releaseWhenIdle();
    }
  }

  async function write(
    request: Extract<LlamaRequest, { kind: 'write' }>,
    call: LimitedCall,
    onPiece?: (piece: unknown) => void,
  ): Promise<LlamaWritten> {
    const result = await run(request, call, onPiece);
    if (result.kind !== 'written') throw new Error('The model process returned an unexpected answer.');
    return result;
  }

  function limit(request: {
    readonly maxOutputTokens: number;
    readonly timeoutMilliseconds?: number;
    readonly signal?: AbortSignal | undefined;
  }): LimitedCall {
    const limitMilliseconds = Math.min(
      speed.limitMilliseconds(options.timeoutSeconds, request.maxOutputTokens),
      request.timeoutMilliseconds ?? Infinity,
    );
    return new LimitedCall(clock, limitMilliseconds, request.signal);
  }

  async function generateObject<T>(request: ObjectRequest<T>): Promise<GeneratedObject<T>> {
    request.signal?.throwIfAborted();
    const schema = z.toJSONSchema(request.schema);
    const system = `${request.system}\n\nAnswer with one JSON object of this JSON Schema, and with nothing else:\n${JSON.stringify(schema)}`;
    const messages: LlamaMessage[] = [{ role: 'user', text: request.prompt }];
    const { maxOutputTokens } = request;
    const call = limit(request);
    let tokens = NOTHING;
    try {
      for (let triesLeft = 1; ; triesLeft -= 1) {
        const written = await write(
          { kind: 'write', system, messages, schema, maxOutputTokens, streams: false },
          call,
        );
        tokens = addTokens(tokens, written);
        const read = readJsonAnswer(written.text, request.schema);
        if (read.ok) return { object: read.object, ...tokens };
        const truncated = written.finish === 'length';
        if (truncated || triesLeft === 0) {
          throw new TextGeneratorOutputError(
            truncated
              ? 'The local language model gave an answer that was cut off.'
              : 'The local language model gave two answers that cannot be read.',
            { truncated, tokens, cause: read.cause },
          );
        }
        messages.push(
          { role: 'assistant', text: written.text },
          {
            role: 'user',
            text: `This answer cannot be used. ${read.problem}\nGive the whole answer again, as one JSON object of the JSON Schema above.`,
          },
        );
      }
    } finally {
      call.end();
    }
  }

  async function* streamText(request: TextRequest): AsyncGenerator<string, StreamedText, undefined> {
    request.signal?.throwIfAborted();
    const call = limit(request);
    const pieces = new PieceQueue(clock);
    const writing = write(
      {
        kind: 'write',
        system: request.system,
        messages: [{ role: 'user', text: request.prompt }],
        maxOutputTokens: request.maxOutputTokens,
        streams: true,
      },
      call,
      (piece) => pieces.add(piece as LlamaPiece),
    );
    writing.then(
      () => pieces.end(),
      () => pieces.end(),
    );
    try {
      // Reading a long prompt takes its time on a slow machine; only then does silence mean that something is wrong.
      yield* pieces.read(request.silenceMilliseconds, () => call.expire());
      const { finish, inputTokens, outputTokens } = await writing;
      return { finish, inputTokens, outputTokens };
    } finally {
      // Where the reader stopped early, the model stops too.
      call.abandon();
      writing.catch(() => undefined);
    }
  }

  return {
    name: options.name,
    ...(options.writerAdapterPath === undefined
      ? {}
      : { statementWriter: createStatementWriter(run, limit) }),
    concurrency: 1,
    generateObject,
    streamText,
    readSpeed: () => speed.read(),
    release: () => {
      isReleased = true;
      releaseWhenIdle();
    },
    close: closePool,
  };
}

function createPool(options: LlamaOptions, fileBytes: number): ChildPool<LlamaRequest, LlamaResult> {
  const readFree = options.readFreeMemoryBytes ?? readFreeMemoryBytes;
  return createChildPool<LlamaSettings, LlamaRequest, LlamaResult>({
    childModule: new URL('./llama.child.ts', import.meta.url),
    settings: {
      modelPath: options.modelPath,
      contextTokens: fileBytes > LARGE_FILE_BYTES ? LARGE_MODEL_CONTEXT_TOKENS : CONTEXT_TOKENS,
      threads: options.threads,
      usesGpu: options.usesGpu,
      writerAdapterPath: options.writerAdapterPath,
    },
    // Each process would load the whole model.
    processes: 1,
    timeoutSeconds: LONGEST_CALL_SECONDS,
    loadTimeoutSeconds: LOAD_TIMEOUT_SECONDS,
    idleShutdownSeconds: options.idleShutdownSeconds ?? IDLE_SHUTDOWN_SECONDS,
    nodeArguments: [`--max-old-space-size=${HEAP_MEGABYTES}`],
    clock: options.clock,
    checkBeforeStart: () => {
      const shortage = findMemoryShortage(fileBytes, readFree());
      if (shortage !== undefined) throw notReady(shortage);
    },
  });
}

const addTokens = (sum: TokenCount, { inputTokens, outputTokens }: TokenCount): TokenCount => ({
  inputTokens: sum.inputTokens + inputTokens,
  outputTokens: sum.outputTokens + outputTokens,
});

const notReady = (message: string): TextGeneratorUnavailableError =>
  new TextGeneratorUnavailableError(message, 'not_ready', {});

const tooLong = ({ neededTokens, contextTokens }: LlamaTooLong): TextGeneratorOutputError =>
  new TextGeneratorOutputError(
    `The local language model takes ${contextTokens} tokens, and the request with its answer needs ${neededTokens}.`,
    { truncated: true, tokens: NOTHING },
  );

function describeFailure(error: unknown): unknown {
  if (error instanceof ChildCrashedError) {
    return new TextGeneratorUnavailableError(
      'The process of the local language model crashed twice. If it happens again, choose a smaller model or add memory.',
      'failed',
      { cause: error },
    );
  }
  if (error instanceof ChildFailedError) {
    return new TextGeneratorUnavailableError(`The local language model failed: ${error.message}`, 'failed', {
      cause: error,
    });
  }
  return error;
}
