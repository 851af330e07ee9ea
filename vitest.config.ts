import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/*
 * `npm test` runs the projects `lectern` and `browser` within a few minutes; `npm run test:all` runs the other two as well
 * (docs/decisions/0058). `npx vitest run PATH` finds a file in any of them.
 */

// Most test files run in a process of their own, which would compile the same packages again.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

/** Whole processes, attacks, models over whole lessons, commands and cloud stores. */
const LONG_TESTS = [
  'e2e/*.test.ts',
  'e2e/{crash,fuzz,hostile}/**/*.test.ts',
  'quality/evaluation/gates.test.ts',
  'quality/evaluation/sound/recordings.test.ts',
  'scripts/dependency-rules.test.ts',
  'server/commands/**/*.test.ts',
  'server/ai/llama/llama-text-generator.test.ts',
  'server/ai/tesseract/tesseract-page-recognizer.test.ts',
  'server/confinement/confinement.test.ts',
  'server/database/embedded/start-embedded-postgres.test.ts',
  'server/features/courses/demo/add-demo-course.test.ts',
  'server/features/lessons/scans.routes.test.ts',
  'server/features/uploads/remote-stores.test.ts',
  'server/files/{file-store.contract,move-files}.test.ts',
  'server/http/access-table.test.ts',
  'server/search/minilm-semantic-search.test.ts',
];

/** What every user meets: signing in, a lesson from its file to its quiz, looking for something, using the keyboard. */
const BROWSER_TESTS = [
  'e2e/web/{welcome,accounts,text-journey,video-journey,quiz,search,keyboard,trash}.test.ts',
];
const ALL_BROWSER_TESTS = 'e2e/web/**/*.test.ts';

/** They take minutes. Begun last, one of them would keep one processor busy while the other has nothing left to do. */
const SLOWEST = [
  'e2e/crash/crash.test.ts',
  'e2e/web/screens.test.ts',
  'server/http/access-table.test.ts',
  'e2e/processes.test.ts',
];

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification): boolean =>
      SLOWEST.some((path) => moduleId.endsWith(`/${path}`));
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

const DIFFERENCE = { truncateThreshold: 40 };

const withDatabase = {
  diff: DIFFERENCE,
  testTimeout: 60_000,
  hookTimeout: 120_000,
  pool: 'forks' as const,
  // A second is too short for a database on a busy machine.
  expect: { poll: { timeout: 20_000 } },
  // On two cores too, where Vitest itself would run one file after the other, which took a third longer.
  maxWorkers: Math.max(2, availableParallelism() - 1),
  globalSetup: ['server/testing/global-setup.ts', 'server/testing/models-setup.ts'],
};

const withBrowser = {
  diff: DIFFERENCE,
  // A page waits for the server as often as it computes.
  maxWorkers: 2,
  testTimeout: 120_000,
  hookTimeout: 120_000,
  pool: 'forks' as const,
  // A second is too short for a screen of a busy machine.
  expect: { poll: { timeout: 20_000 } },
  globalSetup: ['e2e/web/lectern-setup.ts'],
};

export default defineConfig({
  test: {
    // A failure must fit on one screen: no output of tests that pass, and only long tests are named.
    silent: 'passed-only',
    slowTestThreshold: 5_000,
    sequence: { sequencer: SlowestFirst },
    // One group after the other: a browser, a database and models would compete for the processor.
    projects: [
      {
        test: {
          ...withDatabase,
          name: 'lectern',
          include: ['{contract,server,web,quality,scripts,e2e}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ALL_BROWSER_TESTS, ...LONG_TESTS, 'web/dist*/**'],
          // A process for each file would load the server's modules several hundred times: four to six CPU seconds each.
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: { ...withBrowser, name: 'browser', include: BROWSER_TESTS, sequence: { groupOrder: 1 } },
      },
      {
        test: { ...withDatabase, name: 'long', include: LONG_TESTS, sequence: { groupOrder: 2 } },
      },
      {
        test: {
          ...withBrowser,
          name: 'long-browser',
          include: [ALL_BROWSER_TESTS],
          exclude: [...configDefaults.exclude, ...BROWSER_TESTS],
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
