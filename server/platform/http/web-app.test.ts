import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import Fastify from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { webSettings } from '#contract/web-settings.ts';
import { registerWebApp } from './web-app.ts';
import { useDirectory } from '#server/testing/use-directory.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const SCRIPT = `console.log(${JSON.stringify('reading room '.repeat(500))});`;
const PAGE = `<!doctype html><html><head>
<meta name="lectern-settings" content="" />
<script type="module" src="/assets/main-Ab12.js"></script>
<title>Lectern</title></head><body><div id="root"></div>${'<!-- a page of some length -->'.repeat(100)}</body></html>`;
const FRAME_LINK = '<link rel="modulepreload" href="/assets/frame-Ef56.js">';
const LOGIN_FILES = ['assets/main-Ab12.js', 'assets/login-page-Gh78.js', 'assets/login-page-Ij90.css'];
const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

const root = await useDirectory();
const build = join(root, 'dist');
await mkdir(join(build, 'assets'), { recursive: true });
await writeFile(join(root, 'secret.txt'), 'outside');
await writeFile(join(build, 'index.html'), PAGE);
await writeFile(join(build, 'signed-in.html'), PAGE.replace('</head>', `${FRAME_LINK}</head>`));
const files = { 'login-page': LOGIN_FILES, 'question-bank-page': ['assets/question-bank-page-Kl12.js'] };
await writeFile(join(build, 'page-files.json'), JSON.stringify(files));
await writeFile(join(build, 'manifest.webmanifest'), '{"name":"Lectern"}');
await writeFile(join(build, 'assets', 'main-Ab12.js'), SCRIPT);
await writeFile(join(build, 'assets', 'main-Ab12.js.br'), brotliCompressSync(SCRIPT));
await writeFile(join(build, 'assets', 'plain-Cd34.js'), 'export {};');
await writeFile(join(build, 'assets', '.hidden'), 'hidden');
const application = await useTestApplication({
  webDirectory: build,
  variables: {
    API_BASE_URL: 'https://api.example/base/',
    AI_SERVICE_BASE_URL: 'https://ai.example:8443/v1',
    PUBLIC_URL: 'https://lectern.example',
  },
});

/** What Node sends as it is: fetch would tidy the path up, and undo the compression. */
function ask(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(application.origin);
    request({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
        }),
      );
    })
      .on('error', reject)
      .end();
  });
}

describe('pages', () => {
  test.each([
    '/',
    '/courses/',
    '/courses?search=plants',
    '/course/12',
    '/lessons/7/questions',
    '/lessons/7/transcript',
    '/quiz/7',
    '/quiz/7/review',
    '/admin/',
    '/admin/accounts/7',
    '/admin/language-model',
  ])('%s is the app', async (path) => {
    const answer = await application.call('GET', path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.text).toContain('<div id="root">');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
  });

  test('only screens behind the login are sent with a link to their code', async () => {
    for (const [path, isBehindLogin] of [
      ['/', false],
      ['/login/', false],
      ['/nothing', false],
      ['/courses', true],
      ['/lessons/7', true],
    ] as const) {
      const { text } = await application.call('GET', path, { headers: HTML });
      expect([path, text.includes(FRAME_LINK)]).toEqual([path, isBehindLogin]);
      expect(text).toContain('https://api.example/base');
    }
  });

  test('a page is sent with links to its own code that it does not name yet', async () => {
    const readLinks = async (path: string): Promise<string[]> => {
      const { text } = await application.call('GET', path, { headers: HTML });
      return [...text.matchAll(/<link rel="([^"]+)"[^>]* href="([^"]+)">/g)].map(
        ([, kind, file]) => `${String(kind)} ${String(file)}`,
      );
    };
    for (const path of ['/login', '/login/?next=%2Fcourses'])
      expect(await readLinks(path)).toEqual([
        'modulepreload /assets/login-page-Gh78.js',
        'preload /assets/login-page-Ij90.css',
      ]);
    expect(await readLinks('/register')).toEqual([]);
    expect(await readLinks('/lessons/7/questions')).toEqual([
      'modulepreload /assets/frame-Ef56.js',
      'modulepreload /assets/question-bank-page-Kl12.js',
    ]);
    expect(await readLinks('/lessons/7')).toEqual(['modulepreload /assets/frame-Ef56.js']);
  });

  test.each([
    '/nothing',
    '/page-files.json',
    '/course/1/2',
    '/admin/jobs/7',
    '/index.html',
    '/.env',
    '/COURSES',
  ])('%s serves the app, which shows that the page does not exist', async (path) => {
    const answer = await application.call('GET', path, { headers: HTML });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(answer.text).toContain('<div id="root">');
    expect(answer.headers.get('etag')).toBeNull();
    // An API client gets a problem document.
    (await application.call('GET', path, { headers: { accept: 'application/json' } })).readProblem(404);
  });

  test.each(['/api', '/api/nothing', '/ai/', '/ai/nothing', '/files', '/assets/', '/assets/gone-Ef56.js'])(
    '%s is none, whoever asks',
    async (path) => {
      (await application.call('GET', path, { headers: HTML })).readProblem(404);
    },
  );

  test('only GET and HEAD ask for one', async () => {
    (await application.call('POST', '/courses', { json: {}, headers: HTML })).readProblem(404);
    const head = await application.call('HEAD', '/courses', { headers: HTML });
    expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', expect.any(String)]);
    expect((await application.call('HEAD', '/nothing', { headers: HTML })).status).toBe(404);
  });

  test('one that did not change is not sent again', async () => {
    const etag = (await application.call('GET', '/courses')).headers.get('etag') ?? '';
    for (const tag of [etag, `"other", ${etag}`, '*']) {
      const again = await application.call('GET', '/chat', { headers: { 'if-none-match': tag } });
      expect([again.status, again.text]).toEqual([304, '']);
    }
    const other = await application.call('GET', '/chat', { headers: { 'if-none-match': '"other"' } });
    expect(other.status).toBe(200);
  });

  test('the API keeps its addresses', async () => {
    expect((await application.call('GET', '/api/health/', { headers: HTML })).text).toContain('"database"');
    (await application.call('GET', '/api/courses/', { headers: HTML })).readProblem(401);
    expect((await application.call('GET', '/api/docs/', { headers: HTML })).text).toContain('swagger-ui');
  });
});

