import { describe, expect, test } from 'vitest';
import { judgeTests, listReruns, MAXIMUM_RERUNS, parseTestReport, type TestReport } from './test-outcome.ts';

type Statuses = Record<string, 'passed' | 'failed' | 'pending'>;

/** A report as Vitest writes it, of files with the status of each of their tests. */
function makeReport(files: Record<string, Statuses>, success?: boolean): TestReport {
  const testResults = Object.entries(files).map(([name, tests]) => ({
    name,
    // A file without tests is one that could not be imported.
    status: Object.values(tests).includes('failed') || Object.keys(tests).length === 0 ? 'failed' : 'passed',
    message: Object.keys(tests).length === 0 ? 'Cannot find module' : '',
    startTime: 0,
    endTime: 1_000,
    assertionResults: Object.entries(tests).map(([fullName, status]) => ({
      fullName,
      status,
      failureMessages: status === 'failed' ? [`${fullName} is broken`] : [],
    })),
  }));
  const isSuccess = success ?? testResults.every(({ status }) => status === 'passed');
  return parseTestReport(JSON.stringify({ success: isSuccess, testResults }));
}

const rerun = (file: string, tests: Statuses): Map<string, TestReport> =>
  new Map([[file, makeReport({ [file]: tests })]]);

describe('files to run again', () => {
  test('contain each failed file once, of every report', () => {
    const reports = [
      makeReport({ a: { one: 'failed', two: 'failed' }, b: { three: 'passed' } }),
      makeReport({ c: {} }),
    ];
    expect(listReruns(reports)).toEqual(['a', 'c']);
  });

  test('are none when more failed than coincidence explains', () => {
    const failed = (count: number): TestReport =>
      makeReport(
        Object.fromEntries(Array.from({ length: count }, (_, index) => [`file ${index}`, { one: 'failed' }])),
      );
    expect(listReruns([failed(MAXIMUM_RERUNS)])).toHaveLength(MAXIMUM_RERUNS);
    expect(listReruns([failed(MAXIMUM_RERUNS + 1)])).toEqual([]);
  });
});

describe('the outcome', () => {
  const first = makeReport({ a: { one: 'failed', two: 'passed' }, b: { three: 'passed', four: 'pending' } });

  test('counts a test that passes when it runs alone as passed, and names it with its first failure', () => {
    expect(judgeTests([first], rerun('a', { one: 'passed', two: 'passed' }))).toEqual({
      passed: 3,
      skipped: 1,
      unstable: [{ file: 'a', test: 'one', message: 'one is broken' }],
      failures: [],
    });
  });

  test('fails for a test that fails again', () => {
    const { passed, unstable, failures } = judgeTests([first], rerun('a', { one: 'failed', two: 'passed' }));
    expect({ passed, unstable }).toEqual({ passed: 2, unstable: [] });
    expect(failures.map(({ test: name }) => name)).toEqual(['one']);
  });

  test('fails for a test that fails only when it runs alone', () => {
    const { unstable, failures } = judgeTests([first], rerun('a', { one: 'passed', two: 'failed' }));
    expect(unstable.map(({ test: name }) => name)).toEqual(['one']);
    expect(failures.map(({ test: name }) => name)).toEqual(['two']);
  });

  test('fails for a test that the second run skips or no longer contains', () => {
    expect(judgeTests([first], rerun('a', { one: 'pending', two: 'passed' })).failures).toHaveLength(1);
    expect(judgeTests([first], rerun('a', { two: 'passed' })).failures).toHaveLength(1);
  });

  test('fails when nothing ran again, or the second run wrote no report', () => {
    expect(judgeTests([first]).failures).toHaveLength(1);
    expect(judgeTests([first], new Map([['a', undefined]])).failures).toHaveLength(1);
  });

  test('counts the tests of a file that could not be imported at first', () => {
    const broken = makeReport({ a: {}, b: { three: 'passed' } });
    expect(judgeTests([broken], rerun('a', { one: 'passed', two: 'passed' }))).toMatchObject({
      passed: 3,
      unstable: [{ file: 'a', message: 'Cannot find module' }],
      failures: [],
    });
    expect(judgeTests([broken], rerun('a', {})).failures).toMatchObject([{ file: 'a' }]);
  });

  test('fails when a run reports an error outside of its tests, such as an unhandled rejection', () => {
    expect(judgeTests([makeReport({ a: { one: 'passed' } }, false)]).failures).toMatchObject([
      { file: 'Vitest' },
    ]);
    const again = new Map([['a', makeReport({ a: { one: 'passed', two: 'passed' } }, false)]]);
    expect(judgeTests([first], again).failures).toMatchObject([{ file: 'Vitest' }]);
  });
});
