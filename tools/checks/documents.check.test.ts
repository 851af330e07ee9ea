import { globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { moduleOfPage, PAGES, type PageName } from '#contract/page-addresses.ts';
import {
  startTestApplication,
  TEST_PASSWORD,
  type TestApplication,
} from '#server/testing/test-application.ts';
import { composeRoutesDocument } from './routes-document.ts';

/* What the documents say about the repository and the product is true: paths, links, routes, screens, codes, limits. */
const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const doesExist = (path: string): boolean =>
  statSync(join(root, path), { throwIfNoEntry: false }) !== undefined;

const documents = [
  ...globSync('*.md', { cwd: root }),
  ...globSync('docs/*.md', { cwd: root }),
  ...globSync('{contract,deploy,e2e,tools,server}/**/README.md', { cwd: root }),
];

/** A build makes these, so a fresh checkout does not have them. */
const BUILT = new Set(['web/dist', 'web/dist/.vite/license.md']);
const FOLDERS = /`((?:contract|deploy|docs|e2e|tools|server|web)\/[\w.@/-]*)`/gu;

const listAnchors = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gmu)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );

test.each(documents.filter((name) => name !== 'CHANGELOG.md'))('%s names files that exist', (document) => {
  const named = [...read(document).matchAll(FOLDERS)].map(([, path = '']) => path);
  expect(named.filter((path) => !BUILT.has(path) && !doesExist(path))).toEqual([]);
});

test.each(documents)('%s links to files and headings that exist', (document) => {
  const targets = [...read(document).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/gu)];
  const broken = targets.filter(([, target = '']) => {
    const [path = '', anchor] = target.split('#');
    const file = path === '' ? document : join(dirname(document), path);
    if (!doesExist(file)) return true;
    return anchor !== undefined && file.endsWith('.md') && !listAnchors(read(file)).includes(anchor);
  });
  expect(broken.map(([, target]) => target)).toEqual([]);
});

test('docs/routes.md is what tools/checks/routes-document.ts writes', () => {
  expect(read('docs/routes.md')).toBe(composeRoutesDocument());
});

const listCode = (text: string): string[] => [...text.matchAll(/`([^`]+)`/gu)].map(([, code = '']) => code);

/** The rows of every table of docs/product.md whose first heading is `head`, without their heads. */
function listRows(head: string): string[][] {
  const tables = read('docs/product.md').matchAll(/^\|.*(?:\n\|.*)*/gmu);
  return [...tables].flatMap(([table]) => {
    const [heads = [], , ...rows] = table.split('\n').map((line) =>
      line
        .slice(1, -1)
        .split(' | ')
        .map((cell) => cell.trim()),
    );
    return heads[0] === head ? rows : [];
  });
}

describe('docs/product.md', () => {
  async function readContract(): Promise<Map<string, unknown>> {
    const files = globSync('contract/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
    const modules = await Promise.all(files.map((file) => import(join(root, file)) as Promise<object>));
    return new Map(modules.flatMap((each) => Object.entries(each) as [string, unknown][]));
  }

  test('lists every page of the web app, and the router loads each', () => {
    const listed = listRows('Route').map(([route = '']) => listCode(route)[0]);
    expect(listed.sort()).toEqual([...Object.values(PAGES), '*'].sort());
    const router = read('web/app/router.tsx')
      .replaceAll('...lessonScreen', "...loadedLater(() => import('../pages/lesson-page.tsx'))")
      .replaceAll(/\s+/gu, ' ');
    for (const name of Object.keys(PAGES).filter((each) => each !== 'home')) {
      const module = moduleOfPage(name as PageName);
      expect(router).toMatch(
        new RegExp(
          `path: PAGES\\.${name}, \\.{3}loadedLater\\( ?\\(\\) => import\\('../pages/${module}\\.tsx`,
          'u',
        ),
      );
    }
  });

  test('lists every error code with its status, and limits with the values of their constants', async () => {
    const contract = await readContract();
    const codes = listRows('Code').map(([code = '', status = '']) => [listCode(code)[0], Number(status)]);
    expect(Object.fromEntries(codes)).toEqual(contract.get('PROBLEM_STATUS'));
    const units: Record<string, number> = { MiB: 1024 ** 2, GiB: 1024 ** 3 };
    const limits = listRows('Limit').map(([, value = '', constant = '']) => {
      const [number = '', unit = ''] = value.split(' ');
      return [listCode(constant)[0] ?? '', Number(number.replaceAll(',', '')) * (units[unit] ?? 1)] as const;
    });
    expect(limits).not.toEqual([]);
    expect(limits).toEqual(limits.map(([name]) => [name, contract.get(name)]));
  });

  test('lists fixed texts that the web app or the contract contains', () => {
    const sources = globSync('{contract/messages/*.ts,web/locales/en/*.json}', { cwd: root }).map(read);
    const contains = (text: string): boolean => {
      const parts = text.split(/\{\w+\}|\d+/u).map((part) => part.replaceAll(/[.?()]/gu, String.raw`\$&`));
      const pattern = new RegExp(`['"]${parts.join('(?:\\{+\\w+\\}+|\\d+)')}['"]`, 'u');
      return sources.some((source) => pattern.test(source.replaceAll("\\'", "'")));
    };
    const texts = listRows('Where').map(([, text = '']) => text);
    expect(texts).not.toEqual([]);
    expect(texts.filter((text) => !contains(text))).toEqual([]);
  });
});

