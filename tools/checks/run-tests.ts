import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import {
  countOutcome,
  listFlaky,
  listFailures,
  listFilesToRerun,
  listSlowestFiles,
  parseTestReport,
  type Failure,
  type TestReport,
} from './test-outcome.ts';

/**
 * `npm test` runs what every change must pass, `npm run test:all` every test (docs/decisions/0058). A file that fails runs
 * again alone, at most twice, after all others have ended; a test that passes then is named as flaky in the last lines.
 * The last line is `N passed, N failed`.
 *
 * --all                    every project
 * --earlier-failures N     failures of other checks, counted in the last line and in the exit code (.ci/run)
 */
const ROOT = join(import.meta.dirname, '../..');
const TRIES = 3;
const SLOWEST = 15;
const MESSAGE_LENGTH = 600;

const { values } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    'earlier-failures': { type: 'string', default: '0' },
  },
});
const reports = mkdtempSync(join(tmpdir(), 'lectern-tests-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));
let runs = 0;

// Properties are checked with the same examples each time before a change is sent, and with new ones in the long run.
const seed = values.all ? randomInt(2 ** 31) : 1;
if (values.all) console.log(`The seed of the property tests is ${seed} (LECTERN_TEST_SEED).`);

/** Runs Vitest, and returns its report; undefined when it wrote none. */
function runVitest(selection: readonly string[]): TestReport | undefined {
  const file = join(reports, `${(runs += 1)}.json`);
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { status } = spawnSync(process.execPath, [vitest, 'run', ...selection, ...reporters], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, LECTERN_TEST_SEED: process.env['LECTERN_TEST_SEED'] ?? String(seed) },
  });
  try {
    const report = parseTestReport(readFileSync(file, 'utf8'));
    // Vitest also fails for what its report does not contain, such as a global set-up.
    return { ...report, success: report.success && status === 0 };
  } catch (error) {
    console.error(`Vitest wrote no report of ${selection.join(' ')}: ${String(error)}`);
    return undefined;
  }
}

function timed<Result>(name: string, run: () => Result): Result {
  const started = performance.now();
  console.log(`\n== ${name}`);
  const result = run();
  console.log(`== ${name}: ${Math.round((performance.now() - started) / 1_000)} s`);
  return result;
}

// One project after the other: a browser, a database and models would compete for the processor.
const projects = values.all ? ['quick', 'journeys', 'slow', 'alone', 'browser'] : ['quick', 'journeys'];
const tries = [projects.map((project) => timed(project, () => runVitest(['--project', project])))];
while (tries.length < TRIES) {
  const files = listFilesToRerun(tries);
  if (files.length === 0) break;
  tries.push(
    files.map((file) =>
      timed(`again, alone (try ${tries.length + 1}): ${relative(ROOT, file)}`, () => runVitest([file])),
    ),
  );
}

const print = (word: string, { file, test = 'outside of its tests', message }: Failure): void =>
  console.log(`${word}: ${relative(ROOT, file)} › ${test}\n${message.slice(0, MESSAGE_LENGTH)}`);

console.log('\nSlowest files:');
for (const { file, seconds } of listSlowestFiles(tries, SLOWEST))
  console.log(`${String(seconds).padStart(4)} s  ${relative(ROOT, file)}`);
console.log('');
const failures = listFailures(tries);
for (const failure of failures) print('FAILED', failure);
const flaky = listFlaky(tries);
for (const { failure } of flaky) print('FLAKY', failure);
if (flaky.length > 0) {
  console.log(`${flaky.length} flaky:`);
  for (const { failure, passedAt } of flaky)
    console.log(
      `  ${relative(ROOT, failure.file)} › ${failure.test ?? 'outside of its tests'} (try ${passedAt})`,
    );
}
const earlier = Number(values['earlier-failures']);
if (earlier > 0) console.log('FAILED: a step before the tests; see above.');
const { passed, skipped } = countOutcome(tries);
const failed = failures.length + earlier;
if (failed > 0) process.exitCode = 1;
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
