import { z } from 'zod';
import { text } from './setting-schemas.ts';

function isServiceAddress(value: string): boolean {
  const url = URL.parse(value);
  // A key with a slash or # that is not encoded ends the host, and with it the address to send recordings to.
  if (url === null || url.password !== '' || url.hash !== '' || url.pathname.includes('@')) return false;
  // A lone percent sign cannot be decoded.
  const isDecodable = !/%(?![0-9a-f]{2})/i.test(url.username);
  return isDecodable && [...url.searchParams.keys()].every((name) => name === 'model');
}

/** The environment variable of the transcription service. */
export const transcriptionSettings = {
  TRANSCRIPTION_BASE_URL: text.pipe(
    z
      .url({ protocol: /^https?$/ })
      .refine(
        isServiceAddress,
        'must be an address such as https://KEY@api.example/v1?model=whisper-1, with %2F for a slash in the key',
      )
      .optional(),
  ),
};

/** An OpenAI-compatible transcription service to use instead of the built-in model. */
export interface TranscriptionServiceConfig {
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly model: string;
}

/** Parses `https://KEY@HOST/v1?model=NAME`; key and model are optional. */
export function readTranscriptionService({
  TRANSCRIPTION_BASE_URL: address,
}: z.infer<z.ZodObject<typeof transcriptionSettings>>): TranscriptionServiceConfig | undefined {
  if (address === undefined) return undefined;
  const { origin, pathname, username, searchParams } = new URL(address);
  return {
    baseUrl: `${origin}${pathname}`.replace(/\/+$/, ''),
    apiKey: username === '' ? undefined : decodeURIComponent(username),
    model: searchParams.get('model') ?? 'whisper-1',
  };
}
