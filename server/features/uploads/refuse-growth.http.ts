import type { Dependencies } from '#server/dependencies.ts';
import type { Application } from '#server/platform/http/application.ts';
import { refuseTexts } from './storage.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Adds to what the account stores. Uploads of files count by themselves, since their header does not say how much they add. */
    addsText?: true;
  }
}

/** Refuses requests that add text while the account or the disk has no room. Reading and deleting continue. */
export function refuseGrowth(app: Application, dependencies: Dependencies): void {
  app.addHook('preHandler', async ({ actor, headers, routeOptions }) => {
    if (actor === null || routeOptions.config.addsText !== true) return;
    await refuseTexts(dependencies, actor, Number(headers['content-length'] ?? 0));
  });
}
