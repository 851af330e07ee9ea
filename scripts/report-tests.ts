import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import {
  judgeTests,
  listReruns,
  listSlowestFiles,
  parseTestReport,
  type Failure,
  type TestReport,
} from './test-outcome.ts';

/**
 * The end of `.ci/run`: `report-tests.ts DIRECTORY CHECKS NAME=CODE…` reads the reports of the test runs in DIRECTORY, runs
 * the files of a few failures again, each alone, and prints the outcome. CHECKS is 1 when a step before the tests failed,
 * CODE the exit code of the run that wrote NAME.json.
 */
const ROOT = join(import.meta.dirname, '..');
const SLOWEST = 15;
const MESSAGE_LENGTH = 600;
const [directory = '.', checks, ...runs] = process.argv.slice(2);
const missing: string[] = [];

function readReport(name: string, exitCode: number | null): TestReport[] {
  try {
    const report = parseTestReport(readFileSync(join(directory, `${name}.json`), 'utf8'));
    // Vitest also fails for what its report does not contain, such as a global setup.
    return [{ ...report, success: report.success && exitCode === 0 }];
  } catch (error) {
    missing.push(`FAILED: no report of the test run "${name}": ${String(error).slice(0, MESSAGE_LENGTH)}`);
    return [];
  }
}

function runAgain(file: string, index: number): TestReport | undefined {
  const name = `again-${index}`;
  console.log(`\n== again, alone: ${relative(ROOT, file)}`);
  const report = `--outputFile.json=${join(directory, `${name}.json`)}`;
  const vitest = [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', file];
  const reporters = ['--reporter=default', '--reporter=json', report];
  const { status } = spawnSync(process.execPath, [...vitest, ...reporters], { cwd: ROOT, stdio: 'inherit' });
  return readReport(name, status)[0];
}

const print = (word: string, { file, test = 'outside of its tests', message }: Failure): void =>
  console.log(`${word}: ${relative(ROOT, file)}: ${test}\n${message.slice(0, MESSAGE_LENGTH)}`);

const reports = runs.flatMap((run) => {
  const [name = run, code] = run.split('=');
  return readReport(name, Number(code));
});
for (const { file, seconds } of listSlowestFiles(reports, SLOWEST))
  console.log(`${String(seconds).padStart(4)} s  ${relative(ROOT, file)}`);
const reruns = new Map(listReruns(reports).map((file, index) => [file, runAgain(file, index)]));
const { passed, skipped, unstable, failures } = judgeTests(reports, reruns);

console.log('');
if (checks !== '0') missing.push('FAILED: a step before the tests; see above');
for (const line of missing) console.log(line);
for (const failure of unstable) print('UNSTABLE', failure);
for (const failure of failures) print('FAILED', failure);
const failed = failures.length + missing.length;
if (failed > 0) process.exitCode = 1;
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
