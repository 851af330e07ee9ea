import {
  LlamaGrammarEvaluationState,
  type ControlledEvaluateInputItem,
  type Llama,
  type LlamaContextSequence,
  type LlamaGrammar,
  type LlamaModel,
  LlamaText,
  type Token,
  SpecialTokensText,
} from 'node-llama-cpp';
import type { AnswerWeight, AskedStatement } from '../statement-writer.ts';
import type { RunContext } from '#server/sandbox/serve-requests.ts';
import type {
  LlamaDraftRequest,
  LlamaTooLong,
  LlamaWeighed,
  LlamaWeighRequest,
  LlamaWritten,
} from './llama-protocol.ts';
import { BATCH_TOKENS, findTooLong, readTokens } from './sequence.ts';

const special = (text: string): SpecialTokensText => new SpecialTokensText(text);

/** Verbatim as in training (server/ai/small-writer/README.md); the answer begins with `begun`. */
const writerPrompt = ({ title, heading, context, statement }: AskedStatement, begun: string): LlamaText =>
  LlamaText([
    special('<|im_start|>system\n'),
    'Write one exam question about the statement.',
    special('<|im_end|>\n<|im_start|>user\n'),
    `${title} › ${heading}\n${context}\nStatement: ${statement}`,
    special('<|im_end|>\n<|im_start|>assistant\n'),
    begun,
  ]);

const LETTERS = ['A', 'B', 'C', 'D'] as const;

/** Asks the model without the adapter for the letter of the right answer. */
const letterPrompt = (context: string, question: string, options: readonly string[]): LlamaText =>
  LlamaText([
    special('<|im_start|>user\n'),
    `${context}\n\n${question}\n${options.map((option, index) => `${LETTERS[index]}) ${option}`).join('\n')}\nAnswer with the letter of the right answer.`,
    special('<|im_end|>\n<|im_start|>assistant\n'),
  ]);

const STRING = String.raw`character ::= [^"\\\x7F\x00-\x1F] | "\\" (["\\/bfnrt] | "u" [0-9a-fA-F] [0-9a-fA-F] [0-9a-fA-F] [0-9a-fA-F])
string ::= character+ "\""
`;

/**
 * Grammars for what follows `{"question": "`, and for what follows the opening quotation mark of a wrong answer. Both end with
 * the object's closing brace, because the model emits `"]}` as one token and would never end the list without it.
 */
const GRAMMARS = {
  question: String.raw`root ::= string ", \"answer\": \"" string ", \"wrong\": [\"" string ", \"" string ", \"" string "]}"
${STRING}`,
  wrong_answers: String.raw`root ::= string (", \"" string)? (", \"" string)? "]}"
${STRING}`,
} as const;

/** A statement with its context, question and options takes about 400. */
const CONTEXT_TOKENS = 1024;
const SAMPLING = { temperature: 0.8, topP: 0.95 } as const;

/**
 * The small writer: one sequence of the model with its adapter, and one without. Both keep their evaluated tokens, so that
 * several drafts about one statement evaluate it once.
 */
export class StatementModel {
  readonly #llama: Llama;
  readonly #model: LlamaModel;
  readonly #writer: LlamaContextSequence;
  readonly #reader: LlamaContextSequence;
  readonly #letters: readonly Token[];
  readonly #grammars = new Map<keyof typeof GRAMMARS, LlamaGrammar>();

  private constructor(
    llama: Llama,
    model: LlamaModel,
    sequences: { writer: LlamaContextSequence; reader: LlamaContextSequence },
  ) {
    this.#llama = llama;
    this.#model = model;
    this.#writer = sequences.writer;
    this.#reader = sequences.reader;
    this.#letters = LETTERS.flatMap((letter) => model.tokenize(letter).slice(0, 1));
  }

  static async open(
    llama: Llama,
    model: LlamaModel,
    { adapterPath, threads }: { readonly adapterPath: string; readonly threads: number },
  ): Promise<StatementModel> {
    const options = {
      contextSize: Math.min(CONTEXT_TOKENS, model.trainContextSize),
      batchSize: BATCH_TOKENS,
      sequences: 1,
      threads,
    };
    const lora = { adapters: [{ filePath: adapterPath, scale: 1 }] };
    const writer = await model.createContext({ ...options, lora });
    const reader = await model.createContext(options);
    return new StatementModel(llama, model, {
      writer: writer.getSequence(),
      reader: reader.getSequence(),
    });
  }

