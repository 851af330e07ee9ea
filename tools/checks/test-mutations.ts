import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { listMutations, mutate, type Mutation } from './mutations.ts';
import { listFailures, parseTestReport, type Failure } from './test-outcome.ts';

/**
 * `npm run test:mutations` proves that the tests notice defects: it makes those of tools/checks/mutations.json one at a time, in a
 * temporary copy of the last commit, and runs tests until one fails. First come the tests that an entry names and those that
 * import its file; only if they pass, all of `npm test`. Its last line is `N of M noticed`; it exits with 1 below 95 %.
 *
 * --only NAME       one defect; may be repeated
 * --from N          continues with the Nth, counted from 1
 * --related-only    leaves out the run of all tests
 */
const ROOT = join(import.meta.dirname, '../..');
const LEAST_SHARE = 0.95;
const TRIES = 3;

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    from: { type: 'string', default: '1' },
    'related-only': { type: 'boolean', default: false },
  },
});

const folder = mkdtempSync(join(tmpdir(), 'lectern-mutations-'));
const copy = join(folder, 'lectern');
const reportFile = join(folder, 'report.json');

function git(...words: string[]): void {
  const { status, stderr } = spawnSync('git', words, { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${words.join(' ')} failed: ${stderr}`);
}

git('worktree', 'add', '--detach', copy, 'HEAD');
process.on('exit', () => {
  rmSync(folder, { recursive: true, force: true });
  git('worktree', 'prune');
});
let running: ChildProcess | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    running?.kill();
    process.exit(1);
  });
for (const folder of ['node_modules', 'models']) symlinkSync(join(ROOT, folder), join(copy, folder));

/**
 * Runs Vitest until the first failing file. Returns a failing test; undefined when all tests pass.
 * @throws when no test file is to blame, such as when the database did not start
 */
async function findFailingTest(selection: readonly string[]): Promise<Failure | undefined> {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const reporter = ['--reporter=json', `--outputFile=${reportFile}`, '--passWithNoTests', '--bail=1'];
  rmSync(reportFile, { force: true });
  running = spawn(process.execPath, [vitest, ...selection, ...reporter], {
    cwd: copy,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  running.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-1_000);
  });
  const [status] = (await once(running, 'close')) as [number | null];
  if (status === 0) return undefined;
  try {
    const report = parseTestReport(readFileSync(reportFile, 'utf8'));
    const failures = listFailures([[report]]).filter(({ file }) => file.startsWith(copy));
    // Files that were still running at the first failure are reported as failed, without a test.
    const failure = failures.find(({ test }) => test !== undefined) ?? failures[0];
    if (failure === undefined) throw new Error('No test file failed.');
    return failure;
  } catch (error) {
    throw new Error(`Vitest ended with ${status}: ${errors}`, { cause: error });
  }
}

/** The runs for a defect, the quickest first. */
function listRuns({ file, tests }: Mutation): string[][] {
  const related = [
    ...(tests.length > 0 ? [['run', ...tests, '--project', 'quick']] : []),
    ['related', file, '--run', '--project', 'quick'],
  ];
  const all = ['quick', 'journeys'].map((project) => ['run', '--project', project]);
  return values['related-only'] ? related : [...related, ...all];
}

/** A failure that happens again when its file runs alone: a flaky test notices nothing. */
async function findConfirmedFailure(run: readonly string[]): Promise<Failure | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const failure = await findFailingTest(run);
    if (failure === undefined) return undefined;
    const again = await findFailingTest(['run', relative(copy, failure.file)]);
    if (again !== undefined) return again;
    console.log(`  flaky: ${relative(copy, failure.file)} › ${failure.test ?? 'outside of its tests'}`);
    if (attempt === TRIES) throw new Error(`No run of ${run.join(' ')} fails for a reason that stays.`);
  }
}

async function findFailure(mutation: Mutation): Promise<Failure | undefined> {
  const path = join(copy, mutation.file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, mutate(text, mutation));
  try {
    for (const run of listRuns(mutation)) {
      const failure = await findConfirmedFailure(run);
      if (failure !== undefined) return failure;
    }
    return undefined;
  } finally {
    writeFileSync(path, text);
  }
}

/** @throws when the test fails without the defect as well */
async function findNoticing(mutation: Mutation): Promise<string | undefined> {
  const failure = await findFailure(mutation);
  if (failure === undefined) return undefined;
  const name = `${relative(copy, failure.file)} › ${failure.test ?? 'outside of its tests'}`;
  if ((await findFailingTest(['run', relative(copy, failure.file)])) !== undefined)
    throw new Error(`${name} fails without the defect ${mutation.name} as well.`);
  return name;
}

const all = listMutations();
const unknown = values.only?.filter((name) => all.every((mutation) => mutation.name !== name)) ?? [];
if (unknown.length > 0) throw new Error(`No defect has the name ${unknown.join(', ')}.`);
const chosen = [...all.entries()]
  .filter(([index, { name }]) => index + 1 >= Number(values.from) && values.only?.includes(name) !== false)
  .map(([index, mutation]) => ({ number: index + 1, mutation }));
let noticed = 0;
for (const { number, mutation } of chosen) {
  const started = performance.now();
  const noticedBy = await findNoticing(mutation);
  if (noticedBy !== undefined) noticed += 1;
  const seconds = Math.round((performance.now() - started) / 1_000);
  const outcome = noticedBy === undefined ? `MISSED: ${mutation.breaks}` : `noticed by ${noticedBy}`;
  console.log(`${number} ${mutation.name} (${seconds} s): ${outcome}`);
}
console.log(`${noticed} of ${chosen.length} noticed`);
if (noticed < LEAST_SHARE * chosen.length) process.exitCode = 1;
