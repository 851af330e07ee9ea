import { APICallError } from 'ai';
import { TextGeneratorUnavailableError } from '../text-generator.ts';
import type { TokenCount, UnavailableReason } from '../text-generator.ts';

/** Longer than this nobody waits in the middle of a question set. */
const LONGEST_WAIT_SECONDS = 10;
const USUAL_WAIT_SECONDS = 1;

/**
 * What became of a call, in words of our own: the SDK's errors carry the whole request, and so the lesson, and what the
 * service said, which may repeat a key.
 */
export function describeFailure(
  error: unknown,
  service: string,
  tokens: TokenCount,
): TextGeneratorUnavailableError {
  const status = APICallError.isInstance(error) ? error.statusCode : undefined;
  const [reason, message] = explain(status, service);
  const cause = new Error(status === undefined ? codeOf(error) : `The service answered ${status}.`);
  return new TextGeneratorUnavailableError(message, reason, { cause, tokens });
}

function explain(status: number | undefined, service: string): [UnavailableReason, string] {
  if (status === undefined)
    return [
      'unreachable',
      `${service} cannot be reached. Check that it runs and that LANGUAGE_MODEL_BASE_URL is right.`,
    ];
  if (status === 401 || status === 403)
    return ['key_refused', `${service} refuses the key. Check LANGUAGE_MODEL_API_KEY.`];
  if (status === 404)
    return [
      'unknown_model',
      `${service} does not know the model or the address. Check LANGUAGE_MODEL and LANGUAGE_MODEL_BASE_URL.`,
    ];
  if (status === 429)
    return [
      'busy',
      `${service} takes no more requests now (status 429). Try again later, or raise its quota.`,
    ];
  if (status === 408 || status >= 500)
    return ['failed', `${service} is not available now (status ${status}). Try again later.`];
  if (status < 300)
    return [
      'failed',
      `${service} gave an answer that cannot be read. Check LANGUAGE_MODEL_BASE_URL, or try again later.`,
    ];
  return [
    'failed',
    `${service} gave no answer that can be used (status ${status}). Check the LANGUAGE_MODEL settings.`,
  ];
}

/** ECONNREFUSED and the like; never a message, which could hold an address with a key. */
function codeOf(error: unknown): string {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    if ('code' in cause && typeof cause.code === 'string') return `The call failed with ${cause.code}.`;
  }
  return 'The call failed without an answer.';
}

/**
 * How long to wait before the one more try, in seconds; undefined where another try would not help or would come too late.
 * Heeds Retry-After, in seconds or as a date.
 */
export function findWaitSeconds(error: unknown, now: Date): number | undefined {
  if (!APICallError.isInstance(error) || error.statusCode === undefined) return undefined;
  const { statusCode: status } = error;
  if (status !== 408 && status !== 429 && status < 500) return undefined;
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
  return /max_(?:completion_)?tokens/u.test(error.responseBody ?? '') ? 'token_limit' : 'structure';
}
