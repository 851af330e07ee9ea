import { health, liveness, readiness } from '#contract/health.ts';
import type { Application } from '#server/http/application.ts';
import { describeRoute } from '#server/http/describe-route.ts';
import { problemResponses } from '#server/http/problem-responses.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { version } from '#server/version.ts';
import { createReadinessCheck } from './check-readiness.ts';
import { createStoreMemory, readHealth } from './read-health.ts';

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
    {
      config: { access: 'public' },
      ...describeRoute(tag, 'Ask how Lectern is', { response: { 200: health, 503: health } }),
    },
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
    {
      config: { access: 'public', isNeverShed: true },
      ...describeRoute(tag, 'Ask whether this process answers; one that does not is to be started again', {
        response: { 200: liveness },
      }),
    },
    (_request, reply) => {
      reply.header('cache-control', 'no-store');
      return { status: 'live' as const, version };
    },
  );
  const checkReadiness = createReadinessCheck(dependencies, isDraining);
  app.get(
    '/api/health/ready/',
    {
      config: { access: 'public', isNeverShed: true },
      ...describeRoute(tag, 'Ask whether this process takes new requests: a load balancer asks this', {
        response: { 200: readiness, ...problemResponses() },
      }),
    },
    (_request, reply) => {
      reply.header('cache-control', 'no-store');
      return checkReadiness();
    },
  );
}
