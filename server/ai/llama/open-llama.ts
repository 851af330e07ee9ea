import { availableParallelism, loadavg } from 'node:os';
import {
  getLlama,
  LlamaChat,
  LlamaLogLevel,
  NoBinaryFoundError,
  type ChatHistoryItem,
  type ChatWrapper,
  type Llama,
  type LlamaContextSequence,
  type LlamaGrammar,
  type LlamaModel,
  type Token,
} from 'node-llama-cpp';
import type { RunContext } from '#server/sandbox/serve-requests.ts';
import type {
  LlamaPiece,
  LlamaRequest,
  LlamaResult,
  LlamaSettings,
  LlamaTooLong,
  LlamaWriteRequest,
  LlamaWritten,
} from './llama-protocol.ts';
import { BATCH_TOKENS, findTooLong, readTokens } from './sequence.ts';
import { StatementModel } from './statement-model.ts';

/** Grammars that are kept: the features ask for a handful of shapes. */
const KEPT_GRAMMARS = 32;

/** More gain nothing: memory is then the limit. */
const MOST_THREADS = 8;

export type AnswerRequest = (request: LlamaRequest, context: RunContext) => Promise<LlamaResult>;

/**
 * Loads a GGUF file into this process: for child processes alone.
 * @throws when llama.cpp cannot read the file, or the file has no chat template.
 */
export async function openLlama(settings: LlamaSettings): Promise<AnswerRequest> {
  const threads = settings.threads ?? countFreeProcessors();
  const llama = await startLlama(settings, threads);
  // llama.cpp keeps a second copy of the weights in the order that processors like. Mapped, the file would count on top of it:
  // 2.3 GB instead of 1.4 GB for a file of 1.1 GB.
  const model = await llama.loadModel({ modelPath: settings.modelPath, useMmap: false });
  const openChat = async (): Promise<OpenedModel> => {
    const context = await model.createContext({
      contextSize: Math.min(settings.contextTokens, model.trainContextSize),
      sequences: 1,
      batchSize: BATCH_TOKENS,
      threads,
    });
    return new OpenedModel(llama, model, context.getSequence());
  };
  const adapterPath = settings.writerAdapterPath;
  if (adapterPath === undefined) return answerWith(await openChat());
  // A model with an adapter is rarely used for anything else, so the larger context would waste memory.
  let chat: Promise<AnswerRequest> | undefined;
  let statements: Promise<StatementModel> | undefined;
  return async (request, run) => {
    if (request.kind === 'write') {
      chat ??= openChat().then(answerWith);
      return (await chat)(request, run);
    }
    statements ??= StatementModel.open(llama, model, { adapterPath, threads });
    const opened = await statements;
    return request.kind === 'draft' ? opened.draft(request, run) : opened.weigh(request, run);
  };
}

const answerWith =
  (opened: OpenedModel): AnswerRequest =>
  (request, run) => {
    if (request.kind === 'write') return opened.write(request, run);
    throw new Error('The model has no adapter.');
  };

async function startLlama({ usesGpu }: LlamaSettings, threads: number): Promise<Llama> {
  try {
    return await getLlama({
      gpu: usesGpu ? 'auto' : false,
      build: 'never',
      logLevel: LlamaLogLevel.error,
      maxThreads: threads,
    });
  } catch (error) {
    if (!(error instanceof NoBinaryFoundError)) throw error;
    throw new Error(
      `llama.cpp is not installed for ${process.platform} ${process.arch}. Connect a service instead, such as Ollama.`,
      { cause: error },
    );
  }
}

/**
 * The threads of llama.cpp wait for each other at every step. On two busy cores two threads wrote one token a second where one
 * thread wrote seven.
 */
function countFreeProcessors(): number {
  const [lastMinute = 0] = loadavg();
  return Math.max(1, Math.min(MOST_THREADS, Math.round(availableParallelism() - lastMinute)));
}

/** One model with one sequence, which keeps what it has read: the next call reads only where its prompt differs. */
class OpenedModel {
  readonly #llama: Llama;
  readonly #model: LlamaModel;
  readonly #sequence: LlamaContextSequence;
  readonly #chat: LlamaChat;
  readonly #grammars = new Map<string, LlamaGrammar>();

  constructor(llama: Llama, model: LlamaModel, sequence: LlamaContextSequence) {
    this.#llama = llama;
    this.#model = model;
    this.#sequence = sequence;
    this.#chat = new LlamaChat({ contextSequence: sequence });
  }

