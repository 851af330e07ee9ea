import type { LanguageModel } from 'ai';
import type { Clock } from '#server/platform/clock.ts';
import type { StreamedText, TextRequest } from '../text-generator.ts';

/** Nothing came for so long as the request allows. */
export class SilenceError extends Error {
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
export async function* streamAnswer({
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
