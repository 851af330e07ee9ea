import type { FastifyRequest } from 'fastify';
import { runInContext, type WorkContext, type WorkOrigin } from '../work-context.ts';
import type { Application } from './application.ts';

declare module 'fastify' {
  interface FastifyRequest {
    workContext: WorkContext | null;
  }
}

/**
 * Runs each request as work of its own (see work-context.ts), answers its id in `X-Request-Id`, and writes one
 * line for each answer, with its outcome.
 */
export function followRequests(app: Application): void {
  app.decorateRequest('workContext', null);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    request.workContext = { requestId: request.id, origin: workOriginOf(request) };
    runInContext(request.workContext, done);
  });
  // A body arrives in the context of its connection, and what follows it would run there.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.workContext === null) done();
    else runInContext(request.workContext, done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const isRefused = reply.statusCode >= 400;
    if (isRefused || request.log.level === 'debug' || request.log.level === 'trace') {
      const line = {
        request_id: request.id,
        ...(request.actor === null ? {} : { instructor_id: request.actor.instructorId }),
        req: request,
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime),
      };
      if (isRefused) request.log.info(line, 'Refused.');
      else request.log.debug(line, 'Answered.');
    }
    done();
  });
}

function workOriginOf(request: FastifyRequest): WorkOrigin {
  const userAgent = request.headers['user-agent'];
  return { kind: 'request', address: request.ip, ...(userAgent === undefined ? {} : { userAgent }) };
}

/** Says whose work the request is, once that is known. */
export function nameInstructor(request: FastifyRequest, instructorId: number): void {
  if (request.workContext !== null) request.workContext.instructorId = instructorId;
}
