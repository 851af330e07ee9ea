import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WEB_SETTINGS_META_NAME, type WebSettings } from '../../contract/web-settings.ts';
import type { Application } from './application.ts';
import { pagePolicy } from './page-policy.ts';

/** The pages of the web app; the page at any other address says that nothing is there, and so does its status. */
const KNOWN_PAGES =
  /^\/(?:|welcome|login|register|reset-password|two-factor-setup|courses|dashboard|chat|upload|quiz|trash|profile|account|notifications|course\/[^/]+|lessons\/[^/]+(?:\/questions)?|quiz\/[^/]+|admin(?:\/(?:accounts(?:\/[^/]+)?|registration|invitations|jobs|models|storage|system|audit))?)\/?$/;

/** Pages that are read without signing in; the others are sent with links to the code of what lies behind it. */
const PUBLIC_PAGES = /^\/(?:|welcome|login|register|reset-password|two-factor-setup)\/?$/;

/** Addresses of programs, whose answers are never a page. */
const NOT_PAGES = /^\/(?:api|ai|files|assets)(?:\/|$)/;

const YEAR_MILLISECONDS = 365 * 24 * 3600 * 1000;

const PERMISSIONS = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()';

export interface WebAppOptions {
  /** Where the build is: `index.html`, maybe `signed-in.html` for the screens behind the login, hashed files under `assets/`, and what a site has besides. */
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
  const signedInTemplate = await readPage(options.directory, 'signed-in.html');
  const signedInPage =
    signedInTemplate === undefined ? publicPage : makePage(signedInTemplate, options.settings);
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
    const isKnown = KNOWN_PAGES.test(path);
    const takesPages = request.headers.accept?.includes('text/html') === true;
    if (NOT_PAGES.test(path) || (!isKnown && !takesPages)) {
      reply.callNotFound();
      return reply;
    }
    reply
      .header('content-security-policy', policy)
      .header('permissions-policy', PERMISSIONS)
      // YouTube plays nothing for pages that do not say where they are.
      .header('referrer-policy', 'strict-origin-when-cross-origin')
      .header('cache-control', 'no-cache');
    if (!isKnown) return reply.code(404).type('text/html; charset=utf-8').send(publicPage.bytes);
    const { bytes: page, etag } = PUBLIC_PAGES.test(path) ? publicPage : signedInPage;
    reply.header('etag', etag);
    if (holdsTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.type('text/html; charset=utf-8').send(page);
  }
  return true;
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

/** Files with a hash in their name never change; the others (an icon, a manifest) are asked for anew each time. */
async function registerFiles(scope: Application, directory: string, policy: string): Promise<void> {
  const shared = {
    index: false as const,
    dotfiles: 'ignore' as const,
    preCompressed: true,
    decorateReply: false,
    // A worker obeys the policy of its own script, not that of the page.
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
    globIgnore: ['index.html', 'signed-in.html', 'assets/**', '**/*.br', '**/*.gz'],
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
