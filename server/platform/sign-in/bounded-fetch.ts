import type { CustomFetch } from 'openid-client';
import type { Clock } from '../clock.ts';
import { SignInProviderError } from './sign-in-provider.ts';

const LIMIT_BYTES = 1024 * 1024;
const LIMIT_MILLISECONDS = 10_000;

/**
 * Fetches from the provider, which may be at a private address, since the operator configured it. Follows no redirect, and
 * gives up after 10 seconds or 1 MiB.
 * @throws {SignInProviderError} unreachable.
 */
export const createBoundedFetch =
  (clock: Clock): CustomFetch =>
  (url, options) =>
    fetchWithin(clock.timeoutSignal(LIMIT_MILLISECONDS), url, options);

async function fetchWithin(
  timeout: AbortSignal,
  ...[url, options]: Parameters<CustomFetch>
): Promise<Response> {
  const signal = options.signal === undefined ? timeout : AbortSignal.any([options.signal, timeout]);
  let response: Response;
  let body: Buffer;
  try {
    response = await fetch(url, {
      method: options.method,
      headers: options.headers,
      body: options.body ?? null,
      redirect: 'manual',
      signal,
    });
    body = await readBounded(response);
  } catch (error) {
    if (error instanceof SignInProviderError) throw error;
    throw new SignInProviderError('unreachable', `The sign-in provider at ${hostOf(url)} does not answer.`, {
      cause: error,
    });
  }
  if (response.status >= 500) {
    throw new SignInProviderError(
      'unreachable',
      `The sign-in provider at ${hostOf(url)} answers ${response.status}.`,
    );
  }
  const { status, statusText, headers } = response;
  const hasBody = body.length > 0 && status !== 204 && status !== 304;
  return new Response(hasBody ? new Uint8Array(body) : null, { status, statusText, headers });
}

const hostOf = (url: string): string => new URL(url).host;

async function readBounded(response: Response): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  if (response.body === null) return Buffer.alloc(0);
  for await (const piece of response.body as AsyncIterable<Uint8Array>) {
    size += piece.length;
    if (size > LIMIT_BYTES) {
      throw new SignInProviderError('unreachable', 'The sign-in provider sends more than 1 MiB.');
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
