import { fetch as guardedFetch } from 'undici';
import { createGuardedAgent } from '#server/platform/web-fetch/guarded-agent.ts';
import { RedirectError } from '../ai-sdk/describe-failure.ts';
import { isServiceAddress } from '#server/platform/web-fetch/service-address.ts';

export type Fetch = typeof fetch;

/** Larger than any requested answer. An endless response is cut off here. */
const MAXIMUM_ANSWER_BYTES = 8_000_000;

const agent = createGuardedAgent({ allowAddress: isServiceAddress });

/**
 * Calls a language model service. Rejects redirects, which could send the key and the lesson to another host, and endless
 * responses, which could fill the memory. With `isGuarded`, also rejects the metadata addresses of clouds.
 */
export const createServiceFetch =
  ({ isGuarded = false }: { readonly isGuarded?: boolean | undefined }): Fetch =>
  async (input, init) => {
    const options = { ...init, redirect: 'manual' } as const;
    const response = isGuarded ? await fetchGuarded(input, options) : await fetch(input, options);
    refuseRedirect(response, input instanceof Request ? input.url : String(input));
    return response.body === null ? response : new Response(limitBytes(response.body), response);
  };

/** @throws {RedirectError} */
function refuseRedirect({ status, headers, body }: Response, calledUrl: string): void {
  const location = headers.get('location');
  if (status < 300 || status >= 400 || location === null) return;
  void body?.cancel();
  const target = URL.parse(location, calledUrl);
  throw new RedirectError(target === null ? '' : `${target.origin}${target.pathname}`);
}

async function fetchGuarded(input: Parameters<Fetch>[0], init: RequestInit): Promise<Response> {
  const url = input instanceof Request ? input.url : String(input);
  const { method = 'GET', signal = null } = init;
  const response = await guardedFetch(url, {
    method,
    headers: [...new Headers(init.headers)],
    body: typeof init.body === 'string' ? init.body : null,
    redirect: 'manual',
    signal,
    dispatcher: agent,
  });
  const { status, statusText } = response;
  // Callers check for the runtime's classes, and the package has its own.
  return new Response(response.body as ReadableStream<Uint8Array> | null, {
    status,
    statusText,
    headers: [...response.headers],
  });
}

function limitBytes(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  let bytes = 0;
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        if (bytes > MAXIMUM_ANSWER_BYTES) controller.error(new Error('The answer is too long.'));
        else controller.enqueue(chunk);
      },
    }),
  );
}
