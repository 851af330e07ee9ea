import { health } from '../../../contract/health.ts';
import type { Application } from '../../http/application.ts';
import type { Dependencies } from '../../ports.ts';
import { version } from '../../version.ts';
import { readHealth } from './read-health.ts';

export function registerHealthRoutes(app: Application, dependencies: Dependencies): void {
  app.get(
    '/api/health/',
    {
      config: { access: 'public' },
      schema: {
        tags: ['health'],
        summary: 'Ask how Lectern is',
        response: { 200: health, 503: health },
      },
    },
    async (_request, reply) => {
      const state = await readHealth(dependencies, version);
      return reply
        .header('cache-control', 'no-store')
        .code(state.status === 'unavailable' ? 503 : 200)
        .send(state);
    },
  );
}
