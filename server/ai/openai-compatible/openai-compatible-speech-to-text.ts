import { z } from 'zod';
import { type Clock, systemClock } from '#server/platform/clock.ts';
import { message } from '#contract/messages/make-message.ts';
import type { Message } from '#contract/messages/message.ts';
import { MessageError } from '#server/platform/message-error.ts';
import { placeCues } from '../cues/place-cues.ts';
import {
  SPEECH_SAMPLE_RATE,
  SpeechToTextUnavailableError,
  type Cue,
  type SpeechSegment,
  type SpeechToText,
} from '../speech-to-text.ts';
import { encodeWav } from './encode-wav.ts';

export interface OpenAiCompatibleOptions {
  /** With or without `/v1` at its end. */
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
  readonly model: string;
  readonly fetch?: typeof fetch;
  readonly timeoutSeconds?: number;
  readonly clock?: Clock;
}

/** The service refuses what it was asked: another try will not help. */
export class TranscriptionServiceRejectedError extends MessageError {
  override readonly name = 'TranscriptionServiceRejectedError';
}

const answerSchema = z.object({
  text: z.string(),
  segments: z.array(z.object({ start: z.number(), end: z.number(), text: z.string() })).nullish(),
});

type Answer = z.infer<typeof answerSchema>;
type ResponseFormat = 'verbose_json' | 'json';

/**
 * Speech to text by any service with OpenAI's `POST /v1/audio/transcriptions`. Plain fetch rather than the AI SDK: the
 * call is one form, and the SDK's OpenAI-compatible provider asks for neither `verbose_json` segments nor the fallback
 * to `json` that newer models need. Failed calls are not repeated here; the job that runs them does that.
 */
export function createOpenAiCompatibleSpeechToText(options: OpenAiCompatibleOptions): SpeechToText {
  const address = `${options.baseUrl.replace(/\/+$/, '').replace(/\/v1$/, '')}/v1/audio/transcriptions`;
  const { timeoutSeconds = 120, clock = systemClock } = options;
  const request = options.fetch ?? fetch;
  let format: ResponseFormat = 'verbose_json';

  async function send(
    segment: SpeechSegment,
    asked: ResponseFormat,
    signal?: AbortSignal,
  ): Promise<Response> {
    const form = new FormData();
    form.set('file', new Blob([encodeWav(segment.samples)], { type: 'audio/wav' }), 'segment.wav');
    form.set('model', options.model);
    form.set('response_format', asked);
    const timeout = clock.timeoutSignal(timeoutSeconds * 1000);
    return await request(address, {
      method: 'POST',
      body: form,
      headers: options.apiKey === undefined ? {} : { authorization: `Bearer ${options.apiKey}` },
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
  }

  async function ask(segment: SpeechSegment, signal?: AbortSignal): Promise<Answer> {
    const asked = format;
    let response = await send(segment, asked, signal);
    // Models without word times refuse the detailed answer.
    if (asked === 'verbose_json' && (response.status === 400 || response.status === 422)) {
      await response.body?.cancel();
      response = await send(segment, 'json', signal);
      if (response.ok) format = 'json';
    }
    if (!response.ok) {
      await response.body?.cancel();
      throw describeRefusal(response.status);
    }
    return answerSchema.parse(await response.json());
  }

  return {
    name: `openai-compatible:${options.model}`,
    concurrency: 4,
    async recognize(segment, signal) {
      try {
        return toCues(await ask(segment, signal), segment);
      } catch (error) {
        signal?.throwIfAborted();
        if (
          error instanceof SpeechToTextUnavailableError ||
          error instanceof TranscriptionServiceRejectedError
        )
          throw error;
        throw new SpeechToTextUnavailableError(describeFailure(error, timeoutSeconds), { cause: error });
      }
    },
    close: () => Promise.resolve(),
  };
}

function describeRefusal(status: number): Error {
  if (status === 401 || status === 403) {
    return new TranscriptionServiceRejectedError(message('speech_service_key_refused'));
  }
  if (status === 408 || status === 429 || status >= 500) {
    return new SpeechToTextUnavailableError(message('speech_service_unavailable', { status }));
  }
  return new TranscriptionServiceRejectedError(message('speech_service_refused', { status }));
}

function describeFailure(error: unknown, timeoutSeconds: number): Message {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return message('speech_service_slow', { seconds: timeoutSeconds });
  }
  if (error instanceof z.ZodError || error instanceof SyntaxError) {
    return message('speech_service_unreadable');
  }
  return message('speech_service_unreachable');
}

/** The service's own times, kept in order and inside the segment; placed by sound where there are none. */
function toCues(answer: Answer, segment: SpeechSegment): Cue[] {
  const durationSeconds = segment.samples.length / SPEECH_SAMPLE_RATE;
  const timed = (answer.segments ?? []).filter((part) => part.text.trim() !== '');
  if (timed.length === 0) return placeCues(answer.text.trim(), segment);
  const cues: Cue[] = [];
  let earliest = 0;
  for (const part of timed) {
    const start = Math.max(earliest, part.start);
    const end = Math.min(durationSeconds, part.end);
    // Times that make no sense: the words are kept, the times are not.
    if (!(end > start)) return placeCues(answer.text.trim(), segment);
    const startSecond = segment.startSecond + start;
    cues.push({ startSecond, endSecond: segment.startSecond + end, text: part.text.trim() });
    earliest = end;
  }
  return cues;
}
