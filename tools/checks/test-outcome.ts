import { z } from 'zod';

/** What a test run concludes from Vitest's JSON reports (docs/decisions/0058). */

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
/** The fields of a report by Vitest's JSON reporter that are read here. */
export type TestReport = z.infer<typeof testReport>;
type FileReport = TestReport['testResults'][number];
export const parseTestReport = (text: string): TestReport => testReport.parse(JSON.parse(text));

/**
 * The reports of each try: of the first, one per project; of the second and third, one per file that ran again.
 * Undefined is a run that wrote no report.
 */
export type Tries = readonly (readonly (TestReport | undefined)[])[];

export interface Failure {
  readonly file: string;
  /** Undefined when the file failed outside its tests: it could not be imported, or a hook of it failed. */
  readonly test?: string;
  readonly message: string;
}

/** More failed files than this are no coincidence, and running each alone would take too long. */
export const MAXIMUM_RERUNS = 8;

const OUTSIDE_OF_FILES: Failure = {
  file: 'Vitest',
  message: 'The run failed outside of the test files; see its output above.',
};

function listFailuresOfFile({ name: file, status, message, assertionResults }: FileReport): Failure[] {
  const failures = assertionResults
    .filter((test) => test.status === 'failed')
    .map(({ fullName, failureMessages }) => ({ file, test: fullName, message: failureMessages?.[0] ?? '' }));
  return failures.length === 0 && status !== 'passed' ? [{ file, message }] : failures;
}

const listFileReports = (reports: Tries[number]): FileReport[] =>
  reports.flatMap((report) => report?.testResults ?? []);

/** A run that failed, but for no reason in a file of it: no second try of a file can excuse that. */
const isBroken = (report: TestReport | undefined): boolean =>
  report === undefined || (!report.success && report.testResults.flatMap(listFailuresOfFile).length === 0);

/** The files that failed in the newest try; none when too many failed, or when a run failed outside of its files. */
export function listFilesToRerun(tries: Tries): string[] {
  const newest = tries.at(-1) ?? [];
  if (newest.some(isBroken)) return [];
  const files = new Set(
    listFileReports(newest)
      .flatMap(listFailuresOfFile)
      .map(({ file }) => file),
  );
  return files.size > MAXIMUM_RERUNS ? [] : [...files];
}

/** The newest report of each file. */
function findNewest(tries: Tries): Map<string, FileReport> {
  return new Map(tries.flatMap(listFileReports).map((report) => [report.name, report]));
}

/** What fails in the newest try of each file, and runs that failed outside of their files. */
export const listFailures = (tries: Tries): Failure[] => [
  ...tries
    .flat()
    .filter(isBroken)
    .map(() => OUTSIDE_OF_FILES),
  ...[...findNewest(tries).values()].flatMap(listFailuresOfFile),
  ...listLostTests(tries),
];

/** Tests of the first try that the newest one skips or no longer contains: they do not pass by that. */
function listLostTests(tries: Tries): Failure[] {
  const newest = findNewest(tries);
  return listFileReports(tries[0] ?? []).flatMap((first) => {
    const again = newest.get(first.name);
    if (again === undefined || again === first || again.status !== 'passed') return [];
    const passed = new Set(
      again.assertionResults.filter(({ status }) => status === 'passed').map(({ fullName }) => fullName),
    );
    return first.assertionResults
      .filter(({ status, fullName }) => (status === 'passed' || status === 'failed') && !passed.has(fullName))
      .map(({ fullName }) => ({
        file: first.name,
        test: fullName,
        message: 'The test was not run again.',
      }));
  });
}

/** Failures of earlier tries that the newest try of their file does not have. */
export function listFlaky(tries: Tries): { failure: Failure; passedAt: number }[] {
  const newest = findNewest(tries);
  const flaky = new Map<string, { failure: Failure; passedAt: number }>();
  for (const [index, reports] of tries.entries())
    for (const failure of listFileReports(reports).flatMap(listFailuresOfFile)) {
      const last = newest.get(failure.file);
      if (last === undefined || last.status !== 'passed') continue;
      const key = `${failure.file} ${failure.test ?? ''}`;
      const first = flaky.get(key)?.failure ?? failure;
      // A try follows each one that failed.
      flaky.set(key, { failure: first, passedAt: index + 2 });
    }
  return [...flaky.values()];
}

/** Counts each test once, as its file's newest try ended. */
export function countOutcome(tries: Tries): { passed: number; skipped: number } {
  const tests = [...findNewest(tries).values()].flatMap(({ assertionResults }) => assertionResults);
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    skipped: tests.filter(({ status }) => status !== 'passed' && status !== 'failed').length,
  };
}

/** The files that took longest in the first try, with their seconds. */
export const listSlowestFiles = (tries: Tries, count: number): { file: string; seconds: number }[] =>
  listFileReports(tries[0] ?? [])
    .map(({ name, startTime, endTime }) => ({
      file: name,
      seconds: Math.round((endTime - startTime) / 1_000),
    }))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, count);
