import { APICallError } from 'ai';
import { UrlFetchError } from '#server/platform/web-fetch/url-fetch-error.ts';
import { TextGeneratorUnavailableError } from '../text-generator.ts';
import type { TokenCount, UnavailableReason } from '../text-generator.ts';

/** No one waits longer than this in the middle of a quiz. */
const LONGEST_WAIT_SECONDS = 10;
const USUAL_WAIT_SECONDS = 1;

/**
 * What happened to a call, in our own words: the SDK's errors carry the whole request, and so the lesson, and what the
 * service said, which may repeat a key.
 */
export function describeFailure(
  error: unknown,
  service: string,
  tokens?: TokenCount,
): TextGeneratorUnavailableError {
  const redirect = findRedirect(error);
  if (redirect !== undefined) return redirectedTo(redirect, service, tokens);
  const status = APICallError.isInstance(error) ? error.statusCode : undefined;
  const networkCode = status === undefined ? findNetworkCode(error) : undefined;
  const body = APICallError.isInstance(error) ? (error.responseBody ?? '') : '';
  return failureOf({ status, body, networkCode }, service, tokens);
}

/** The service redirects to another address, which Lectern never calls. */
export class RedirectError extends Error {
  override readonly name = 'RedirectError';
  /** Without query and credentials. */
  readonly location: string;

  constructor(location: string) {
    super('The service redirects to another address.');
    this.location = location;
  }
}

function findRedirect(error: unknown): RedirectError | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 6; cause = cause.cause, depth += 1)
    if (cause instanceof RedirectError) return cause;
  return undefined;
}

const redirectedTo = (
  { location }: RedirectError,
  service: string,
  tokens?: TokenCount,
): TextGeneratorUnavailableError =>
  new TextGeneratorUnavailableError(`${service} ${explain('redirected', undefined)}`, 'redirected', {
    redirectsTo: location,
    ...(tokens === undefined ? {} : { tokens }),
  });

interface Answered {
  /** Undefined if there was no response. */
  readonly status: number | undefined;
  readonly body: string;
  readonly networkCode: string | undefined;
}

/** The same for a response that did not come through the SDK. */
export function failureOf(
  { status, body, networkCode }: Answered,
  service: string,
  tokens?: TokenCount,
): TextGeneratorUnavailableError {
  const reason = findReason(status, body);
  const cause = new Error(
    status !== undefined
      ? `The service answered ${status}.`
      : networkCode === undefined
        ? 'The call failed without an answer.'
        : `The call failed with ${networkCode}.`,
  );
  return new TextGeneratorUnavailableError(`${service} ${explain(reason, status)}`, reason, {
    cause,
    networkCode,
    ...(tokens === undefined ? {} : { tokens }),
  });
}

/** The error code for an address that Lectern does not connect to. */
export const ADDRESS_BLOCKED = 'EBLOCKED';

const NO_CREDIT =
  /insufficient_quota|credit balance|insufficient (?:balance|credits?|funds)|out of credits?|billing_(?:hard_)?limit/iu;
const CONTEXT =
  /context[_ ](?:length|size|window)|maximum context|n_ctx|prompt is too long|input length exceeds|too many (?:input )?tokens/iu;
const UNKNOWN_MODEL =
  /model_not_found|DeploymentNotFound|model[^.]{0,80}(?:not found|does not exist|not exist|is not available|not a valid model)|(?:unknown|invalid|no such) model/iu;

const isContextRefusal = (status: number, body: string): boolean =>
  [400, 413, 422, 500].includes(status) && CONTEXT.test(body);

function findReason(status: number | undefined, body: string): UnavailableReason {
  if (status === undefined) return 'unreachable';
  if (status === 402 || ([400, 403, 429].includes(status) && NO_CREDIT.test(body))) return 'no_credit';
  if (status === 401 || status === 403) return 'key_refused';
  if (isContextRefusal(status, body)) return 'context_too_small';
  if (UNKNOWN_MODEL.test(body) && status >= 400 && status < 500) return 'unknown_model';
  // Other programs respond with a web page or a text about the path.
  if (status === 404) return isJson(body) || body === '' ? 'unknown_model' : 'wrong_address';
  // An empty body means that the connection broke.
  if (status === 405 || (status < 300 && body !== '')) return 'wrong_address';
  return status === 429 ? 'busy' : 'failed';
}

const PLACE = 'Administration → Language model, or the LANGUAGE_MODEL variables';

function explain(reason: UnavailableReason, status: number | undefined): string {
  const answer = status === undefined ? '' : ` (status ${status})`;
  switch (reason) {
    case 'unreachable':
      return `cannot be reached. Check that it is running, and check its address in ${PLACE}.`;
    case 'wrong_address':
      return `returned an unexpected response. Check its address in ${PLACE}.`;
    case 'key_refused':
      return `rejected the key. Check the key in ${PLACE}.`;
    case 'no_credit':
      return 'rejects requests because the account has no credit left. Add credit at the service.';
    case 'unknown_model':
      return `does not have the model. Choose another one in ${PLACE}.`;
    case 'context_too_small':
      return 'rejected the text as too long. Choose a model with a larger context window, or raise the context length in the service.';
    case 'busy':
      return `reached its rate limit${answer}. Try again later, or raise the limit at the service.`;
    case 'redirected':
      return `redirects to another address. Check its address in ${PLACE}.`;
    case 'budget':
    case 'timeout':
    case 'not_ready':
    case 'failed':
      return `returned no usable answer${answer}. Try again later, or check ${PLACE}.`;
  }
}

/** ECONNREFUSED and the like; never a message, which could hold an address with a key. */
function findNetworkCode(error: unknown): string | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 6; cause = cause.cause, depth += 1) {
    if (cause instanceof UrlFetchError) return cause.problem === 'not-public' ? ADDRESS_BLOCKED : 'ENOTFOUND';
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
  }
  return undefined;
}

function isJson(body: string): boolean {
  try {
    return typeof JSON.parse(body) === 'object';
  } catch {
    return false;
  }
}

/**
 * How long to wait before the one more try, in seconds; undefined where another try would not help or would come too late.
 * Heeds Retry-After, in seconds or as a date.
 */
export function findWaitSeconds(error: unknown, now: Date): number | undefined {
  if (!APICallError.isInstance(error) || error.statusCode === undefined) return undefined;
  const { statusCode: status } = error;
  if (status !== 408 && status !== 429 && status < 500) return undefined;
  if (NO_CREDIT.test(error.responseBody ?? '')) return undefined;
  const asked = error.responseHeaders?.['retry-after'];
  if (asked === undefined) return USUAL_WAIT_SECONDS;
  const seconds = /^\d+(?:\.\d+)?$/u.test(asked) ? Number(asked) : (Date.parse(asked) - now.getTime()) / 1000;
  if (Number.isNaN(seconds)) return USUAL_WAIT_SECONDS;
  return seconds > LONGEST_WAIT_SECONDS ? undefined : Math.max(0, seconds);
}

/** The service refuses a part of the request: which part can be left out. */
export function findRefusedPart(error: unknown): 'token_limit' | 'structure' | undefined {
  if (!APICallError.isInstance(error) || (error.statusCode !== 400 && error.statusCode !== 422))
    return undefined;
  const body = error.responseBody ?? '';
  const reason = findReason(error.statusCode, body);
  if (reason !== 'failed') return undefined;
  return /max_(?:completion_)?tokens/u.test(body) ? 'token_limit' : 'structure';
}
