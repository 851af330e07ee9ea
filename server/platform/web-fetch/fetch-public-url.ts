import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { PassThrough, Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { request, type Agent, type Dispatcher } from 'undici';
import { message } from '#contract/messages/make-message.ts';
import type { Message } from '#contract/messages/message.ts';
import { systemClock, type Clock } from '../clock.ts';
import { createGuardedAgent, type GuardOptions } from './guarded-agent.ts';
import { UrlFetchError } from './url-fetch-error.ts';

export interface FetchPublicUrlOptions extends GuardOptions {
  /** Most bytes of the body, after decompression. */
  readonly maximumBytes: number;
  /** Longest time for everything: redirects, headers and body, in milliseconds. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
  /** Ports that may be connected to. Default: 80 and 443. */
  readonly allowedPorts?: readonly number[];
}

/** What an address holds. */
export interface FetchedUrl {
  /** After redirects. */
  readonly finalUrl: string;
  /** The media type, lower-case and without parameters; null when the site does not say. */
  readonly contentType: string | null;
  /** What the site says the size is, before decompression; null when it does not. */
  readonly announcedBytes: number | null;
  /** Must be read or destroyed. Fails with a `UrlFetchError` when a limit is reached. */
  readonly body: Readable;
}

const mostRedirects = 5;
const defaultPorts: readonly number[] = [80, 443];
const mostUrlCharacters = 4096;

/**
 * Checks an address as a person gave it: http or https, an allowed port, no name or password in it.
 * @throws {UrlFetchError} invalid-url
 */
export function parsePublicUrl(url: string, allowedPorts: readonly number[] = defaultPorts): URL {
  const parsed = url.length <= mostUrlCharacters ? URL.parse(url) : null;
  if (!parsed) throw new UrlFetchError('invalid-url', message('url_not_web'));
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') {
    throw new UrlFetchError('invalid-url', message('url_scheme'));
  }
  if (parsed.username !== '' || parsed.password !== '') {
    throw new UrlFetchError('invalid-url', message('url_with_password'));
  }
  const port = parsed.port === '' ? (parsed.protocol === 'https:' ? 443 : 80) : Number(parsed.port);
  if (!allowedPorts.includes(port)) {
    throw new UrlFetchError('invalid-url', message('url_port', { port }));
  }
  return parsed;
}

/**
 * Fetches an address of the public web with GET, following up to 5 redirects, each checked like the first.
 * @throws {UrlFetchError} also by way of the body
 * @throws the signal's reason when it is aborted
 */
export async function fetchPublicUrl(url: string, options: FetchPublicUrlOptions): Promise<FetchedUrl> {
  options.signal?.throwIfAborted();
  const deadline = (options.clock ?? systemClock).timeoutSignal(options.timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, deadline]) : deadline;
  const agent = createGuardedAgent(options);
  const explain = (error: unknown) => explainFailure(error, options.signal, deadline);
  try {
    let target = parsePublicUrl(url, options.allowedPorts);
    for (let redirects = 0; ; redirects++) {
      const response = await get(target, agent, signal);
      const next = findRedirect(response, target, options.allowedPorts);
      if (!next) return openBody(target, response, agent, options.maximumBytes, explain);
      // The connection goes with the agent: a redirect's body may be endless.
      response.body.on('error', () => undefined).destroy();
      if (redirects >= mostRedirects) {
        throw new UrlFetchError('too-many-redirects', message('url_redirects'));
      }
      target = next;
    }
  } catch (error) {
    await agent.destroy();
    throw explain(error);
  }
}

/**
 * Fetches an address into a file. A file that could not be completed is removed.
 * @throws {UrlFetchError}
 */
export async function downloadPublicUrl(
  url: string,
  path: string,
  options: FetchPublicUrlOptions,
): Promise<Omit<FetchedUrl, 'body'> & { readonly sizeBytes: number }> {
  const { body, ...fetched } = await fetchPublicUrl(url, options);
  const file = createWriteStream(path, { flags: 'wx' });
  try {
    await pipeline(body, file);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return { ...fetched, sizeBytes: file.bytesWritten };
}

function get(target: URL, agent: Agent, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
  return request(target, {
    dispatcher: agent,
    signal,
    headers: {
      accept: '*/*',
      'accept-encoding': 'identity',
      'user-agent': 'Lectern (course content fetcher)',
    },
  });
}

function header(response: Dispatcher.ResponseData, name: string): string | undefined {
  const value = response.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function findRedirect(
  response: Dispatcher.ResponseData,
  from: URL,
  ports?: readonly number[],
): URL | undefined {
  const { statusCode } = response;
  const location = header(response, 'location');
  if (statusCode >= 300 && statusCode < 400 && location !== undefined) {
    return parsePublicUrl(URL.parse(location, from.href)?.href ?? location, ports);
  }
  if (statusCode >= 200 && statusCode < 300 && statusCode !== 204) return undefined;
  throw new UrlFetchError('bad-status', describeStatus(statusCode));
}

function describeStatus(status: number): Message {
  if (status === 404 || status === 410) return message('url_not_found');
  return status === 401 || status === 403 ? message('url_not_open') : message('url_status', { status });
}

function openBody(
  target: URL,
  response: Dispatcher.ResponseData,
  agent: Agent,
  maximumBytes: number,
  explain: (error: unknown) => unknown,
): FetchedUrl {
  const announced = Number(header(response, 'content-length') ?? Number.NaN);
  if (announced > maximumBytes) {
    response.body.on('error', () => undefined).destroy();
    throw tooLarge(maximumBytes);
  }
  const body = new PassThrough({
    // The pipeline hands a broken connection's own error on: its reader is to get one that people understand.
    destroy: (error, callback) => callback(error === null ? null : asError(explain(error))),
  });
  const decoder = makeDecoder(header(response, 'content-encoding'));
  pipeline(response.body, decoder, limitBytes(maximumBytes), body, { end: true })
    // The body has it.
    .catch(() => undefined)
    .finally(() => void agent.destroy());
  return {
    finalUrl: target.href,
    contentType: header(response, 'content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? null,
    announcedBytes: Number.isFinite(announced) ? announced : null,
    body,
  };
}

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));

/** Sites may compress though they were asked not to. Decoders work by chunks: a bomb meets the limit early. */
function makeDecoder(encoding: string | undefined): NodeJS.ReadWriteStream {
  switch (encoding?.trim().toLowerCase() ?? 'identity') {
    case 'identity':
    case '':
      return new PassThrough();
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    case 'zstd':
      return createZstdDecompress();
    default:
      throw new UrlFetchError('unreachable', message('url_compressed'));
  }
}

function limitBytes(maximumBytes: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      bytes += chunk.length;
      if (bytes > maximumBytes) callback(tooLarge(maximumBytes));
      else callback(null, chunk);
    },
  });
}

const tooLarge = (maximumBytes: number): UrlFetchError =>
  new UrlFetchError('too-large', message('url_too_large', { limitBytes: maximumBytes }));

function explainFailure(error: unknown, caller: AbortSignal | undefined, deadline: AbortSignal): unknown {
  if (error instanceof UrlFetchError) return error;
  if (caller?.aborted === true) return caller.reason;
  const timedOut = deadline.aborted || (error instanceof Error && /timeout/iu.test(error.name));
  if (timedOut) {
    return new UrlFetchError('time-limit', message('url_time'), {
      cause: error,
    });
  }
  return new UrlFetchError('unreachable', message('url_unreachable'), {
    cause: error,
  });
}
