import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ADMINISTRATION_SECTIONS } from '#contract/administration-sections.ts';
import { moduleOfPage, PAGES, PUBLIC_PAGES, type PageName } from '#contract/page-addresses.ts';
import { WEB_SETTINGS_META_NAME, type WebSettings } from '#contract/web-settings.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Application } from './application.ts';

/** Patterns of the web app's addresses; at any other address, the app says that the page does not exist. */
const KNOWN_PAGES = (Object.keys(PAGES) as PageName[]).map((name) => {
  const sections = `(?:/(?:accounts/[^/]+|${ADMINISTRATION_SECTIONS.join('|')}))?`;
  const address = PAGES[name].replaceAll(/:\w+/g, '[^/]+').replace('/*', () => sections);
  return { name, pattern: new RegExp(`^${address.replace(/\/$/, '')}/?$`) };
});

const findPage = (path: string): PageName | undefined =>
  KNOWN_PAGES.find(({ pattern }) => pattern.test(path))?.name;

/** Addresses of programs, whose answers are never a page. */
const NOT_PAGES = /^\/(?:api|ai|files|assets)(?:\/|$)/;

const YEAR_MILLISECONDS = 365 * 24 * 3600 * 1000;

const PERMISSIONS = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()';

/** What the build says about each page's files, by the name of the page's module; nothing in a build without it. */
const pageFiles = z.record(z.string(), z.array(z.string()));

export interface WebAppOptions {
  /**
   * Where the build is: `index.html`, maybe `signed-in.html` for the screens behind the login and `page-files.json`, hashed
   * files under `assets/`, and what a site has besides.
   */
  readonly directory: string;
  readonly settings: WebSettings;
  /** Origins that links to stored files begin with, when they are not this one. */
  readonly fileOrigins?: readonly string[];
}

/**
 * Serves the built web app. Returns false, and does nothing, when no build is there.
 * @throws {Error} when the build's page has no place for the settings.
 */
export async function registerWebApp(app: Application, options: WebAppOptions): Promise<boolean> {
  const template = await readPage(options.directory, 'index.html');
  if (template === undefined) return false;
  const publicPage = makePage(template, options.settings);
  const signedInTemplate = (await readPage(options.directory, 'signed-in.html')) ?? template;
  const files = pageFiles.parse(JSON.parse((await readPage(options.directory, 'page-files.json')) ?? '{}'));
  const pages = new Map<string, ServedPage>(
    (Object.keys(PAGES) as PageName[]).map((name) => {
      const base = PUBLIC_PAGES.has(name) ? template : signedInTemplate;
      return [name, makePage(preloadFiles(base, files[moduleOfPage(name)] ?? []), options.settings)];
    }),
  );
  const policy = pagePolicy(options.settings, options.fileOrigins ?? []);
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'public' };
    });
    await registerFiles(scope, options.directory, policy);
    scope.get('/*', { schema: { hide: true } }, (request, reply) => answerPage(request, reply));
  });

  function answerPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const [path = '/'] = request.url.split('?');
    const known = pages.get(findPage(path) ?? 'none');
    const takesPages = request.headers.accept?.includes('text/html') === true;
    if (NOT_PAGES.test(path) || (known === undefined && !takesPages)) {
      reply.callNotFound();
      return reply;
    }
    reply
      .header('content-security-policy', policy)
      .header('permissions-policy', PERMISSIONS)
      // YouTube plays nothing for pages that do not say where they are.
      .header('referrer-policy', 'strict-origin-when-cross-origin')
      .header('cache-control', 'no-cache');
    if (known === undefined) return reply.code(404).type('text/html; charset=utf-8').send(publicPage.bytes);
    const { bytes: page, etag } = known;
    reply.header('etag', etag);
    if (holdsTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.type('text/html; charset=utf-8').send(page);
  }
  return true;
}

/** Has the browser fetch files along with the first code; those that the page names already stay as they are. */
function preloadFiles(template: string, files: readonly string[]): string {
  const links = files
    .filter((file) => !template.includes(`"/${file}"`))
    .map((file) =>
      file.endsWith('.css')
        ? `<link rel="preload" as="style" crossorigin href="/${file}">`
        : `<link rel="modulepreload" crossorigin href="/${file}">`,
    );
  return template.replace('</head>', () => `${links.join('')}</head>`);
}