describe('of a running application', () => {
  let application: TestApplication;
  beforeAll(async () => {
    application = await startTestApplication();
  });
  afterAll(() => application.close());

  interface Schema {
    readonly properties?: Record<string, unknown>;
    readonly required?: readonly string[];
  }
  interface Operation {
    readonly parameters?: readonly { name: string; in: string; required?: boolean }[];
    readonly requestBody?: { content: Record<string, { schema: Schema }> };
    readonly responses: Record<string, unknown>;
  }
  const readPaths = async (): Promise<Record<string, Record<string, Operation>>> =>
    (JSON.parse((await application.call('GET', '/api/openapi.json')).text) as { paths: never }).paths;

  test('docs/product.md names what each call takes, and what of it is optional', async () => {
    const paths = await readPaths();
    const takes = ({ parameters = [], requestBody }: Operation): string[] => {
      const { properties = {}, required = [] } = requestBody?.content['application/json']?.schema ?? {};
      return [
        ...parameters
          .filter((each) => each.in === 'query')
          .map((each) => [each.name, each.required] as const),
        ...Object.keys(properties).map((name) => [name, required.includes(name)] as const),
      ].map(([name, isRequired]) => (isRequired === true ? name : `${name}?`));
    };
    const wrong = listRows('Call').flatMap(([call = '', , send = '']) => {
      const [method = '', path = ''] = listCode(call)[0]?.split(' ') ?? [];
      const operation = paths[path]?.[method.toLowerCase()];
      // In words: a question, or as the call above.
      if (operation === undefined || /[a-z]/u.test(send.replaceAll(/`[^`]*`/gu, ''))) return [];
      const [listed, taken] = [listCode(send).toSorted(), takes(operation).toSorted()];
      return listed.join() === taken.join() ? [] : [{ call: `${method} ${path}`, listed, taken }];
    });
    expect(wrong).toEqual([]);
  });

  test('docs/product.md lists every call of the API with its statuses, and no other', async () => {
    /** Statuses that the document states once for all calls. */
    const common = new Set(['401', '429', '500', '503']);
    const described = await readPaths();
    const registered = Object.entries(described).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([method]) => method !== 'head')
        .map(([method, { responses }]) => {
          const statuses = Object.keys(responses).filter((status) => !common.has(status));
          return `${method.toUpperCase()} ${path} ${statuses.join(' ')}`;
        }),
    );
    const listed = listRows('Call').map(([call = '', , , returns = '', errors = '']) => {
      const statuses = `${returns} ${errors}`.replaceAll(/`[^`]*`/gu, '').match(/\b\d{3}\b/gu) ?? [];
      return `${listCode(call)[0]} ${statuses.filter((status) => !common.has(status)).join(' ')}`;
    });
    expect({
      onlyDescribed: listed.filter((call) => !registered.includes(call)),
      onlyRegistered: registered.filter((call) => !listed.includes(call)),
    }).toEqual({ onlyDescribed: [], onlyRegistered: [] });
  });

  test('the statements in SECURITY.md shut an account out', async () => {
    const [, script = ''] = /```sql\n([^`]+)```/u.exec(read('SECURITY.md')) ?? [];
    const shutOut = await application.register();
    const other = await application.register();
    const { email, refresh } = shutOut.session;
    for (const statement of script.split(';').filter((each) => each.trim() !== '')) {
      expect(statement).toContain('ada@example.org');
      await sql.raw(statement.replace('ada@example.org', email)).execute(application.dependencies.database);
    }
    await expect.poll(async () => (await shutOut.get('/api/courses/')).status).toBe(401);
    (await application.post('/api/auth/refresh/', { refresh })).readProblem(401);
    (await application.post('/api/auth/login/', { email, password: TEST_PASSWORD })).readProblem(403);
    expect((await other.get('/api/courses/')).status).toBe(200);
  });
});
