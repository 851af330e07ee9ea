import type { FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { Config } from '#server/config.ts';
import { type WorkContext, type WorkOrigin, runInContext } from '../work-context.ts';
import type { Application } from './application.ts';

declare module 'fastify' {
  interface FastifyRequest {
    workContext: WorkContext | null;
  }
}

/**
 * Runs each request in its own work context (see work-context.ts), returns its id in `X-Request-Id`, and logs one
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

/** What other programs use for ids, and nothing that could forge a log line or a header. */
const SANE_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{7,127}$/;

const NAMED_NETWORKS: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/**
 * Makes what names each request: an id of ours, or the one that a trusted proxy brings in `X-Request-Id`,
 * so that one id finds the lines of both.
 */
export function createRequestIds(trustProxy: Config['trustProxy']): (request: IncomingMessage) => string {
  const isProxy = trustedPeers(trustProxy);
  return (request) => {
    const brought = request.headers['x-request-id'];
    const isTaken =
      typeof brought === 'string' && SANE_ID.test(brought) && isProxy(request.socket.remoteAddress);
    return isTaken ? brought : randomUUID();
  };
}

/** Whether an address that connects to us is that of a proxy whose word counts. */
function trustedPeers(trustProxy: Config['trustProxy']): (address: string | undefined) => boolean {
  if (trustProxy === undefined || trustProxy === false || trustProxy === 0) return () => false;
  if (typeof trustProxy !== 'string') return () => true;
  const networks = new BlockList();
  for (const part of trustProxy.split(',')) {
    for (const network of NAMED_NETWORKS[part] ?? [part]) {
      const [address = '', prefix] = network.split('/');
      const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
      if (prefix === undefined) networks.addAddress(address, family);
      else networks.addSubnet(address, Number(prefix), family);
    }
  }
  return (address) => address !== undefined && networks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
