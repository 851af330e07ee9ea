import { z } from 'zod';

/** What CI concludes from Vitest's JSON reports (docs/decisions/0058). */

/** Of Vitest's JSON reporter, what is read here. */
const testReport = z.object({
  success: z.boolean(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});
export type TestReport = z.infer<typeof testReport>;
export const parseTestReport = (text: string): TestReport => testReport.parse(JSON.parse(text));

export interface Failure {
  readonly file: string;
  /** Undefined when the file failed outside its tests: it could not be imported, or a hook of it failed. */
  readonly test?: string;
  readonly message: string;
}

/** More failed files than this are no coincidence, and running each alone would take too long. */
export const MAXIMUM_RERUNS = 8;

export function listFailures({ testResults }: TestReport): Failure[] {
  return testResults.flatMap(({ name: file, status, message, assertionResults }): Failure[] => {
    const failures = assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages }) => ({
        file,
        test: fullName,
        message: failureMessages?.[0] ?? '',
      }));
    return failures.length === 0 && status === 'failed' ? [{ file, message }] : failures;
  });
}

/** The files to run again alone; none when a report failed for another reason, or when too many files failed. */
export function listReruns(reports: readonly TestReport[]): string[] {
  const files = [...new Set(reports.flatMap(listFailures).map(({ file }) => file))];
  return files.length > MAXIMUM_RERUNS ? [] : files;
}

export interface Outcome {
  readonly passed: number;
  readonly skipped: number;
  readonly unstable: readonly Failure[];
  readonly failures: readonly Failure[];
}

/** `reruns` contains the reports of the files that ran again, by file; undefined for a run that wrote none. */
export function judgeTests(
  reports: readonly TestReport[],
  reruns: ReadonlyMap<string, TestReport | undefined> = new Map(),
): Outcome {
  const unstable: Failure[] = [];
  const failures: Failure[] = [];
  for (const report of reports) {
    const failed = listFailures(report);
    if (failed.length === 0 && !report.success) failures.push(OUTSIDE_OF_FILES);
    for (const failure of failed)
      (passesAgain(failure, reruns.get(failure.file)) ? unstable : failures).push(failure);
  }
  // What fails only when the file runs again.
  for (const report of reruns.values()) {
    if (report === undefined) continue;
    const failed = listFailures(report);
    if (failed.length === 0 && !report.success) failures.push(OUTSIDE_OF_FILES);
    for (const failure of failed)
      if (!failures.some(({ file, test }) => file === failure.file && test === failure.test))
        failures.push(failure);
  }
  const tests = reports
    .flatMap(({ testResults }) => testResults)
    .flatMap((first) => (findFile(reruns.get(first.name), first.name) ?? first).assertionResults);
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    skipped: tests.filter(({ status }) => status !== 'passed' && status !== 'failed').length,
    unstable,
    failures,
  };
}

const OUTSIDE_OF_FILES: Failure = {
  file: 'Vitest',
  message: 'The run failed outside of the test files; see its output above.',
};

const findFile = (
  report: TestReport | undefined,
  file: string,
): TestReport['testResults'][number] | undefined => report?.testResults.find(({ name }) => name === file);

/** A whole file passes again when all of it passes; a single test also when others of its file fail. */
function passesAgain({ file, test }: Failure, rerun: TestReport | undefined): boolean {
  const result = findFile(rerun, file);
  if (result === undefined) return false;
  if (test === undefined) return rerun?.success === true && result.assertionResults.length > 0;
  const again = result.assertionResults.filter(({ fullName }) => fullName === test);
  return again.length > 0 && again.every(({ status }) => status === 'passed');
}

/** The files that took longest, with their seconds. */
export const listSlowestFiles = (
  reports: readonly TestReport[],
  count: number,
): { file: string; seconds: number }[] =>
  reports
    .flatMap(({ testResults }) => testResults)
    .map(({ name, startTime, endTime }) => ({
      file: name,
      seconds: Math.round((endTime - startTime) / 1_000),
    }))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, count);
