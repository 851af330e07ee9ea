import { findActorByAccessToken, findActorByApiKey } from './features/accounts/identify-actor.ts';
import { registerRoutes } from './features/routes.ts';
import type { Dependencies } from './dependencies.ts';
import type { Application } from './platform/http/application.ts';
import { createServer, type ServerOptions } from './platform/http/create-server.ts';
import { leadToDocumentation, registerDocumentation } from './platform/http/openapi.ts';
import { listFileOrigins, registerWebApp } from './platform/http/web-app.ts';

export type AppOptions = Omit<ServerOptions, 'findActor'>;

/** Puts the HTTP application together without listening: the server, the routes of every feature and the web app. */
export async function createApp(dependencies: Dependencies, options: AppOptions = {}): Promise<Application> {
  const { config, files } = dependencies;
  const app = await createServer(dependencies, {
    ...options,
    findActor: {
      byToken: (token) => findActorByAccessToken(dependencies, token),
      byKey: (apiKey) => findActorByApiKey(dependencies, apiKey),
    },
  });
  await registerRoutes(app, dependencies, options.isDraining ?? (() => false));
  await registerDocumentation(app);
  const hasWebApp = await registerWebApp(app, {
    directory: config.webDirectory,
    settings: { ...config.web, storeName: files.name },
    fileOrigins: await listFileOrigins(dependencies),
  });
  if (!hasWebApp) leadToDocumentation(app);
  return app;
}