const HOSTILE = {
  apiBaseUrl: `"><script>alert(1)</script>&quot;$&'`,
  aiServiceBaseUrl: '/ai',
  aiVideoUploadPath: `'/>`,
  aiDocumentUploadPath: '</head>',
  signInProvider: '"><script>',
  localAccounts: true,
  storeName: '<!--',
};

test('the page learns its addresses, whatever signs they hold', async () => {
  const settingsOf = (text: string) => {
    const [, content = ''] = /<meta name="lectern-settings" content="([^"]*)" \/>/.exec(text) ?? [];
    const read = content
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&');
    return webSettings.strict().parse(JSON.parse(read));
  };
  expect(settingsOf((await application.call('GET', '/')).text)).toEqual({
    apiBaseUrl: 'https://api.example/base',
    aiServiceBaseUrl: 'https://ai.example:8443/v1',
    aiVideoUploadPath: '/upload-video/',
    aiDocumentUploadPath: '/upload_doc_qagen/',
    signInProvider: null,
    localAccounts: true,
    storeName: 'this server',
  });
  const app = Fastify();
  app.setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler);
  await registerWebApp(app, { directory: join(root, 'dist'), settings: HOSTILE });
  const { body } = await app.inject('/');
  expect(settingsOf(body)).toEqual(HOSTILE);
  expect(body).not.toContain('<script>');
  expect(body.match(/<\/head>/g)).toHaveLength(1);
  await app.close();
});

test('the page runs its own scripts only, and calls where it must', async () => {
  const { headers } = await application.call('GET', '/lessons/1');
  const policy = Object.fromEntries(
    (headers.get('content-security-policy') ?? '').split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources];
    }),
  );
  expect(policy).toEqual({
    'default-src': ["'none'"],
    'script-src': ["'self'", "'wasm-unsafe-eval'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': [
      "'self'",
      'data:',
      'blob:',
      'https://i.ytimg.com',
      'https://api.example',
      'https://lectern.example',
    ],
    'media-src': ["'self'", 'blob:', 'https:', 'http:'],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'", 'https://api.example', 'https://ai.example:8443', 'https://lectern.example'],
    'frame-src': ['https://www.youtube-nocookie.com'],
    'worker-src': ["'self'", 'blob:'],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
  });
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
  expect(headers.get('permissions-policy')).toContain('camera=()');
});

describe('files', () => {
  test('with a hash in their name are kept for good', async () => {
    const answer = await application.call('GET', '/assets/plain-Cd34.js');
    expect([answer.status, answer.text]).toEqual([200, 'export {};']);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('content-type')).toMatch(/^(?:text|application)\/javascript/);
    // A worker's own policy counts.
    expect(answer.headers.get('content-security-policy')).toContain("'wasm-unsafe-eval'");
  });

  test('come compressed as they were built, for those who take it', async () => {
    const compressed = await ask('/assets/main-Ab12.js', { 'accept-encoding': 'gzip, br' });
    expect(compressed.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': expect.stringMatching(/^(?:text|application)\/javascript/) as string,
    });
    expect(String(compressed.headers['vary']).toLowerCase()).toContain('accept-encoding');
    expect(compressed.body).toEqual(brotliCompressSync(SCRIPT));
    expect(brotliDecompressSync(compressed.body).toString()).toBe(SCRIPT);
    const plain = await ask('/assets/main-Ab12.js');
    expect([plain.headers['content-encoding'], plain.body.toString()]).toEqual([undefined, SCRIPT]);
  });

  test('without one are revalidated', async () => {
    const answer = await application.call('GET', '/manifest.webmanifest', { headers: HTML });
    expect([answer.status, answer.text]).toEqual([200, '{"name":"Lectern"}']);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
  });

  test.each([
    '/assets/../../secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/..%5c..%5csecret.txt',
    '/assets/.hidden',
    '/assets/main-Ab12.js%00',
    '/../secret.txt',
  ])('%s leads nowhere', async (path) => {
    const answer = await ask(path);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(answer.body.toString()).not.toMatch(/outside|hidden"|root:/);
  });
});

test('a page without a place for the settings is refused at the start', async () => {
  const directory = await mkdtemp(join(root, 'broken-'));
  await writeFile(join(directory, 'index.html'), '<!doctype html>');
  const app = Fastify();
  await expect(registerWebApp(app, { directory, settings: HOSTILE })).rejects.toThrow(
    'no <meta name="lectern-settings"',
  );
  await app.close();
});