  async draft(request: LlamaDraftRequest, { signal }: RunContext): Promise<LlamaWritten | LlamaTooLong> {
    const prompt = this.#tokenize(writerPrompt(request.statement, request.begun));
    const tooLong = findTooLong(this.#writer, prompt.length + request.maxOutputTokens);
    if (tooLong !== undefined) return tooLong;
    const before = this.#writer.tokenMeter.getState();
    const started = performance.now();
    await readTokens(this.#writer, prompt.slice(0, -1), signal);
    const begun = performance.now();
    const grammar = await this.#grammarFor(request.rest);
    const evaluatedTokens = this.#writer.tokenMeter.diff(before).usedInputTokens;
    const written: Token[] = [];
    let finish: 'stop' | 'length' = 'stop';
    const pieces = this.#writer.evaluate(prompt.slice(-1), {
      ...(request.seed === undefined ? { temperature: 0 } : { ...SAMPLING, seed: request.seed }),
      grammarEvaluationState: new LlamaGrammarEvaluationState({ model: this.#model, grammar }),
    });
    for await (const token of pieces) {
      signal.throwIfAborted();
      written.push(token);
      if (written.length < request.maxOutputTokens) continue;
      finish = 'length';
      break;
    }
    return {
      kind: 'written',
      text: this.#model.detokenize(written),
      finish,
      inputTokens: prompt.length,
      evaluatedTokens,
      outputTokens: written.length,
      readSeconds: (begun - started) / 1000,
      writeSeconds: (performance.now() - begun) / 1000,
    };
  }

  async weigh(request: LlamaWeighRequest, { signal }: RunContext): Promise<LlamaWeighed | LlamaTooLong> {
    const sequence = request.by === 'answer' ? this.#writer : this.#reader;
    const started = performance.now();
    const before = sequence.tokenMeter.getState();
    const weighed =
      request.by === 'answer'
        ? await this.#weighAnswers(request, signal)
        : await this.#weighOrders(request, signal);
    if ('kind' in weighed) return weighed;
    return {
      kind: 'weighed',
      ...weighed,
      evaluatedTokens: sequence.tokenMeter.diff(before).usedInputTokens,
      readSeconds: (performance.now() - started) / 1000,
    };
  }

  async #weighAnswers(
    { statement, question, options }: LlamaWeighRequest,
    signal: AbortSignal,
  ): Promise<Weighed | LlamaTooLong> {
    const head = [
      ...this.#tokenize(writerPrompt(statement, `{"question": ${JSON.stringify(question)}`)),
      ...this.#model.tokenize(', "answer": "'),
    ];
    const answers: AnswerWeight[] = [];
    let inputTokens = 0;
    for (const option of options) {
      const text = JSON.stringify(option).slice(1);
      const tails = { closed: this.#model.tokenize(text), continued: this.#model.tokenize(`${text},`) };
      const longest = head.length + Math.max(tails.closed.length, tails.continued.length);
      const tooLong = findTooLong(this.#writer, longest);
      if (tooLong !== undefined) return tooLong;
      inputTokens += longest;
      answers.push({
        closed: await this.#meanAfter(head, tails.closed, signal),
        continued: await this.#meanAfter(head, tails.continued, signal),
      });
    }
    return { answers, inputTokens };
  }

  async #weighOrders(
    { statement, question, options }: LlamaWeighRequest,
    signal: AbortSignal,
  ): Promise<Weighed | LlamaTooLong> {
    const weights = options.map(() => 0);
    let inputTokens = 0;
    for (const shift of [0, 2]) {
      const order = options.map((_, place) => (place + options.length - shift) % options.length);
      const shown = order.map((index) => options[index] ?? '');
      const prompt = this.#tokenize(letterPrompt(statement.context, question, shown));
      const tooLong = findTooLong(this.#reader, prompt.length);
      if (tooLong !== undefined) return tooLong;
      inputTokens += prompt.length;
      const logs = await this.#weighLetters(prompt, order.length, signal);
      for (const [place, index] of order.entries())
        weights[index] = (weights[index] ?? 0) + (logs[place] ?? -Infinity) / 2;
    }
    return { letters: weights, inputTokens };
  }

  /** Mean log-probability of the tail's tokens after the head, with the adapter. */
  async #meanAfter(head: Token[], tail: readonly Token[], signal: AbortSignal): Promise<number> {
    await readTokens(this.#writer, head.slice(0, -1), signal);
    const given = [...head.slice(-1), ...tail.slice(0, -1)];
    const outputs = await this.#writer.controlledEvaluate(
      given.map((token, place): ControlledEvaluateInputItem => {
        const next = tail[place];
        // `includeMax` returns nothing in this version, and sampling options would drop unlikely tokens.
        const filter = { tokens: next === undefined ? [] : [next], includeTop: 1 };
        return [token, { generateNext: { logits: { filter }, totalLogitWeight: true } }];
      }),
    );
    let sum = 0;
    for (const [place, token] of tail.entries()) {
      const { logits, totalLogitWeight } = outputs[place]?.next ?? {};
      const logit = logits?.get(token);
      if (logits === undefined || logit === undefined || totalLogitWeight === undefined)
        throw new Error('The model returned no probabilities.');
      sum += logit - Math.max(...logits.values()) - Math.log(totalLogitWeight);
    }
    return sum / tail.length;
  }

  /** Log-probabilities of the letters relative to each other, without the adapter. */
  async #weighLetters(prompt: Token[], count: number, signal: AbortSignal): Promise<number[]> {
    const tokens = this.#letters.slice(0, count);
    await readTokens(this.#reader, prompt.slice(0, -1), signal);
    const [last] = prompt.slice(-1);
    if (last === undefined) throw new Error('The prompt has no tokens.');
    const [output] = await this.#reader.controlledEvaluate([
      [last, { generateNext: { logits: { filter: { tokens } } } }],
    ]);
    const logits = tokens.map((token) => output?.next.logits?.get(token) ?? -Infinity);
    const top = Math.max(...logits);
    const sum = Math.log(logits.reduce((total, logit) => total + Math.exp(logit - top), 0));
    return logits.map((logit) => logit - top - sum);
  }

  #tokenize(text: LlamaText): Token[] {
    return text.tokenize(this.#model.tokenizer);
  }

  async #grammarFor(rest: keyof typeof GRAMMARS): Promise<LlamaGrammar> {
    const kept = this.#grammars.get(rest) ?? (await this.#llama.createGrammar({ grammar: GRAMMARS[rest] }));
    this.#grammars.set(rest, kept);
    return kept;
  }
}

type Weighed = Pick<LlamaWeighed, 'letters' | 'answers' | 'inputTokens'>;
