import type { FastifyRequest } from 'fastify';
import type { Socket } from 'node:net';
import type { Dependencies } from '#server/dependencies.ts';
import type { Application } from './application.ts';

/** Answered by a route of the application, at its pattern; all files of the web app and of the docs count as one. */
function routeOf(request: FastifyRequest): string {
  if (request.is404) return 'unmatched';
  const pattern = request.routeOptions.url ?? 'unmatched';
  if (pattern.startsWith('/api/docs')) return '/api/docs/*';
  return /^\/(?:api|ai|files|metrics)(?:\/|$)/.test(pattern) ? pattern : 'web app';
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Counts requests and how long they took. Whatever a client sends, the number of series stays that of the routes. */
export function countRequests(
  app: Application,
  { clock, metrics }: Pick<Dependencies, 'clock' | 'metrics'>,
): void {
  // A connection may carry several uploads; the little that other requests on it bring is counted with them.
  const counted = new WeakMap<Socket, number>();
  app.addHook('onRequest', (request, reply, done) => {
    const started = clock.monotonic();
    metrics.requestBegan();
    // 'finish' does not come for a client that left, and Fastify's onResponse neither.
    reply.raw.once('close', () => {
      const { raw } = reply;
      metrics.requestEnded({
        method: METHODS.has(request.method) ? request.method : 'other',
        route: routeOf(request),
        status: raw.writableFinished ? `${Math.floor(raw.statusCode / 100)}xx` : 'aborted',
        seconds: (clock.monotonic() - started) / 1000,
      });
      if (isUpload(request)) {
        const { bytesRead } = request.socket;
        metrics.uploadReceived(bytesRead - (counted.get(request.socket) ?? 0));
        counted.set(request.socket, bytesRead);
      }
    });
    done();
  });
}

const isUpload = (request: FastifyRequest): boolean =>
  request.method !== 'GET' && request.routeOptions.url?.startsWith('/ai/') === true;
