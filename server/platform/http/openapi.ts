import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { version } from '#server/version.ts';
import type { Application } from './application.ts';
import type { RouteAccess } from './authentication.ts';

/** What a route asks for, where that is not what most do. */
const SECURITY: Record<Exclude<RouteAccess, 'instructor'>, Record<string, string[]>[]> = {
  public: [],
  api_key: [{ apiKey: [] }],
  administrator: [{ bearer: [] }],
};

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
    transform: (route) => describeStreams(jsonSchemaTransform(route)),
    transformObject: (document) => ('openapiObject' in document ? nameFileTypes(document.openapiObject) : {}),
  });
  app.addHook('onRoute', (route) => {
    const access = route.config?.access ?? 'instructor';
    if (route.schema === undefined || access === 'instructor') return;
    route.schema.security = SECURITY[access];
  });
}

type DescribedRoute = ReturnType<typeof jsonSchemaTransform>;

const BINARY = { type: 'string', format: 'binary' };

const FORM_WITH_FILE = { type: 'object', required: ['file'], properties: { file: BINARY } };

/** What the part `file` of a form may be. */
const FILE_TYPES: Record<string, string> = {
  '/ai/upload-video/': 'video/mp4',
  '/ai/upload_doc_qagen/': 'application/pdf, text/plain',
};

/**
 * Forms and files are streamed, so no schema of their routes may validate them; the document says what they hold all
 * the same.
 */
function describeStreams(route: DescribedRoute): DescribedRoute {
  const { schema, url } = route;
  if (schema.consumes?.includes('multipart/form-data')) {
    return { ...route, schema: { ...schema, body: FORM_WITH_FILE } };
  }
  if (schema.consumes?.includes('application/offset+octet-stream')) {
    return { ...route, schema: { ...schema, body: BINARY } };
  }
  if (url === '/files/*') return { ...route, schema: { ...schema, ...SIGNED_FILE } };
  return route;
}

const FILE_CONTENT = Object.fromEntries(
  ['video/mp4', 'application/pdf', 'text/plain'].map((type) => [type, { schema: BINARY }]),
);

const FILE_PROBLEM = {
  description: 'What went wrong, as RFC 9457 problem details',
  content: { 'application/problem+json': { schema: { type: 'object' } } },
};

/** A signed link is followed as it is, so its signature is not documented. */
const SIGNED_FILE = {
  response: {
    200: { description: 'The file', content: FILE_CONTENT },
    206: { description: 'The part of the file that the Range header asks for', content: FILE_CONTENT },
    304: { description: 'The file is the one that the If-None-Match header names' },
    ...Object.fromEntries([404, 416, 500, 503].map((status) => [status, FILE_PROBLEM])),
  },
};

/** Adds to the forms of the finished document what a file has to be. */
function nameFileTypes<Document extends { paths?: object }>(document: Document): Document {
  const paths = (document.paths ?? {}) as Record<string, FormPath | undefined>;
  for (const [path, contentType] of Object.entries(FILE_TYPES)) {
    const form = paths[path]?.post?.requestBody?.content?.['multipart/form-data'];
    if (form !== undefined) form.encoding = { file: { contentType } };
  }
  return document;
}

interface FormPath {
  readonly post?: {
    readonly requestBody?: { readonly content?: Record<string, { encoding?: object }> };
  };
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
