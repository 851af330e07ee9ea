import { z } from 'zod';
import { judgeMetricsAccess } from '#server/metrics/metrics-access.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { ProblemError } from '#server/problem-error.ts';
import type { Application } from '#server/http/application.ts';
import { describeRoute } from '#server/http/describe-route.ts';
import { problemResponses } from '#server/http/problem-responses.ts';

/** `GET /metrics` for Prometheus, when metrics are on. */
export function registerMetricsRoutes(app: Application, { config, metrics }: Dependencies): void {
  const { token } = config.operations.metrics;
  const isBehindProxy = config.trustProxy !== undefined || config.publicUrl !== undefined;
  app.get(
    '/metrics',
    {
      config: { access: 'public' },
      ...describeRoute('health', 'Read the metrics of this process', {
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
      }),
    },
    async (request, reply) => {
      const access = judgeMetricsAccess(request.raw, { token, isBehindProxy });
      if (access === 'token_wrong') {
        throw new ProblemError('metrics_token_required');
      }
      const exposed = access === 'granted' ? await metrics.expose() : undefined;
      if (exposed === undefined) throw new ProblemError('address_empty');
      return reply
        .header('cache-control', 'no-store')
        .header('content-type', exposed.contentType)
        .serializer((body: unknown) => String(body))
        .send(exposed.body);
    },
  );
}
