import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FieldError, Problem, ProblemCode } from '../../contract/problem.ts';
import { isOwnerGone } from '../database/database.ts';
import { isDatabaseUnreachable } from '../database/is-database-unreachable.ts';
import { FileStoreFullError, FileStoreUnavailableError } from '../files/file-store.ts';
import { ProblemError } from '../problem-error.ts';
import type { Application } from './application.ts';

/** Fields whose messages are repeated as Django-style lists, for the order of the specification's section 8. */
const LISTED_FIELDS = ['email', 'password', 'password2', 'non_field_errors'] as const;

const BY_STATUS: Record<number, { code: ProblemCode; detail: string }> = {
  404: { code: 'not_found', detail: 'There is nothing at this address.' },
  405: { code: 'method_not_allowed', detail: 'This address does not take this method.' },
  406: { code: 'not_acceptable', detail: 'This answer cannot be given in the form asked for.' },
  413: { code: 'payload_too_large', detail: 'The request is larger than this address takes.' },
  415: { code: 'unsupported_media_type', detail: 'Send the body as application/json.' },
  503: { code: 'service_unavailable', detail: 'Lectern is busy or starting. Try again in a moment.' },
};

/** Answers every failure as an RFC 9457 problem; an unknown one says nothing of the inside. */
export function answerProblems(app: Application): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const known = toProblemError(error);
    if (known === undefined || (known.status >= 500 && !isMeant(known))) {
      request.log.error({ err: error }, 'A request failed.');
    }
    return sendProblem(
      request,
      reply,
      known ??
        new ProblemError(
          'internal_error',
          'Something went wrong inside Lectern. Nothing you saved is lost; try again.',
        ),
    );
  });
  app.setNotFoundHandler((request, reply) =>
    sendProblem(request, reply, new ProblemError('not_found', 'There is nothing at this address.')),
  );
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
      isTooLong
        ? new ProblemError('not_found', 'There is nothing at this address.')
        : new ProblemError('malformed_request', 'The address holds signs that cannot be read.'),
    );
  };

/** Answers bytes that are no HTTP, or more headers than are read, and hangs up. */
export const answerFaultyHttp =
  (headers: Readonly<Record<string, string>>) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const problem =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? new ProblemError('headers_too_large', 'The headers of the request are too large.')
        : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
          ? new ProblemError('request_timeout', 'The request took too long to arrive.')
          : new ProblemError('malformed_request', 'This is no HTTP request.');
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
  if (hasZodFastifySchemaValidationErrors(error)) return validationProblem(error);
  if (error instanceof FileStoreFullError) {
    return new ProblemError('storage_full', 'The server has no room left for files. Tell its operator.', {
      cause: error,
    });
  }
  if (isOwnerGone(error)) {
    return new ProblemError('token_invalid', 'This account does not exist any more.', { cause: error });
  }
  if (error instanceof FileStoreUnavailableError) {
    return new ProblemError(
      'service_unavailable',
      'The file store cannot be reached, so nothing was stored. Try again in a moment.',
      { retryAfterSeconds: 5, cause: error },
    );
  }
  if (error.code === DATABASE_DISK_FULL) {
    return new ProblemError('storage_full', 'The server has no room left to save this. Tell its operator.', {
      cause: error,
    });
  }
  if (isDatabaseUnreachable(error)) {
    return new ProblemError('service_unavailable', 'The database cannot be reached. Try again in a moment.', {
      retryAfterSeconds: 5,
      cause: error,
    });
  }
  const status = error.statusCode;
  if (status === undefined || status < 400) return undefined;
  const named = BY_STATUS[status];
  if (named !== undefined) return new ProblemError(named.code, named.detail, { cause: error });
  if (status < 500) return new ProblemError('malformed_request', requestFault(error), { cause: error });
  return undefined;
}

function requestFault(error: FastifyError): string {
  if (error.code === 'FST_ERR_CTP_INVALID_JSON_BODY' || error instanceof SyntaxError) {
    return 'The body is not valid JSON.';
  }
  if (error.code === 'FST_ERR_CTP_EMPTY_JSON_BODY') return 'The body is empty; JSON was expected.';
  return 'The request cannot be understood.';
}

function validationProblem(error: FastifyError): ProblemError {
  const issues = hasZodFastifySchemaValidationErrors(error) ? error.validation : [];
  const errors: FieldError[] = issues.map((issue) => ({
    field: issue.instancePath.replace(/^\//, '').replaceAll('/', '.') || 'non_field_errors',
    message: messageOf(issue),
  }));
  const first = errors[0];
  return new ProblemError('validation_failed', first?.message ?? 'The request is not valid.', { errors });
}

function messageOf({
  keyword,
  instancePath,
  message,
}: {
  keyword: string;
  instancePath: string;
  message?: string;
}): string {
  if (/^\/?$/.test(instancePath) && keyword === 'invalid_type') return 'Send a JSON object.';
  return message ?? 'Is not valid.';
}

/** PostgreSQL's code for a disk without room. */
const DATABASE_DISK_FULL = '53100';
