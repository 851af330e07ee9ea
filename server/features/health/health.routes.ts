import { health, liveness, readiness } from '#contract/health.ts';
import type { Application } from '#server/platform/http/application.ts';
import { describeRoute } from '#server/platform/http/describe-route.ts';
import { problemResponses } from '#server/platform/http/problem-responses.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { version } from '#server/version.ts';
import { createReadinessCheck } from './check-readiness.ts';
import { createStoreMemory, readHealth } from './read-health.ts';
import { z } from 'zod';
import { judgeMetricsAccess } from '#server/platform/metrics/metrics-access.ts';
import { ProblemError } from '#server/platform/problem-error.ts';

const tag = 'health';

/** @param isDraining whether the process was asked to stop: it then wants no new requests. */
export function registerHealthRoutes(
  app: Application,
  dependencies: Dependencies,
  isDraining: () => boolean,
): void {
  const storeMemory = createStoreMemory(dependencies);
  app.get(
    '/api/health/',
    describeRoute(tag, 'Report the health of Lectern', {
      config: { access: 'public' },
      response: { 200: health, 503: health },
    }),
    async (_request, reply) => {
      const state = await readHealth(dependencies, version, storeMemory);
      return reply
        .header('cache-control', 'no-store')
        .code(state.status === 'unavailable' ? 503 : 200)
        .send(state);
    },
  );
  app.get(
    '/api/health/live/',
    describeRoute(tag, 'Liveness check; restart the process if it fails', {
      config: { access: 'public', isNeverShed: true },
      response: { 200: liveness },
    }),
    (_request, reply) => {
      reply.header('cache-control', 'no-store');
      return { status: 'live' as const, version };
    },
  );
  const checkReadiness = createReadinessCheck(dependencies, isDraining);
  app.get(
    '/api/health/ready/',
    describeRoute(tag, 'Readiness check for load balancers', {
      config: { access: 'public', isNeverShed: true },
      response: { 200: readiness, ...problemResponses() },
    }),
    (_request, reply) => {
      reply.header('cache-control', 'no-store');
      return checkReadiness();
    },
  );
  registerMetricsRoutes(app, dependencies);
}

/** `GET /metrics` for Prometheus. */
function registerMetricsRoutes(app: Application, { config, metrics }: Dependencies): void {
  const { token } = config.operations.metrics;
  const isBehindProxy = config.trustProxy !== undefined || config.publicUrl !== undefined;
  app.get(
    '/metrics',
    describeRoute('health', 'Read the metrics of this process', {
      config: { access: 'public' },
      description: 'For Prometheus: with the token of METRICS_TOKEN, or without one from this machine alone.',
      produces: ['text/plain'],
      response: {
        200: {
          description: 'Metrics in the text format of Prometheus',
          content: { 'text/plain': { schema: z.string() } },
        },
        ...problemResponses(401, 404),
      },
    }),
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
