import type { Problem } from '../../contract/problem.ts';

/** The server answered with an error. `body` is what it said, in whatever shape; `problem` when it is ours. */
export class ApiError extends Error {
  readonly status: number;
  readonly statusText: string;
  readonly body: unknown;
  readonly problem: Partial<Problem>;
  /** When the server asks to be left alone for a while. */
  readonly retryAfterSeconds: number | undefined;

  constructor(response: {
    status: number;
    statusText: string;
    body: unknown;
    retryAfterSeconds?: number | undefined;
  }) {
    const problem = isRecord(response.body) ? (response.body as Partial<Problem>) : {};
    super(typeof problem.detail === 'string' ? problem.detail : response.statusText);
    this.name = 'ApiError';
    this.status = response.status;
    this.statusText = response.statusText;
    this.body = response.body;
    this.problem = problem;
    this.retryAfterSeconds = response.retryAfterSeconds;
  }
}

/** No answer came: the network is down, the server is not there, or the connection broke. */
export class UnreachableError extends Error {
  constructor(cause: unknown) {
    super('The server cannot be reached.', { cause });
    this.name = 'UnreachableError';
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

const firstOf = (value: unknown): string | undefined => (Array.isArray(value) ? textOf(value[0]) : undefined);

const prefixed = (prefix: string, text: string | undefined): string | undefined =>
  text === undefined ? undefined : `${prefix}${text}`;

function fallbackByStatus(status: number): string {
  if (status === 401) return 'Invalid credentials. Please check your email and password.';
  if (status === 400) return 'Invalid request. Please check your input.';
  if (status >= 500) return 'Server error. Please try again later.';
  return 'An unexpected error occurred. Please try again.';
}

/**
 * What to tell after a failed login or registration, in the order that the specification gives (section 8).
 * `fallback` is for errors that are no answer of the server.
 */
export function explainAuthError(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return fallback;
  const body = isRecord(error.body) ? error.body : {};
  return (
    textOf(body['detail']) ??
    textOf(body['message']) ??
    textOf(body['error']) ??
    prefixed('Email: ', firstOf(body['email'])) ??
    prefixed('Password: ', firstOf(body['password'])) ??
    firstOf(body['non_field_errors']) ??
    Object.values(body)
      .map(firstOf)
      .find((text) => text !== undefined) ??
    fallbackByStatus(error.status)
  );
}

/**
 * What to tell after a failed transcription, summary or save: detail, message, error, else `fallback` where the
 * specification has one, else the error's own message.
 */
export function explainServiceError(error: unknown, fallback?: string): string {
  const body = error instanceof ApiError && isRecord(error.body) ? error.body : {};
  const told = textOf(body['detail']) ?? textOf(body['message']) ?? textOf(body['error']) ?? fallback;
  return (
    told ?? (error instanceof Error ? textOf(error.message) : undefined) ?? 'An unexpected error occurred'
  );
}

export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;
