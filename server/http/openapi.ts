import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { version } from '../version.ts';
import type { Application } from './application.ts';

/** Collects the routes registered from now on, so that `/api/openapi.json` comes from the schemas that validate. */
export async function describeApi(app: Application): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Lectern',
        version,
        description:
          'Courses, lessons, transcripts, summaries and quizzes. Every path works with and without its trailing slash. Every error is an RFC 9457 problem.',
        license: { name: 'MIT' },
      },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', description: 'The access token of a login.' },
          apiKey: { type: 'apiKey', in: 'header', name: 'api-key' },
        },
      },
      security: [{ bearer: [] }, { apiKey: [] }],
    },
    transform: (route) => describeForm(jsonSchemaTransform(route)),
  });
  app.addHook('onRoute', (route) => {
    const access = route.config?.access ?? 'instructor';
    if (route.schema === undefined || access === 'instructor') return;
    route.schema.security = access === 'public' ? [] : [{ apiKey: [] }];
  });
}

const FORM_WITH_FILE = {
  type: 'object',
  required: ['file'],
  properties: { file: { type: 'string', format: 'binary' } },
};

/** A form is streamed, so no schema of the route may validate it; the document says what it holds all the same. */
function describeForm(route: ReturnType<typeof jsonSchemaTransform>): ReturnType<typeof jsonSchemaTransform> {
  const { schema } = route;
  if (!schema.consumes?.includes('multipart/form-data')) return route;
  return { ...route, schema: { ...schema, body: FORM_WITH_FILE } };
}

/** `/api/openapi.json` and readable documentation at `/api/docs/`. */
export async function registerDocumentation(app: Application): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'public' };
    });
    await scope.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: {
        'default-src': "'self'",
        'script-src': "'self'",
        'img-src': ["'self'", 'data:'],
        // The page sets style attributes as it draws.
        'style-src': ["'self'", "'unsafe-inline'"],
        'object-src': "'none'",
        'base-uri': "'none'",
        'frame-ancestors': "'none'",
      },
      theme: {
        title: 'Lectern: the API',
        css: [{ filename: 'lectern.css', content: '.swagger-ui .topbar { display: none; }' }],
      },
      uiConfig: { tryItOutEnabled: true, persistAuthorization: false },
    });
  });
  app.get('/api/openapi.json', { config: { access: 'public' }, schema: { hide: true } }, () => app.swagger());
}

/** Where no web app is served, `/` leads to the documentation. */
export function leadToDocumentation(app: Application): void {
  app.get('/', { config: { access: 'public' }, schema: { hide: true } }, (_request, reply) =>
    reply.redirect('/api/docs/'),
  );
}
