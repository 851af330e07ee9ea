import type { ModelMessage, Output } from 'ai';
import { z } from 'zod';
import { systemClock, type Clock } from '#server/clock.ts';
import type { LanguageModelConfig } from '#server/language-model-config.ts';
import { SpeedMeter } from '../model-speed.ts';
import { TextGeneratorOutputError, TextGeneratorUnavailableError } from '../text-generator.ts';
import type {
  GeneratedObject,
  ObjectRequest,
  StreamedText,
  TextGenerator,
  TextRequest,
  TokenCount,
} from '../text-generator.ts';
import { leaveOut, needsRoomToThink, roomFor, USUAL_MODE, type Mode } from './call-mode.ts';
import type { OpenedModels } from './open-model.ts';
import { readJsonAnswer } from './read-json-answer.ts';
import { SilenceError, streamAnswer } from './stream-answer.ts';

/** The SDK with the model; made when first used. */
interface Loaded extends OpenedModels {
  readonly sdk: typeof import('ai');
  readonly failures: Pick<
    typeof import('./describe-failure.ts'),
    'describeFailure' | 'findRefusedPart' | 'findWaitSeconds'
  >;
}

interface Answer {
  readonly text: string;
  /** The output was cut off before the answer began. */
  readonly onlyThought: boolean;
  readonly finishReason: string;
}

/** Services answer so many side by side. Ollama puts them in a queue, where their time runs out while they wait. */
const REQUESTS_AT_ONCE = 3;
/** Answers longer than this are not sent back when they are to be repaired. */
const REPEATED_CHARACTERS = 12_000;

/**
 * A language model behind the AI SDK: OpenAI-compatible, Ollama, Azure OpenAI or Anthropic. Nothing is loaded or connected
 * before the first request.
 */
export function createAiSdkTextGenerator(
  config: LanguageModelConfig,
  clock: Clock = systemClock,
): TextGenerator {
  const service = `The language model (${config.provider})`;
  let loading: Promise<Loaded> | undefined;
  const speed = new SpeedMeter();
  let known: Mode = USUAL_MODE;

  const secondsSince = (started: number): number => (clock.monotonic() - started) / 1000;
  const load = (): Promise<Loaded> => (loading ??= loadSdk(config));

  function startLimit(request: Pick<TextRequest, 'maxOutputTokens' | 'timeoutMilliseconds' | 'signal'>) {
    const limit = speed.limitMilliseconds(config.timeoutSeconds, roomFor(request, known));
    const timeout = clock.timeoutSignal(Math.min(limit, request.timeoutMilliseconds ?? limit));
    return { timeout, signal: request.signal ? AbortSignal.any([request.signal, timeout]) : timeout };
  }

  async function generateObject<T>(request: ObjectRequest<T>): Promise<GeneratedObject<T>> {
    request.signal?.throwIfAborted();
    const started = clock.monotonic();
    const { timeout, signal } = startLimit(request);
    const conversation = new Conversation(request, await load(), signal, known, clock);
    try {
      const object = await conversation.hold(service);
      known = conversation.mode;
      speed.recordCall(conversation.tokens, secondsSince(started));
      return { object, ...conversation.tokens };
    } catch (error) {
      request.signal?.throwIfAborted();
      known = { ...known, thinks: conversation.mode.thinks };
      if (error instanceof TextGeneratorOutputError) throw error;
      const { tokens } = conversation;
      if (timeout.aborted) throw tooSlow(service, tokens);
      throw (await load()).failures.describeFailure(error, service, tokens);
    }
  }

  async function* streamText(request: TextRequest): AsyncGenerator<string, StreamedText, undefined> {
    request.signal?.throwIfAborted();
    const { timeout, signal } = startLimit(request);
    const loaded = await load();
    let hasBegun = false;
    for (let triesLeft = 1; ;) {
      const started = clock.monotonic();
      let firstPieceSeconds: number | undefined;
      const model = known.counted ? loaded.countingModel : loaded.model;
      const answer = streamAnswer({
        sdk: loaded.sdk,
        model,
        request: { ...request, maxOutputTokens: roomFor(request, known) },
        signal,
        isLimited: known.limited,
        clock,
      });
      try {
        for (;;) {
          const step = await answer.next();
          if (step.done === true) {
            const { finish, inputTokens, outputTokens } = step.value;
            if (!hasBegun && finish === 'length' && needsRoomToThink(known)) {
              known = { ...known, thinks: true };
              break;
            }
            speed.recordStream({ inputTokens, outputTokens }, firstPieceSeconds, secondsSince(started));
            return step.value;
          }
          hasBegun = true;
          firstPieceSeconds ??= secondsSince(started);
          yield step.value;
        }
      } catch (error) {
        request.signal?.throwIfAborted();
        const nothing = { inputTokens: 0, outputTokens: 0 };
        if (timeout.aborted || error instanceof SilenceError) throw tooSlow(service, nothing);
        const { describeFailure, findRefusedPart, findWaitSeconds } = loaded.failures;
        // Once part of the answer was sent, the request is not repeated.
        if (hasBegun) throw describeFailure(error, service, nothing);
        const simpler = leaveOut(known, findRefusedPart(error));
        if (simpler !== undefined) {
          known = simpler;
          continue;
        }
        const waitSeconds = findWaitSeconds(error, clock.now());
        if (waitSeconds === undefined || triesLeft === 0) throw describeFailure(error, service, nothing);
        triesLeft -= 1;
        // Ends early when the signal does; the next try then throws what ended it.
        await clock.sleep(waitSeconds * 1000, { signal }).catch(() => undefined);
        request.signal?.throwIfAborted();
      } finally {
        await answer.return({ finish: 'other', inputTokens: 0, outputTokens: 0 });
      }
    }
  }

  return {
    name: `${config.provider}:${config.model}`,
    concurrency: config.provider === 'ollama' ? 1 : REQUESTS_AT_ONCE,
    prices: config.prices,
    generateObject,
    streamText,
    readSpeed: () => speed.read(),
  };
}

