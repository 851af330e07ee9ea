import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { request } from 'undici';
import { message } from '#contract/messages/make-message.ts';
import { createGuardedAgent } from './guarded-agent.ts';
import { UrlFetchError, type UrlFetchProblem } from './url-fetch-error.ts';

export interface GuardedRequest {
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
  /** Hosts (`host` or `host:port`) that may be at private addresses, and be called without TLS. */
  readonly privateHosts: readonly string[];
}

const LIMIT_BYTES = 1024 * 1024;
const LIMIT_MILLISECONDS = 15_000;

/** Whether Lectern may call the address: over HTTPS, or on a host that the settings name. */
export const isCallable = (url: URL, privateHosts: readonly string[]): boolean =>
  url.username === '' &&
  url.password === '' &&
  (url.protocol === 'https:' || (url.protocol === 'http:' && privateHosts.includes(url.host)));

/**
 * Calls another system. Reaches public addresses and the hosts that the settings name, follows no redirect, and gives up after 15
 * seconds or 1 MiB.
 * @throws {UrlFetchError} where there is no answer. Whatever the status of an answer is, it is returned.
 */
export async function guardedFetch(
  address: string,
  { method, headers = {}, body, signal, privateHosts }: GuardedRequest,
): Promise<Response> {
  const url = URL.parse(address);
  if (url === null) throw new UrlFetchError('invalid-url', message('url_not_web'));
  if (!isCallable(url, privateHosts)) throw new UrlFetchError('invalid-url', message('url_insecure'));
  const isPrivateAllowed = privateHosts.includes(url.host);
  const agent = createGuardedAgent(isPrivateAllowed ? { allowAddress: () => true } : {});
  const deadline = AbortSignal.timeout(LIMIT_MILLISECONDS);
  try {
    const response = await request(url, {
      method,
      dispatcher: agent,
      signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
      headers: { 'accept-encoding': 'identity', 'user-agent': 'Lectern', ...headers },
      ...(body === undefined ? {} : { body }),
    });
    const content = await buffer(Readable.from(limitBytes(response.body)));
    const type = response.headers['content-type'];
    return new Response(content.length > 0 && response.statusCode !== 204 ? new Uint8Array(content) : null, {
      status: response.statusCode,
      headers: typeof type === 'string' ? { 'content-type': type } : {},
    });
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof UrlFetchError) throw error;
    throw deadline.aborted
      ? new UrlFetchError('time-limit', message('url_time'), { cause: error })
      : new UrlFetchError('unreachable', message('url_unreachable'), { cause: error });
  } finally {
    await agent.destroy();
  }
}

async function* limitBytes(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > LIMIT_BYTES)
      throw new UrlFetchError('too-large', message('url_too_large', { limitBytes: LIMIT_BYTES }));
    yield chunk;
  }
}

const FAILURES: Partial<Record<UrlFetchProblem, string>> = {
  'not-public': 'The address leads to a private network.',
  'time-limit': `The address did not answer within ${LIMIT_MILLISECONDS / 1000} seconds.`,
  'too-large': 'The address answered with too much text.',
  unreachable: 'The address could not be reached.',
};

/** Why a call had no answer, for whoever configured the address. */
export const describeFailedCall = ({ problem }: UrlFetchError): string =>
  FAILURES[problem] ?? 'The address cannot be called.';
