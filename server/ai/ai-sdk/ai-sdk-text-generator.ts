import { systemClock, type Clock } from '#server/platform/clock.ts';
import type { LanguageModelConfig } from '#server/configuration/language-model-config.ts';
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
import { chargeStream } from './charge-stream.ts';
import { Conversation, NO_TOKENS } from './conversation.ts';
import { loadSdk, type Loaded } from './load-sdk.ts';
import { SilenceError, streamAnswer } from './stream-answer.ts';

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
