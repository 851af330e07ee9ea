import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Problem } from '#contract/problem.ts';
import { isOwnerGone } from '../database/database.ts';
import { isDatabaseUnreachable } from '../database/is-database-unreachable.ts';
import { FileStoreFullError, FileStoreUnavailableError } from '../files/file-store.ts';
import { ProblemError } from '../problem-error.ts';
import type { Application } from './application.ts';

/** Fields whose messages are repeated as lists under their name (docs/product.md, “Errors”). */
const LISTED_FIELDS = ['email', 'password', 'password2', 'non_field_errors'] as const;

const BY_STATUS = {
  404: 'address_empty',
  405: 'method_not_allowed',
  406: 'form_not_available',
  413: 'request_too_large',
  415: 'json_expected',
  503: 'busy_or_starting',
} as const;

/** Answers every failure as an RFC 9457 problem; an unknown one says nothing of the inside. */
export function answerProblems(app: Application): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const known = toProblemError(error);
    if (known === undefined || (known.status >= 500 && !isMeant(known))) {
      request.log.error({ err: error }, 'A request failed.');
    }
    return sendProblem(request, reply, known ?? new ProblemError('internal_error'));
  });
  app.setNotFoundHandler((request, reply) => sendProblem(request, reply, new ProblemError('address_empty')));
}

/** Turned away on purpose, or not ready: nothing failed, and under load a line for each would be one load more. */
const isMeant = (problem: ProblemError): boolean =>
  problem.code === 'service_unavailable' && problem.cause === undefined;

/** Answers a URL that cannot be read; Fastify finds that out before any route or hook. */
export const answerFrameworkErrors =
  (headers: Readonly<Record<string, string>>) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const isTooLong = error.code === 'FST_ERR_MAX_PARAM_LENGTH';
    sendProblem(
      request,
      reply.headers(headers).header('x-request-id', request.id),
      isTooLong ? new ProblemError('address_empty') : new ProblemError('address_unreadable'),
    );
  };

/** Answers bytes that are not HTTP, or more headers than are read, and hangs up. */
export const answerFaultyHttp =
  (headers: Readonly<Record<string, string>>) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const problem =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? new ProblemError('headers_too_large')
        : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
          ? new ProblemError('request_too_slow')
          : new ProblemError('not_http');
    const requestId = randomUUID();
    const body = JSON.stringify(presentProblem(problem, requestId));
    const head = [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? 'Error'}`,
      'Content-Type: application/problem+json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      'Connection: close',
    ];
    if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
    socket.destroySoon();
  };

/** The problem as the body of an answer. */
function presentProblem(error: ProblemError, requestId: string): Problem {
  const lists: Partial<Record<(typeof LISTED_FIELDS)[number], string[]>> = {};
  for (const name of LISTED_FIELDS) {
    const messages = error.errors.filter(({ field }) => field === name).map(({ message }) => message);
    if (messages.length > 0) lists[name] = messages;
  }
  return {
    type: `urn:lectern:problem:${error.code}`,
    title: STATUS_CODES[error.status] ?? 'Error',
    status: error.status,
    detail: error.message,
    detail_coded: error.coded,
    code: error.code,
    request_id: requestId,
    ...(error.challenge === undefined ? {} : { challenge: error.challenge }),
    ...(error.errors.length > 0 ? { errors: [...error.errors] } : {}),
    ...lists,
  };
}

function sendProblem(request: FastifyRequest, reply: FastifyReply, error: ProblemError): FastifyReply {
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds));
  if (error.status === 401) reply.header('www-authenticate', 'Bearer realm="lectern"');
  // What the route said about its answer does not hold for a problem.
  reply.removeHeader('etag').header('cache-control', 'no-store');
  // Serialised here: a problem may answer any route, whatever schemas that route names.
  return reply
    .code(error.status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .serializer((body: unknown) => JSON.stringify(body))
    .send(presentProblem(error, request.id));
}

function toProblemError(error: FastifyError): ProblemError | undefined {
  if (error instanceof ProblemError) return error;
  if (error instanceof FileStoreFullError) {
    return new ProblemError('file_store_full', {
      cause: error,
    });
  }
  if (isOwnerGone(error)) {
    return new ProblemError('account_gone', { cause: error });
  }
  if (error instanceof FileStoreUnavailableError) {
    return new ProblemError('file_store_unreachable', { retryAfterSeconds: 5, cause: error });
  }
  if (error.code === DATABASE_DISK_FULL) {
    return new ProblemError('disk_full', {
      cause: error,
    });
  }
  if (isDatabaseUnreachable(error)) {
    return new ProblemError('database_unreachable', {
      retryAfterSeconds: 5,
      cause: error,
    });
  }
  const status = error.statusCode;
  if (status === undefined || status < 400) return undefined;
  const named = BY_STATUS[status as keyof typeof BY_STATUS] as
    (typeof BY_STATUS)[keyof typeof BY_STATUS] | undefined;
  if (named !== undefined) return new ProblemError(named, { cause: error });
  if (status < 500) return new ProblemError(requestFault(error), { cause: error });
  return undefined;
}

function requestFault(error: FastifyError) {
  if (error.code === 'FST_ERR_CTP_INVALID_JSON_BODY' || error instanceof SyntaxError) return 'json_invalid';
  return error.code === 'FST_ERR_CTP_EMPTY_JSON_BODY' ? 'body_empty' : 'request_not_understood';
}

/** PostgreSQL's code for a disk without room. */
const DATABASE_DISK_FULL = '53100';

/**
 * What helmet adds to every answer, for the two kinds that no hook sees: an address that cannot be read, and bytes that
 * are not HTTP.
 */
export const errorHeaders = (publicUrl: string | undefined): Readonly<Record<string, string>> => ({
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-site',
  'Cache-Control': 'no-store',
  ...(publicUrl?.startsWith('https:') === true
    ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }
    : {}),
});
