import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { message } from '#contract/messages/make-message.ts';
import type { SemanticSearch } from '#server/search/semantic-search.ts';
import { eventually } from '#server/testing/eventually.ts';
import { UrlFetchError } from '../web-fetch/url-fetch-error.ts';
import {
  ask,
  askAdministrators,
  askDead,
  askForTrashed,
  askOwners,
  askStranger,
  askVariants,
  listSurprises,
} from './testing/access/cells.ts';
import { makeDead } from './testing/access/identities.ts';
import { ROUTES } from './testing/access/routes.ts';
import { makeOwner } from './testing/access/things.ts';
import { useDirectory } from '#server/testing/use-directory.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const MINUTES = 60_000;

/** Finds nothing by meaning: what is found is not the subject here, and a model takes its time. */
const NO_SEARCH: SemanticSearch = {
  rank: () => Promise.resolve([]),
  compare: () => Promise.resolve([]),
  embed: (texts) => Promise.resolve(texts.map(() => Float32Array.from([1, 0, 0]))),
  judge: (_question, candidates) => Promise.resolve(candidates.map(() => 0)),
  close: () => Promise.resolve(),
};

const root = await useDirectory();
await mkdir(join(root, 'assets'));
await writeFile(join(root, 'index.html'), '<meta name="lectern-settings" content="" />');
await writeFile(join(root, 'assets', 'main-Ab12.js'), 'export {};');
await writeFile(join(root, 'manifest.webmanifest'), '{}');
const application = await useTestApplication({
  languageModel: 'fake',
  webDirectory: root,
  worker: true,
  variables: { LIMITS_FACTOR: '1000' },
  overrides: () => ({ semanticSearch: NO_SEARCH }),
  workerOverrides: {
    semanticSearch: NO_SEARCH,
    answerJudge: NO_SEARCH,
    publicWeb: {
      download: () => Promise.reject(new UrlFetchError('unreachable', message('url_unreachable'))),
      fetchCaptions: () => Promise.reject(new UrlFetchError('unreachable', message('url_unreachable'))),
    },
    textEmbedder: {
      name: 'letters',
      dimensions: 3,
      embed: (texts) => Promise.resolve(texts.map((text) => Float32Array.from([text.length, 1, 1]))),
      close: () => Promise.resolve(),
    },
  },
});
// The first account of an installation is its administrator.
const administrator = await application.register();
const [owner, stranger] = await Promise.all([makeOwner(application), makeOwner(application)]);
const dead = await makeDead(application, owner.instructor);

/** `GET /` exists only if no web app is served. */
const routes = ROUTES.filter(({ route }) => route !== 'GET /');

/** Without the HEAD routes that Fastify adds to each GET. */
const withoutHeads = (all: readonly string[]): string[] =>
  all.filter((route) => !route.startsWith('HEAD ') || !all.includes(route.replace('HEAD', 'GET'))).sort();

test('every route has an expectation, and every expectation a route', () => {
  const registered = application.routes.flatMap(({ method, url }) =>
    [method].flat().map((each) => `${each} ${url}`),
  );
  expect(withoutHeads(registered)).toEqual(routes.map(({ route }) => route).sort());
});

test('the OpenAPI document names the same routes, except those outside it', async () => {
  const { text } = await application.call('GET', '/api/openapi.json');
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, unknown>> };
  const named = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(
      (method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+|\*)\}/g, toParameter)}`,
    ),
  );
  const inside = routes.filter(({ isOutside }) => !isOutside).map(({ route }) => route);
  expect(withoutHeads(named)).toEqual(inside.sort());
});
const toParameter = (_: string, name: string): string => (name === '*' ? '*' : `:${name}`);

/** Everything that is kept of the owner, but for what changes by itself: links, and the work of the fixture's jobs. */
async function readOwner(): Promise<unknown> {
  const { text } = await owner.instructor.get('/api/auth/export/');
  const kept = JSON.parse(text.replaceAll(/\?expires=\d+\\u0026signature=[\w-]+/g, '')) as object;
  return { ...kept, exported_at: '' };
}

test('only the owner can read or change anything, by any method', { timeout: 8 * MINUTES }, async () => {
  const ways = { application, owner, stranger, administrator, dead };
  await settled();
  const before = await readOwner();
  expect(JSON.stringify(before)).toContain(owner.mark);
  const cells = [
    ...(await askDead(ways, routes)),
    ...(await askStranger(ways, routes)),
    ...(await askVariants(ways, routes)),
    ...(await askOwners(ways, routes)),
    ...(await askAdministrators(ways, routes)),
  ];
  expect(listSurprises(cells)).toBe('');
  expect(cells.length).toBeGreaterThan(1_000);
  expect(await readOwner()).toEqual(before);
});

test(
  'what is in the trash is not found by its owner either, at any route',
  { timeout: 2 * MINUTES },
  async () => {
    const cells = await askForTrashed(application, routes);
    expect(listSurprises(cells)).toBe('');
    expect(cells.filter(({ expected }) => expected.startsWith('404')).length).toBeGreaterThan(40);
  },
);

/** The fixture's own jobs have ended. */
const settled = (): Promise<true> =>
  eventually('the jobs of the fixture to end', async () => {
    // Asked of the jobs themselves: the queue's own figures are some seconds old.
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pgboss.job where state < 'completed'`.execute(
      application.dependencies.database,
    );
    return rows[0]?.count === 0 ? true : undefined;
  });

test('a key and a token of two accounts do not go together where the key decides', async () => {
  const headers = {
    authorization: `Bearer ${owner.instructor.session.access}`,
    'api-key': stranger.instructor.session.api_key,
  };
  for (const { route, access, method, ask: askFor } of routes) {
    if (access !== 'api_key') continue;
    const answered = await ask(application.origin, method, askFor(owner.things), headers);
    expect([route, answered.status]).toEqual([route, 401]);
  }
});

test('other methods are refused at every address, whoever asks', async () => {
  const methods = ['OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'];
  for (const { url, ask: askFor } of routes) {
    const { path } = askFor(owner.things);
    if (url.endsWith('/*')) continue;
    for (const method of methods) {
      if (routes.some(({ route }) => route === `${method} ${url}`)) continue;
      const answered = await ask(application.origin, method, { path }, owner.instructor.headers);
      expect([method, url, answered.status, answered.code]).toEqual([method, url, 405, 'method_not_allowed']);
    }
  }
});
