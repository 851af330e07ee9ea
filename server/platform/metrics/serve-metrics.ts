import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Metrics } from './metrics.ts';
import { judgeMetricsAccess } from './metrics-access.ts';

/**
 * Serves `GET /metrics` on a separate port, for a process that has no other: on every address when a token guards
 * them, and otherwise on this machine only.
 * @throws when the port is in use.
 */
export async function serveMetrics(
  metrics: Metrics,
  options: { port: number; host: string; token: string | undefined; isBehindProxy: boolean },
): Promise<Server> {
  const server = createServer((request, response) => {
    const answer = (status: number, body: string, contentType = 'text/plain; charset=utf-8'): void => {
      response.writeHead(status, { 'content-type': contentType, 'cache-control': 'no-store' }).end(body);
    };
    const isAsked = request.method === 'GET' && request.url?.split('?')[0] === '/metrics';
    const access = judgeMetricsAccess(request, options);
    if (!isAsked || access === 'hidden') answer(404, 'There is nothing at this address.\n');
    else if (access === 'token_wrong') answer(401, 'Send the token of METRICS_TOKEN as a bearer token.\n');
    else {
      metrics.expose().then(
        (exposed) => answer(exposed === undefined ? 404 : 200, exposed?.body ?? '', exposed?.contentType),
        () => answer(500, 'The metrics could not be read.\n'),
      );
    }
  });
  server.maxConnections = 50;
  server.requestTimeout = 10_000;
  server.listen(options.port, options.token === undefined ? '127.0.0.1' : options.host);
  await once(server, 'listening');
  return server;
}
