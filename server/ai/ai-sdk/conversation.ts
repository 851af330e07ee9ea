import type { ModelMessage, Output } from 'ai';
import { z } from 'zod';
import type { Clock } from '#server/platform/clock.ts';
import { TextGeneratorOutputError } from '../text-generator.ts';
import type { ObjectRequest, TokenCount } from '../text-generator.ts';
import { countTokensAtMost, reportedOr } from '../token-cost.ts';
import { needsRoomToThink, roomFor, type Mode } from './call-mode.ts';
import type { Loaded } from './load-sdk.ts';
import { readJsonAnswer } from './read-json-answer.ts';

interface Answer {
  readonly text: string;
  /** The output was cut off before the answer began. */
  readonly onlyThought: boolean;
  readonly finishReason: string;
}

/** Longer answers are not sent back to be repaired. */
const REPEATED_CHARACTERS = 12_000;
/** Tokens for the roles and markers around the messages. */
export const SPARE_TOKENS = 256;
export const NO_TOKENS: TokenCount = { inputTokens: 0, outputTokens: 0 };

/** Whether the output is empty or an unfinished thought. */
const isThinking = (text: string): boolean =>
  text.trim() === '' || (/^\s*<think(?:ing)?>/u.test(text) && !/<\/think(?:ing)?>/u.test(text));

/** One request and its retries: one if the service is busy, one if the answer cannot be read. */
export class Conversation<T> {
  mode: Mode;
  tokens: TokenCount = NO_TOKENS;
  /** Why a call could not be charged, which is not the service's fault. */
  chargeFailure: unknown;
  readonly #request: ObjectRequest<T>;
  readonly #loaded: Loaded;
  readonly #signal: AbortSignal;
  readonly #instructions: string;
  readonly #clock: Clock;
  #triesLeft = 1;

  constructor(request: ObjectRequest<T>, loaded: Loaded, signal: AbortSignal, mode: Mode, clock: Clock) {
    this.#clock = clock;
    this.#request = request;
    this.#loaded = loaded;
    this.#signal = signal;
    this.mode = mode;
    const shape = JSON.stringify(z.toJSONSchema(request.schema));
    this.#instructions = `${request.system}\n\nAnswer with one JSON object of this JSON Schema, and with nothing else:\n${shape}`;
  }

  /** @throws {TextGeneratorOutputError}, and what the SDK throws. */
  async hold(service: string): Promise<T> {
    const messages: ModelMessage[] = [{ role: 'user', content: this.#request.prompt }];
    let first = await this.#ask(messages);
    if (first.onlyThought && needsRoomToThink(this.mode)) {
      this.mode = { ...this.mode, thinks: true };
      first = await this.#ask(messages);
    }
    const read = this.#read(first, service);
    if (read.ok) return read.object;
    messages.push(
      { role: 'assistant', content: first.text.slice(0, REPEATED_CHARACTERS) || '(no answer)' },
      {
        role: 'user',
        content: `This answer cannot be used. ${read.problem}\nGive the whole answer again, as one JSON object of the JSON Schema above, without any other words.`,
      },
    );
    const second = this.#read(await this.#ask(messages), service);
    if (second.ok) return second.object;
    throw new TextGeneratorOutputError(`${service} gave two answers that cannot be read.`, {
      truncated: false,
      tokens: this.tokens,
      cause: second.cause,
    });
  }

  #read(answer: Answer, service: string): ReturnType<typeof readJsonAnswer<T>> {
    const read = readJsonAnswer(answer.text, this.#request.schema);
    if (read.ok || answer.finishReason !== 'length') return read;
    // The same request would be cut off at the same place.
    throw new TextGeneratorOutputError(`${service} gave an answer that was cut off.`, {
      truncated: true,
      onlyThought: answer.onlyThought,
      tokens: this.tokens,
      cause: read.cause,
    });
  }

  async #ask(messages: readonly ModelMessage[]): Promise<Answer> {
    for (;;) {
      try {
        return await this.#askOnce(messages);
      } catch (error) {
        if (this.#signal.aborted) throw error;
        if (this.#leaveOutRefusedPart(error)) continue;
        const waitSeconds = this.#loaded.failures.findWaitSeconds(error, this.#clock.now());
        if (waitSeconds === undefined || this.#triesLeft === 0) throw error;
        this.#triesLeft -= 1;
        await this.#clock.sleep(waitSeconds * 1000, { signal: this.#signal });
      }
    }
  }

  /** Older servers know no structured output, newer models no `max_tokens`; the request is then repeated without it. */
  #leaveOutRefusedPart(error: unknown): boolean {
    const refused = this.#loaded.failures.findRefusedPart(error);
    if (refused === 'token_limit' && this.mode.limited) this.mode = { ...this.mode, limited: false };
    else if (refused !== undefined && this.mode.structured) this.mode = { ...this.mode, structured: false };
    else return false;
    return true;
  }

  async #askOnce(messages: readonly ModelMessage[]): Promise<Answer> {
    const { mode } = this;
    // The schema is in the instructions, and is sent again as structured output.
    const sent = [this.#instructions, this.#instructions, JSON.stringify(messages)];
    const most = {
      inputTokens: SPARE_TOKENS + countTokensAtMost(...sent),
      outputTokens: roomFor(this.#request, mode),
    };
    const settle = await this.#charging(this.#request.meter?.begin(most));
    const { sdk, model } = this.#loaded;
    let spent: TokenCount | undefined;
    try {
      const result = await sdk.generateText({
        model,
        instructions: this.#instructions,
        messages: [...messages],
        maxRetries: 0,
        abortSignal: this.#signal,
        output: mode.structured ? this.#structuredText() : sdk.Output.text(),
        ...(mode.limited ? { maxOutputTokens: most.outputTokens } : {}),
      });
      const { inputTokens = 0, outputTokens = 0 } = result.usage;
      // Where the answer came as a tool's input, `output` holds it and `text` does not.
      const text = result.finishReason === 'stop' ? result.output : result.text;
      spent = reportedOr({ inputTokens, outputTokens }, { ...most, outputTokens: countTokensAtMost(text) });
      this.tokens = {
        inputTokens: this.tokens.inputTokens + inputTokens,
        outputTokens: this.tokens.outputTokens + outputTokens,
      };
      const { finishReason } = result;
      return { text, finishReason, onlyThought: finishReason === 'length' && isThinking(text) };
    } finally {
      // The service bills what it wrote before the connection was closed.
      await this.#charging(settle?.(spent ?? (this.#signal.aborted ? most : NO_TOKENS)));
    }
  }

  async #charging<Result>(step: Promise<Result> | undefined): Promise<Result | undefined> {
    try {
      return await step;
    } catch (error) {
      this.chargeFailure = error;
      throw error;
    }
  }

  /** Requests structured output of this shape, but leaves parsing to Lectern, which is more lenient than the SDK. */
  #structuredText(): Output.Output<string, string, never> {
    const { sdk } = this.#loaded;
    return {
      ...sdk.Output.text(),
      name: 'object',
      responseFormat: sdk.Output.object({ schema: this.#request.schema }).responseFormat,
    };
  }
}
