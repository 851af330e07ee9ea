import { fetch as guardedFetch } from 'undici';
import { createGuardedAgent } from '#server/web-fetch/guarded-agent.ts';
import { isServiceAddress } from '#server/web-fetch/service-address.ts';

export type Fetch = typeof fetch;

/** More than any answer that is asked for; a service that sends on and on is cut off. */
const MAXIMUM_ANSWER_BYTES = 8_000_000;

const agent = createGuardedAgent({ allowAddress: isServiceAddress });

/**
 * Calls a language model service. A redirect could take key and lesson to another host, and an endless answer could fill the
 * memory: both are refused. With `isGuarded`, so are the addresses at which clouds give out credentials.
 */
export const createServiceFetch =
  ({ isGuarded = false }: { readonly isGuarded?: boolean | undefined }): Fetch =>
  async (input, init) => {
    const options = { ...init, redirect: 'error' } as const;
    const response = isGuarded ? await fetchGuarded(input, options) : await fetch(input, options);
    return response.body === null ? response : new Response(limitBytes(response.body), response);
  };

async function fetchGuarded(input: Parameters<Fetch>[0], init: RequestInit): Promise<Response> {
  const url = input instanceof Request ? input.url : String(input);
  const { method = 'GET', signal = null } = init;
  const response = await guardedFetch(url, {
    method,
    headers: [...new Headers(init.headers)],
    body: typeof init.body === 'string' ? init.body : null,
    redirect: 'error',
    signal,
    dispatcher: agent,
  });
  const { status, statusText } = response;
  // The classes of the package are not those of the runtime, which callers check for.
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
