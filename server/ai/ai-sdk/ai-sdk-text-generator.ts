import { systemClock, type Clock } from '#server/platform/clock.ts';
import type { LanguageModelConfig } from '#server/configuration/language-model-config.ts';
import { SpeedMeter } from '../model-speed.ts';
import {
  TextGeneratorOutputError,
  TextGeneratorUnavailableError,
  type GeneratedObject,
  type ObjectRequest,
  type StreamedText,
  type TextGenerator,
  type TextRequest,
  type TokenCount,
} from '../text-generator.ts';
import { leaveOut, needsRoomToThink, roomFor, USUAL_MODE, type Mode } from './call-mode.ts';
import { Conversation, NO_TOKENS, SPARE_TOKENS } from './conversation.ts';
import { loadSdk, type Loaded } from './load-sdk.ts';
import { countTokensAtMost, reportedOr } from '../token-cost.ts';
import type { LanguageModel } from 'ai';

/** Nothing came for so long as the request allows. */
class SilenceError extends Error {
  override readonly name = 'SilenceError';
}

interface Asked {
  readonly sdk: typeof import('ai');
  readonly model: LanguageModel;
  readonly request: TextRequest;
  /** Without it the service decides how long an answer may get. */
  readonly isLimited: boolean;
  /** Ends everything: aborted by the caller, or by the limit for the whole answer. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

/**
 * One answer, piece by piece. The connection is cut when reading stops, for whatever reason.
 * @throws {SilenceError}, the reason of the signal, and whatever the SDK reports.
 */
async function* streamAnswer({
  sdk,
  model,
  request,
  isLimited,
  signal,
  clock,
}: Asked): AsyncGenerator<string, StreamedText, undefined> {
  const hangUp = new AbortController();
  const parts = sdk
    .streamText({
      model,
      instructions: request.system,
      prompt: request.prompt,
      maxRetries: 0,
      abortSignal: AbortSignal.any([signal, hangUp.signal]),
      // It would print to the console what is thrown below.
      onError: () => undefined,
      ...(isLimited ? { maxOutputTokens: request.maxOutputTokens } : {}),
    })
    .stream[Symbol.asyncIterator]();
  try {
    for (;;) {
      const step = await within(clock, request.silenceMilliseconds, parts.next(), signal);
      if (step.done === true) return { finish: 'other', inputTokens: 0, outputTokens: 0 };
      const part = step.value;
      if (part.type === 'text-delta' && part.text !== '') yield part.text;
      if (part.type === 'error') throw part.error;
      if (part.type === 'finish') {
        const { finishReason, totalUsage } = part;
        return {
          finish: finishReason === 'stop' || finishReason === 'length' ? finishReason : 'other',
          inputTokens: totalUsage.inputTokens ?? 0,
          outputTokens: totalUsage.outputTokens ?? 0,
        };
      }
    }
  } finally {
    hangUp.abort();
  }
}

/** Waits for the next part within the time limit and until the signal aborts. Time in which no one reads does not count. */
async function within<Step>(
  clock: Clock,
  milliseconds: number,
  next: Promise<Step>,
  signal: AbortSignal,
): Promise<Step> {
  signal.throwIfAborted();
  const isHere = new AbortController();
  const silence = async (): Promise<never> => {
    const until = AbortSignal.any([signal, isHere.signal]);
    await clock.sleep(milliseconds, { signal: until }).catch(() => undefined);
    signal.throwIfAborted();
    throw new SilenceError('Nothing came.');
  };
  try {
    return await Promise.race([next, silence()]);
  } finally {
    isHere.abort();
  }
}

/** What a streamed answer costs. The full charge stays if reading stops early: the service reports nothing, and may bill thoughts. */
interface StreamCharge {
  add(piece: string): void;
  /** The answer is complete. */
  report(tokens: TokenCount): void;
  /** To be called when the service did not answer. */
  cancel(): void;
  settle(): Promise<void>;
}

/** @throws {TextGeneratorUnavailableError} `budget`. */
async function chargeStream(
  { meter, system, prompt }: Pick<TextRequest, 'meter' | 'system' | 'prompt'>,
  outputTokens: number,
): Promise<StreamCharge> {
  const most = { inputTokens: SPARE_TOKENS + countTokensAtMost(system, prompt), outputTokens };
  const settle = await meter?.begin(most);
  let written = 0;
  let spent: TokenCount = most;
  return {
    add: (piece) => {
      written += countTokensAtMost(piece);
    },
    report: (tokens) => {
      spent = reportedOr(tokens, { ...most, outputTokens: written });
    },
    cancel: () => {
      spent = NO_TOKENS;
    },
    settle: async () => {
      await settle?.(spent);
    },
  };
}

/** Services answer so many side by side. Ollama puts them in a queue, where their time runs out while they wait. */
const REQUESTS_AT_ONCE = 3;

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
      if (error instanceof TextGeneratorOutputError || error === conversation.chargeFailure) throw error;
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
      const maxOutputTokens = roomFor(request, known);
      const charge = await chargeStream(request, maxOutputTokens);
      const answer = streamAnswer({
        sdk: loaded.sdk,
        model,
        request: { ...request, maxOutputTokens },
        signal,
        isLimited: known.limited,
        clock,
      });
      try {
        for (;;) {
          const step = await answer.next();
          if (step.done === true) {
            const { finish, inputTokens, outputTokens } = step.value;
            charge.report({ inputTokens, outputTokens });
            if (!hasBegun && finish === 'length' && needsRoomToThink(known)) {
              known = { ...known, thinks: true };
              break;
            }
            speed.recordStream({ inputTokens, outputTokens }, firstPieceSeconds, secondsSince(started));
            return step.value;
          }
          hasBegun = true;
          firstPieceSeconds ??= secondsSince(started);
          charge.add(step.value);
          yield step.value;
        }
      } catch (error) {
        request.signal?.throwIfAborted();
        if (timeout.aborted || error instanceof SilenceError) throw tooSlow(service, NO_TOKENS);
        const { describeFailure, findRefusedPart, findWaitSeconds } = loaded.failures;
        // Once part of the answer was sent, the request is not repeated.
        if (hasBegun) throw describeFailure(error, service, NO_TOKENS);
        charge.cancel();
        const simpler = leaveOut(known, findRefusedPart(error));
        if (simpler !== undefined) {
          known = simpler;
          continue;
        }
        const waitSeconds = findWaitSeconds(error, clock.now());
        if (waitSeconds === undefined || triesLeft === 0) throw describeFailure(error, service, NO_TOKENS);
        triesLeft -= 1;
        // Ends early when the signal does; the next try then throws what ended it.
        await clock.sleep(waitSeconds * 1000, { signal }).catch(() => undefined);
        request.signal?.throwIfAborted();
      } finally {
        await answer.return({ finish: 'other', ...NO_TOKENS });
        await charge.settle();
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
