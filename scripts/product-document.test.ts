import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settingNames } from '#server/config.ts';
import { startTestApplication, type TestApplication } from '#server/testing/test-application.ts';
import { paths } from '#web/ui/paths.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const document = read('docs/product.md');

/** The rows of every table whose first heading is `head`, without their heads. */
function listRows(head: string): string[][] {
  const lines = document.split('\n');
  const rows: string[][] = [];
  let isInside = false;
  for (const line of lines) {
    if (!line.startsWith('|')) isInside = false;
    else {
      const cells = line.slice(1, -1).split(' | ');
      const [first = '', ...others] = cells.map((cell) => cell.trim());
      if (first === head) isInside = true;
      else if (isInside && !/^-+$/u.test(first)) rows.push([first, ...others]);
    }
  }
  return rows;
}

const listCode = (text: string): string[] => [...text.matchAll(/`([^`]+)`/gu)].map(([, code = '']) => code);

const listStatuses = (text: string): string[] => [...text.matchAll(/\b\d{3}\b/gu)].map(([status]) => status);

interface Schema {
  readonly properties?: Record<string, object>;
  readonly required?: readonly string[];
}
interface Operation {
  readonly security?: readonly Record<string, unknown>[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
  }[];
  readonly requestBody?: { readonly content?: Record<string, { readonly schema?: Schema }> };
  readonly responses: Record<string, unknown>;
}

/** Errors that the document states once for all calls. */
const COMMON = new Set(['429', '500', '503']);

function describeCaller({ security }: Operation): string {
  if (security === undefined) return 'instructor';
  if (security.length === 0) return 'anyone';
  return security.some((each) => 'apiKey' in each) ? 'API key' : 'administrator';
}

function listFields({ parameters = [], requestBody }: Operation): string[] {
  const ofQuery = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, required }) => (required === true ? name : `${name}?`));
  const ofBody = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
    Object.keys(schema?.properties ?? {}).map((name) =>
      schema?.required?.includes(name) === true ? name : `${name}?`,
    ),
  );
  return [...ofQuery, ...ofBody].sort();
}

describe('calls', () => {
  let application: TestApplication;
  let operations: Map<string, Operation>;
  const rows = new Map(
    listRows('Call').map(([call = '', ...cells]) => [listCode(call)[0] ?? call, cells] as const),
  );
  beforeAll(async () => {
    application = await startTestApplication();
    const { text } = await application.call('GET', '/api/openapi.json');
    const { paths: described } = JSON.parse(text) as { paths: Record<string, Record<string, Operation>> };
    operations = new Map(
      Object.entries(described).flatMap(([path, methods]) =>
        Object.entries(methods)
          .filter(([method]) => method !== 'head')
          .map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
      ),
    );
  });
  afterAll(() => application.close());

  test('documents every route that the app registers, and no other', () => {
    expect([...rows.keys()].sort()).toEqual([...operations.keys()].sort());
    expect(listRows('Call')).toHaveLength(rows.size);
  });

  test('documents who may call, what to send, and every status', () => {
    for (const [call, operation] of operations) {
      const [caller = '', send = '', returns = '', errors = ''] = rows.get(call) ?? [];
      const isExpected = (status: string): boolean =>
        status >= '400' && !COMMON.has(status) && !(status === '401' && caller !== 'anyone');
      const statuses = Object.keys(operation.responses);
      const documented = {
        caller,
        fields: listCode(send).sort(),
        answers: listStatuses(returns.replaceAll(/`[^`]*`/gu, '')),
        errors: listStatuses(errors),
      };
      expect([call, documented]).toEqual([
        call,
        {
          caller: describeCaller(operation),
          fields: listFields(operation),
          answers: statuses.filter((status) => status < '400'),
          errors: statuses.filter(isExpected),
        },
      ]);
    }
  });
});

test('documents every screen of the web app, and no other', () => {
  const documented = listRows('Route').map(([route = '']) => listCode(route)[0]);
  const fixed: Record<string, unknown> = paths;
  const registered = [
    ...read('web/app/router.tsx').matchAll(
      /\bpath: (?:paths\.(\w+)|'([^']+)'|`\$\{paths\.(\w+)\}([^`]*)`)/gu,
    ),
  ].map(([, name, literal, base, rest = '']) => literal ?? `${String(fixed[name ?? base ?? ''])}${rest}`);
  expect(documented.sort()).toEqual(registered.sort());
});

const UNITS: Record<string, number> = { MiB: 1024 ** 2, GiB: 1024 ** 3 };

/** What the contract exports, wherever it does. */
async function readContract(): Promise<Map<string, unknown>> {
  const files = globSync('contract/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
  const modules = await Promise.all(files.map((file) => import(join(root, file)) as Promise<object>));
  return new Map(modules.flatMap((each) => Object.entries(each) as [string, unknown][]));
}

test('documents every error code with its status', async () => {
  const documented = listRows('Code').map(([code = '', status = '']) => [listCode(code)[0], Number(status)]);
  const contract = await readContract();
  expect(Object.fromEntries(documented)).toEqual(contract.get('PROBLEM_STATUS'));
});

test('documents limits with the values of their constants', async () => {
  const contract = await readContract();
  const limits = listRows('Limit');
  expect(limits.length).toBeGreaterThan(20);
  for (const [, value = '', constant = ''] of limits) {
    const [number = '', unit = ''] = value.split(' ');
    const documented = Number(number.replaceAll(',', '')) * (UNITS[unit] ?? 1);
    const name = listCode(constant)[0] ?? '';
    expect([name, documented]).toEqual([name, contract.get(name)]);
  }
});

test('names settings that exist', () => {
  const named = listCode(document).filter(
    (code) => /^[A-Z]+(?:_[A-Z]+)+$/u.test(code) && !listRows('Limit').flat().includes(`\`${code}\``),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !settingNames.includes(name))).toEqual([]);
});

test('lists fixed texts as the product shows them', () => {
  const files = globSync(['web/locales/en/*.json', 'contract/*.ts', 'contract/messages/*.ts'], { cwd: root });
  const shown = files.map(read).join('\n');
  const texts = listRows('Where').map(([, text = '']) => text);
  expect(texts.length).toBeGreaterThan(50);
  const absent = texts.filter((text) => {
    const pattern = text
      .split(/\{\w+\}|\b\d+\b/u)
      .map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/gu, String.raw`\$&`))
      // A value, in a template of the web app or of the contract, or the number itself.
      .join(String.raw`(?:\{\{?\w+\}?\}|\$\{[^}]+\}|\d+)`);
    return !new RegExp(`["'\`]${pattern}["'\`]`, 'u').test(shown);
  });
  expect(absent).toEqual([]);
});

test('links to headings and pages that exist', () => {
  const headings = [...document.matchAll(/^#+ (.+)$/gmu)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/gu, '')
      .replaceAll(' ', '-'),
  );
  const targets = [...document.matchAll(/\]\(([^)]+)\)/gu)].map(([, target = '']) => target);
  expect(targets.length).toBeGreaterThan(5);
  for (const target of targets) {
    if (target.startsWith('#')) expect(headings).toContain(target.slice(1));
    else expect(read(join('docs', target.replace(/#.*$/u, '')))).not.toBe('');
  }
});
