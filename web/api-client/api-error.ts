import { CLIENT_MESSAGES } from '#contract/messages/client-messages.ts';
import type { Message } from '#contract/messages/message.ts';
import type { Problem } from '#contract/problem.ts';

/** An error answer of the server. `body` is its content in any form, `problem` if it is one of Lectern's. */
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
    super(CLIENT_MESSAGES.client_server_unreachable, { cause });
    this.name = 'UnreachableError';
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Something to tell, in English; `coded` for other languages. Null for words that no catalogue has. */
export interface Stated {
  readonly text: string;
  readonly coded: Message | null;
}

/** The server's stream ended with a failure. */
export class StatedError extends Error {
  readonly coded: Message | null;

  constructor({ text, coded }: Stated) {
    super(text);
    this.name = 'StatedError';
    this.coded = coded;
  }
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

const firstOf = (value: unknown): string | undefined => (Array.isArray(value) ? textOf(value[0]) : undefined);

const prefixed = (prefix: string, text: string | undefined): string | undefined =>
  text === undefined ? undefined : `${prefix}${text}`;

const ofClient = (code: keyof typeof CLIENT_MESSAGES): Stated => ({
  text: CLIENT_MESSAGES[code],
  coded: { code, params: {} },
});

const plain = (text: string | undefined): Stated | undefined =>
  text === undefined ? undefined : { text, coded: null };

function fallbackByStatus(status: number): Stated {
  if (status === 401) return ofClient('client_bad_credentials');
  if (status === 400) return ofClient('client_bad_request');
  return ofClient(status >= 500 ? 'client_server_error' : 'client_unexpected_answer');
}

/** What the server says happened, and its code where it is Lectern's own answer. */
function detailOf(error: ApiError): Stated | undefined {
  const text = textOf(error.problem.detail);
  return text === undefined ? undefined : { text, coded: error.problem.detail_coded ?? null };
}

/**
 * Which text to show after a failed login or registration; the order is fixed (docs/product.md, “Errors”).
 * `fallback` is for errors that are not a response of the server.
 */
export function stateAuthError(error: unknown, fallback: Stated): Stated {
  if (!(error instanceof ApiError)) return fallback;
  const body = isRecord(error.body) ? error.body : {};
  return (
    detailOf(error) ??
    plain(
      textOf(body['message']) ??
        textOf(body['error']) ??
        prefixed('Email: ', firstOf(body['email'])) ??
        prefixed('Password: ', firstOf(body['password'])) ??
        firstOf(body['non_field_errors']) ??
        Object.values(body)
          .map(firstOf)
          .find((text) => text !== undefined),
    ) ??
    fallbackByStatus(error.status)
  );
}

/**
 * Which text to show after a failed transcription, summary or save: detail, message, error, else `fallback`, else the
 * error's own message (docs/product.md, “Errors”).
 */
export function stateServiceError(error: unknown, fallback?: string): Stated {
  const body = error instanceof ApiError && isRecord(error.body) ? error.body : {};
  const answered =
    (error instanceof ApiError ? detailOf(error) : undefined) ??
    plain(textOf(body['message']) ?? textOf(body['error']) ?? fallback);
  if (answered !== undefined) return answered;
  if (error instanceof StatedError) return { text: error.message, coded: error.coded };
  if (error instanceof UnreachableError) return ofClient('client_server_unreachable');
  return (
    plain(error instanceof Error ? textOf(error.message) : undefined) ??
    ofClient('client_unexpected_of_service')
  );
}

export const loginFailed = ofClient('client_login_failed');
export const unexpectedError = ofClient('client_unexpected');

export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;
