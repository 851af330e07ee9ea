import { describe, expect, test } from 'vitest';
import {
  countOutcome,
  listFailures,
  listFilesToRerun,
  listFlaky,
  MAXIMUM_RERUNS,
  parseTestReport,
  type TestReport,
} from './test-outcome.ts';

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

describe('files to run again', () => {
  test('contain each failed file once, of every report', () => {
    const first = [
      makeReport({ a: { one: 'failed', two: 'failed' }, b: { three: 'passed' } }),
      makeReport({ c: {} }),
    ];
    expect(listFilesToRerun([first])).toEqual(['a', 'c']);
    expect(
      listFilesToRerun([first, [makeReport({ a: { one: 'passed', two: 'passed' } }), makeReport({ c: {} })]]),
    ).toEqual(['c']);
  });

  test('are none when more failed than coincidence explains', () => {
    const failed = (count: number): TestReport =>
      makeReport(
        Object.fromEntries(Array.from({ length: count }, (_, index) => [`file ${index}`, { one: 'failed' }])),
      );
    expect(listFilesToRerun([[failed(MAXIMUM_RERUNS)]])).toHaveLength(MAXIMUM_RERUNS);
    expect(listFilesToRerun([[failed(MAXIMUM_RERUNS + 1)]])).toEqual([]);
  });

  test('are none when a run failed outside of its files, which no second try excuses', () => {
    expect(listFilesToRerun([[makeReport({ a: { one: 'failed' } }), undefined]])).toEqual([]);
  });
});

describe('the outcome', () => {
  const first = [
    makeReport({ a: { one: 'failed', two: 'passed' }, b: { three: 'passed', four: 'pending' } }),
  ];
  const again = (tests: Statuses): TestReport[] => [makeReport({ a: tests })];

  test('names a test that passes at a second or third try as flaky, with its first failure', () => {
    const second = again({ one: 'passed', two: 'passed' });
    expect(listFailures([first, second])).toEqual([]);
    expect(listFlaky([first, second])).toEqual([
      { failure: { file: 'a', test: 'one', message: 'one is broken' }, passedAt: 2 },
    ]);
    expect(listFlaky([first, again({ one: 'failed', two: 'passed' }), second])).toMatchObject([
      { failure: { test: 'one' }, passedAt: 3 },
    ]);
  });

  test('counts each test once', () => {
    const second = again({ one: 'passed', two: 'passed' });
    expect(countOutcome([first])).toEqual({ passed: 2, skipped: 1 });
    expect(countOutcome([first, second])).toEqual({ passed: 3, skipped: 1 });
  });

  test('fails for a test that fails at every try', () => {
    const failing = again({ one: 'failed', two: 'passed' });
    expect(listFailures([first, failing, failing]).map(({ test: name }) => name)).toEqual(['one']);
    expect(listFlaky([first, failing, failing])).toEqual([]);
  });

  test('fails for a test that fails only at the last try', () => {
    const third = again({ one: 'passed', two: 'failed' });
    expect(listFailures([first, third]).map(({ test: name }) => name)).toEqual(['two']);
  });

  test('fails for a test that the second run skips or no longer contains', () => {
    expect(listFailures([first, again({ one: 'pending', two: 'passed' })])).toHaveLength(1);
    expect(listFailures([first, again({ two: 'passed' })])).toHaveLength(1);
  });

  test('counts the tests of a file that could not be imported at first', () => {
    const broken = [makeReport({ a: {}, b: { three: 'passed' } })];
    const second = again({ one: 'passed', two: 'passed' });
    expect(listFailures([broken, second])).toEqual([]);
    expect(listFlaky([broken, second])).toMatchObject([
      { failure: { file: 'a', message: 'Cannot find module' } },
    ]);
    expect(countOutcome([broken, second]).passed).toBe(3);
    expect(listFailures([broken, again({})])).toMatchObject([{ file: 'a' }]);
  });

  test('fails when a run reports an error outside of its tests, or wrote no report', () => {
    expect(listFailures([[makeReport({ a: { one: 'passed' } }, false)]])).toMatchObject([{ file: 'Vitest' }]);
    expect(listFailures([[undefined]])).toMatchObject([{ file: 'Vitest' }]);
  });
});
