import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startTestApplication, TEST_PASSWORD } from '#server/testing/test-application.ts';
import { asvsRequirements } from './asvs-levels.ts';

const root = join(import.meta.dirname, '..');
const document = readFileSync(join(root, 'docs/security.md'), 'utf8');

const VERDICTS = ['tested', 'met by design', 'not applicable', 'gap'] as const;
type Verdict = (typeof VERDICTS)[number];
interface Row {
  readonly numbers: readonly string[];
  readonly verdict: string;
  readonly finding: string;
}

const wanted = asvsRequirements.filter(([, level]) => level <= 2);
const levelOf = new Map(wanted);

/** The parts of the document, by heading. */
const sections = new Map(
  document
    .split(/^## /mu)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf('\n')), section] as const),
);
const chapters = [...sections].filter(([heading]) => /^V\d+ /u.test(heading));

/** The cells of every row of the tables, without their heads. */
const listCells = (markdown: string): string[][] =>
  markdown
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|[\s:|-]+\|$/u.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );

/** "V1.2.6 to V1.2.8, V1.3.1": the requirements of levels 1 and 2 among them. */
function expand(cell: string): string[] {
  const order = wanted.map(([number]) => number);
  return cell.split(', ').flatMap((part) => {
    const [first = '', last = first] = part.split(' to ').map((each) => each.replace(/^V/u, ''));
    const [from, until] = [order.indexOf(first), order.indexOf(last)];
    return from < 0 || until < from ? [`unknown ${part}`] : order.slice(from, until + 1);
  });
}

const rows: readonly Row[] = chapters.flatMap(([, section]) =>
  listCells(section)
    .filter(([first]) => first !== 'Requirement')
    .map(([numbers = '', , verdict = '', finding = '']) => ({ numbers: expand(numbers), verdict, finding })),
);

const doesExist = (path: string): boolean =>
  statSync(join(root, path), { throwIfNoEntry: false }) !== undefined;

/** What stands between backticks and looks like a path of the repository. */
const listPaths = (text: string): string[] =>
  [...text.matchAll(/`([\w.@/-]+)`/gu)]
    .map(([, path = '']) => path)
    .filter((path) =>
      /^(?:contract|deploy|docs|e2e|scripts|server|web)\/|^[\w.-]+\.(?:md|json|ts|js)$/u.test(path),
    );

test('every requirement of levels 1 and 2 has one verdict', () => {
  // Counted in the standard, so that no number is lost from the list either.
  const counts = [1, 2, 3].map((each) => asvsRequirements.filter(([, level]) => level === each).length);
  expect(counts).toEqual([70, 183, 92]);
  expect(rows.flatMap(({ numbers }) => numbers)).toEqual(wanted.map(([number]) => number));
  expect(rows.filter(({ verdict }) => !VERDICTS.some((each) => each === verdict))).toEqual([]);
});

test('each stands in its chapter', () => {
  for (const [heading, section] of chapters) {
    const chapter = /^V(\d+) /u.exec(heading)?.[1] ?? '';
    const numbers = listCells(section).flatMap(([first = '']) =>
      first === 'Requirement' ? [] : expand(first),
    );
    expect([heading, numbers.filter((number) => !number.startsWith(`${chapter}.`))]).toEqual([heading, []]);
  }
});

test('the totals are right', () => {
  const count = (verdict: Verdict | undefined, level: number | undefined): string =>
    String(
      rows
        .filter((row) => verdict === undefined || row.verdict === verdict)
        .flatMap(({ numbers }) => numbers)
        .filter((number) => level === undefined || levelOf.get(number) === level).length,
    );
  const [head = ''] = document.split(/^## /mu);
  const totals = listCells(head);
  expect(totals).toEqual([
    ['Verdict', 'Level 1', 'Level 2', 'Together'],
    ...VERDICTS.map((verdict) => [verdict, count(verdict, 1), count(verdict, 2), count(verdict, undefined)]),
    ['together', count(undefined, 1), count(undefined, 2), count(undefined, undefined)],
  ]);
});

test('the list of gaps holds each gap once, the heaviest first', () => {
  const listed = listCells(sections.get('Gaps') ?? '').slice(1);
  const gaps = rows.filter(({ verdict }) => verdict === 'gap').flatMap(({ numbers }) => numbers);
  expect(listed.flatMap(([numbers = '']) => expand(numbers)).sort()).toEqual(gaps.sort());
  const weights = listed.map(([, , weight = '']) =>
    ['high', 'medium', 'low'].indexOf(weight.split(' ')[0] ?? ''),
  );
  expect(weights).toEqual([...weights].sort());
  expect(Math.min(...weights)).toBeGreaterThanOrEqual(0);
});

test('a decision gives the reason for each gap', () => {
  const decision = readFileSync(join(root, 'docs/decisions/0052-security-requirements-left-open.md'), 'utf8');
  const gaps = rows.filter(({ verdict }) => verdict === 'gap').flatMap(({ numbers }) => numbers);
  expect(
    gaps.filter(
      (number) => !new RegExp(`\\*\\*[^*]*V${number.replaceAll('.', '\\.')}[,)]`, 'u').test(decision),
    ),
  ).toEqual([]);
});

test('every requirement has a reason, and each file that it names exists', () => {
  const wrong = rows.filter(({ verdict, finding }) => {
    const paths = listPaths(finding);
    const isTested = paths.some((path) => path.endsWith('.test.ts'));
    return finding === '' || !paths.every(doesExist) || (verdict === 'tested' && !isTested);
  });
  expect(wrong).toEqual([]);
});

test('every link leads somewhere', () => {
  const anchors = new Set(
    [...sections.keys()].map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\w -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
  const targets = [...document.matchAll(/\]\(([^)]+)\)/gu)].map(([, target = '']) => target);
  expect(targets.length).toBeGreaterThan(10);
  const broken = targets.filter((target) =>
    target.startsWith('#')
      ? !anchors.has(target.slice(1))
      : !doesExist(join('docs', target.replace(/#.*$/u, ''))),
  );
  expect(broken).toEqual([]);
});

test('the statements in SECURITY.md shut an account out', async () => {
  const security = readFileSync(join(root, 'SECURITY.md'), 'utf8');
  const statements = (/```sql\n([^`]+)```/u.exec(security)?.[1] ?? '')
    .split(';')
    .filter((each) => each.trim() !== '');
  expect(statements).toHaveLength(2);
  const application = await startTestApplication();
  const shutOut = await application.register();
  const other = await application.register();
  const { email, refresh } = shutOut.session;
  for (const statement of statements) {
    expect(statement).toContain('ada@example.org');
    const run = sql.raw(statement.replace('ada@example.org', email));
    await run.execute(application.dependencies.database);
  }
  await expect
    .poll(async () => (await shutOut.get('/api/courses/')).status, { timeout: 10_000, interval: 250 })
    .toBe(401);
  (await application.post('/api/auth/refresh/', { refresh })).readProblem(401);
  (await application.post('/api/auth/login/', { email, password: TEST_PASSWORD })).readProblem(403);
  expect((await other.get('/api/courses/')).status).toBe(200);
  await application.close();
});
