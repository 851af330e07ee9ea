import { z } from 'zod';
import { text } from './setting-schemas.ts';

/** The environment variables of the transcription service. */
export const transcriptionSettings = {
  TRANSCRIPTION_BASE_URL: text.pipe(z.url({ protocol: /^https?$/ }).optional()),
  TRANSCRIPTION_API_KEY: text,
  TRANSCRIPTION_MODEL: text,
};

/** An OpenAI-compatible transcription service to use instead of the built-in model. */
export interface TranscriptionServiceConfig {
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly model: string;
}

export const readTranscriptionService = (
  value: z.infer<z.ZodObject<typeof transcriptionSettings>>,
): TranscriptionServiceConfig | undefined =>
  value.TRANSCRIPTION_BASE_URL === undefined
    ? undefined
    : {
        baseUrl: value.TRANSCRIPTION_BASE_URL.replace(/\/+$/, ''),
        apiKey: value.TRANSCRIPTION_API_KEY,
        model: value.TRANSCRIPTION_MODEL ?? 'whisper-1',
      };