const tooSlow = (service: string, tokens: TokenCount): TextGeneratorUnavailableError =>
  new TextGeneratorUnavailableError(
    `${service} did not answer in time. Try again later, or raise its time limit in the settings.`,
    'timeout',
    { tokens },
  );

async function loadSdk(config: LanguageModelConfig): Promise<Loaded> {
  const [sdk, { describeFailure, findRefusedPart, findWaitSeconds }, { openModels }] = await Promise.all([
    import('ai'),
    import('./describe-failure.ts'),
    import('./open-model.ts'),
  ]);
  // It would print to the console what a provider does not support.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  return {
    sdk,
    failures: { describeFailure, findRefusedPart, findWaitSeconds },
    ...(await openModels(config)),
  };
}

/** Whether the output is empty or an unfinished thought. */
const isThinking = (text: string): boolean =>
  text.trim() === '' || (/^\s*<think(?:ing)?>/u.test(text) && !/<\/think(?:ing)?>/u.test(text));

/** One request with its second tries: one more where the service was busy, one where the answer could not be read. */
class Conversation<T> {
  mode: Mode;
  tokens: TokenCount = { inputTokens: 0, outputTokens: 0 };
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

  /** @throws {TextGeneratorOutputError}, and whatever the SDK throws. */
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
    // Asking for the same again would end at the same place.
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

  /** Older servers know no structured output, newer models no `max_tokens`: then the same is asked without it. */
  #leaveOutRefusedPart(error: unknown): boolean {
    const refused = this.#loaded.failures.findRefusedPart(error);
    if (refused === 'token_limit' && this.mode.limited) this.mode = { ...this.mode, limited: false };
    else if (refused !== undefined && this.mode.structured) this.mode = { ...this.mode, structured: false };
    else return false;
    return true;
  }

  async #askOnce(messages: readonly ModelMessage[]): Promise<Answer> {
    const { sdk, model } = this.#loaded;
    const result = await sdk.generateText({
      model,
      instructions: this.#instructions,
      messages: [...messages],
      maxRetries: 0,
      abortSignal: this.#signal,
      output: this.mode.structured ? this.#structuredText() : sdk.Output.text(),
      ...(this.mode.limited ? { maxOutputTokens: roomFor(this.#request, this.mode) } : {}),
    });
    this.tokens = {
      inputTokens: this.tokens.inputTokens + (result.usage.inputTokens ?? 0),
      outputTokens: this.tokens.outputTokens + (result.usage.outputTokens ?? 0),
    };
    // Where the answer came as a tool's input, `output` holds it and `text` does not.
    const text = result.finishReason === 'stop' ? result.output : result.text;
    const { finishReason } = result;
    return { text, finishReason, onlyThought: finishReason === 'length' && isThinking(text) };
  }

  /** Asks for the shape as structured output and leaves reading to us, who forgive more than the SDK. */
  #structuredText(): Output.Output<string, string, never> {
    const { sdk } = this.#loaded;
    return {
      ...sdk.Output.text(),
      name: 'object',
      responseFormat: sdk.Output.object({ schema: this.#request.schema }).responseFormat,
    };
  }
}