  async write(
    request: LlamaWriteRequest,
    { signal, sendPiece }: RunContext,
  ): Promise<LlamaWritten | LlamaTooLong> {
    const history = toHistory(request);
    const prompt = this.#tokenize(this.#chat.chatWrapper, history);
    const tooLong = findTooLong(this.#sequence, prompt.length + request.maxOutputTokens);
    if (tooLong !== undefined) return tooLong;
    const grammar = request.schema === undefined ? undefined : await this.#grammarFor(request.schema);
    const before = this.#sequence.tokenMeter.getState();
    const started = performance.now();
    await readTokens(this.#sequence, prompt.slice(0, -1), signal);
    const begun = performance.now();
    const evaluatedTokens = this.#sequence.tokenMeter.diff(before).usedInputTokens;
    let offset = 0;
    let outputTokens = 0;
    const { response, metadata } = await this.#chat.generateResponse(history, {
      // An unfinished answer is thrown away: no one waits for it.
      signal,
      maxTokens: request.maxOutputTokens,
      temperature: 0,
      repeatPenalty: false,
      budgets: { thoughtTokens: 0 },
      ...(grammar === undefined ? {} : { grammar }),
      onToken: (tokens) => {
        outputTokens += tokens.length;
      },
      onTextChunk: (text) => {
        if (!request.streams || text === '') return;
        sendPiece({ offset, text } satisfies LlamaPiece);
        offset += text.length;
      },
    });
    const ended = performance.now();
    return {
      kind: 'written',
      text: response,
      finish: metadata.stopReason === 'maxTokens' ? 'length' : 'stop',
      inputTokens: prompt.length,
      evaluatedTokens,
      outputTokens,
      readSeconds: (begun - started) / 1000,
      writeSeconds: (ended - begun) / 1000,
    };
  }

  #tokenize(wrapper: ChatWrapper, chatHistory: ChatHistoryItem[]): Token[] {
    return wrapper.generateContextState({ chatHistory }).contextText.tokenize(this.#model.tokenizer);
  }

  async #grammarFor(schema: object): Promise<LlamaGrammar> {
    const key = JSON.stringify(schema);
    const kept = this.#grammars.get(key);
    if (kept !== undefined) return kept;
    const [oldest] = this.#grammars.keys();
    if (oldest !== undefined && this.#grammars.size >= KEPT_GRAMMARS) this.#grammars.delete(oldest);
    const grammar = await this.#llama.createGrammarForJsonSchema(
      toGrammarSchema(schema) as Parameters<Llama['createGrammarForJsonSchema']>[0],
    );
    this.#grammars.set(key, grammar);
    return grammar;
  }
}

/** The last item is the answer that the model is to write. */
function toHistory({ system, messages }: Pick<LlamaWriteRequest, 'system' | 'messages'>): ChatHistoryItem[] {
  return [
    { type: 'system', text: system },
    ...messages.map(({ role, text }): ChatHistoryItem =>
      role === 'user' ? { type: 'user', text } : { type: 'model', response: [text] },
    ),
    { type: 'model', response: [] },
  ];
}

/** The longest text that a grammar limits: larger limits make it slow, and the caller checks them anyway. */
const LONGEST_COUNTED_TEXT = 300;

/**
 * Converts a JSON Schema to what llama.cpp's grammars understand: `anyOf` becomes `oneOf`. The caller checks what a grammar cannot
 * enforce, such as patterns and number ranges.
 */
function toGrammarSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(toGrammarSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (IGNORED_KEYS.has(key)) continue;
    if (LENGTH_KEYS.has(key) && Number(value) > LONGEST_COUNTED_TEXT) continue;
    if (key === 'enum' || key === 'const' || key === 'required') result[key] = value;
    else if (key === 'properties' || key === '$defs') result[key] = mapValues(value);
    else result[key === 'anyOf' ? 'oneOf' : key] = toGrammarSchema(value);
  }
  return result;
}

const IGNORED_KEYS: ReadonlySet<string> = new Set(['$schema', 'pattern', 'format', 'default', 'title']);
const LENGTH_KEYS: ReadonlySet<string> = new Set(['minLength', 'maxLength']);

/** Property names are not keywords, even if they look like one. */
const mapValues = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, toGrammarSchema(schema)]))
    : value;