interface ServedPage {
  readonly bytes: Buffer;
  readonly etag: string;
}

function makePage(template: string, settings: WebSettings): ServedPage {
  const bytes = Buffer.from(placeSettings(template, settings));
  const etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
  return { bytes, etag };
}

async function readPage(directory: string, name: string): Promise<string | undefined> {
  try {
    return await readFile(join(directory, name), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return undefined;
    throw error;
  }
}

/** Files with a hash in their name never change; the others (an icon, a manifest) are revalidated each time. */
async function registerFiles(scope: Application, directory: string, policy: string): Promise<void> {
  const shared = {
    index: false as const,
    dotfiles: 'ignore' as const,
    preCompressed: true,
    decorateReply: false,
    // A worker obeys the policy of its script, not that of the page.
    setHeaders: (reply: FastifyReply) => void reply.header('content-security-policy', policy),
  };
  await scope.register(fastifyStatic, {
    ...shared,
    root: join(directory, 'assets'),
    prefix: '/assets/',
    suppressWarning: true,
    maxAge: YEAR_MILLISECONDS,
    immutable: true,
  });
  await scope.register(fastifyStatic, {
    ...shared,
    root: directory,
    prefix: '/',
    wildcard: false,
    globIgnore: ['index.html', 'signed-in.html', 'page-files.json', 'assets/**', '**/*.br', '**/*.gz'],
    setHeaders: (reply) => {
      shared.setHeaders(reply);
      reply.header('cache-control', 'no-cache');
    },
  });
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeAttribute = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);

function placeSettings(template: string, settings: WebSettings): string {
  const place = new RegExp(`<meta\\s+name="${WEB_SETTINGS_META_NAME}"\\s+content=(?:"[^"]*"|'[^']*')`);
  if (!place.test(template)) {
    throw new Error(`The web app's page has no <meta name="${WEB_SETTINGS_META_NAME}" content="">.`);
  }
  const content = escapeAttribute(JSON.stringify(settings));
  // A function, since "$&" in a setting would mean something in a replacement text.
  return template.replace(place, () => `<meta name="${WEB_SETTINGS_META_NAME}" content="${content}"`);
}

/** RFC 9110, section 13.1.2: weak comparison. */
const holdsTag = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' ||
    header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.replace(/^W\//, '')));

/**
 * The origins, besides the page's own, that files are loaded from: this server's public one, and the store's where
 * links lead straight to it.
 */
export async function listFileOrigins({
  config,
  files,
}: Pick<Dependencies, 'config' | 'files'>): Promise<string[]> {
  const origins = config.publicUrl === undefined ? [] : [config.publicUrl];
  if (config.fileLinks === 'direct') {
    // Of any file: only the store knows how its addresses begin.
    const link = await files.createDirectLink('any/file.txt', {
      contentType: 'text/plain',
      expiresAt: new Date(Date.now() + 60_000),
    });
    if (link !== undefined) origins.push(new URL(link).origin);
  }
  return origins;
}

/** The origin of a setting that is a URL; undefined for a path or nothing. */
const findOrigin = (address: string): string | undefined =>
  /^https?:\/\//.test(address) ? new URL(address).origin : undefined;

/**
 * The web app's content security policy. Scripts come from this server alone; style elements are allowed, since the
 * player's web components carry them in their shadow roots. Lessons made from links may play from anywhere.
 */
function pagePolicy(
  { apiBaseUrl, aiServiceBaseUrl }: Pick<WebSettings, 'apiBaseUrl' | 'aiServiceBaseUrl'>,
  fileOrigins: readonly string[],
): string {
  const origins = (addresses: readonly string[]): string[] => [
    ...new Set(addresses.map(findOrigin).filter((origin) => origin !== undefined)),
  ];
  const files = origins([apiBaseUrl, ...fileOrigins]);
  const called = origins([apiBaseUrl, aiServiceBaseUrl, ...fileOrigins]);
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", "'wasm-unsafe-eval'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', 'https://i.ytimg.com', ...files],
    'media-src': ["'self'", 'blob:', 'https:', 'http:'],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'", ...called],
    'frame-src': ['https://www.youtube-nocookie.com'],
    'worker-src': ["'self'", 'blob:'],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}
