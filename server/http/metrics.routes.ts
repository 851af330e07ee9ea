import { z } from 'zod';
import { judgeMetricsAccess } from '../metrics/metrics-access.ts';
import type { Dependencies } from '../ports.ts';
import { ProblemError } from '../problem-error.ts';
import type { Application } from './application.ts';
import { problemResponses } from './problem-responses.ts';

/** `GET /metrics` for Prometheus, when metrics are on. */
export function registerMetricsRoutes(app: Application, { config, metrics }: Dependencies): void {
  const { isOn, token } = config.operations.metrics;
  if (!isOn) return;
  const isBehindProxy = config.trustProxy !== undefined || config.publicUrl !== undefined;
  app.get(
    '/metrics',
    {
      config: { access: 'public' },
      schema: {
        tags: ['health'],
        summary: 'Read the metrics of this process',
        description:
          'For Prometheus: with the token of METRICS_TOKEN, or without one from this machine alone.',
        produces: ['text/plain'],
        response: {
          200: {
            description: 'Metrics in the text format of Prometheus',
            content: { 'text/plain': { schema: z.string() } },
          },
          ...problemResponses(401, 404),
        },
      },
    },
    async (request, reply) => {
      const access = judgeMetricsAccess(request.raw, { token, isBehindProxy });
      if (access === 'token_wrong') {
        throw new ProblemError('not_authenticated', 'Send the token of METRICS_TOKEN as a bearer token.');
      }
      const exposed = access === 'granted' ? await metrics.expose() : undefined;
      if (exposed === undefined) throw new ProblemError('not_found', 'There is nothing at this address.');
      return reply
        .header('cache-control', 'no-store')
        .header('content-type', exposed.contentType)
        .serializer((body: unknown) => String(body))
        .send(exposed.body);
    },
  );
}
