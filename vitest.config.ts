import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';

/*
 * `npm test` runs the projects quick and journeys, `npm run test:all` also slow, alone and browser, `npm run check` the project checks
 * (docs/decisions/0058). What belongs where shows in the names: *.slow.test.ts, *.check.test.ts and e2e/. `npx vitest run PATH`
 * finds a file in any project.
 */

// Most test files run in a process of their own, which would compile the same packages again.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

/**
 * Tests that fail now and then, with the cause: `npm run test:all` runs them, `npm test` does not. At most five.
 * A test stays here only while its cause is being fixed.
 */
const UNSTABLE: readonly { file: string; cause: string }[] = [];
if (UNSTABLE.length > 5) throw new Error('More than five unstable tests: fix one before you add another.');
const unstableFiles = UNSTABLE.map(({ file }) => file);

const JOURNEYS = 'e2e/web/journeys/**/*.test.ts';
const WEB = 'e2e/web/**/*.test.ts';
const CHECKS = '{contract,server,web,tools}/**/*.check.test.ts';
const SLOW = ['{contract,server,web,tools}/**/*.slow.test.ts', 'e2e/**/*.test.ts'];

/** These measure time or memory, kill processes or fill a disk, so nothing else may run beside them. */
const ALONE = [
  'e2e/crash/**/*.test.ts',
  'e2e/hostile/{fairness,largest-rows,memory}.test.ts',
  'server/documents/growth.slow.test.ts',
  'server/features/quizzes/editing/publish-without-connection.slow.test.ts',
];

const shared = {
  diff: { truncateThreshold: 40 },
  pool: 'forks' as const,
  // Children compete with the tests that wait for them.
  env: { CHILD_PRIORITY: '0' },
  // A second is too short for a database or a screen of a busy machine.
  expect: { poll: { timeout: 20_000 } },
};
const withDatabase = {
  ...shared,
  testTimeout: 60_000,
  hookTimeout: 120_000,
  globalSetup: ['server/testing/global-setup.ts', 'server/testing/models-setup.ts'],
  setupFiles: ['server/testing/property-seed.ts'],
};
const withBrowser = {
  ...shared,
  testTimeout: 120_000,
  hookTimeout: 120_000,
  globalSetup: ['e2e/web/lectern-setup.ts'],
};

export default defineConfig({
  test: {
    // A failure must fit on one screen: no output of tests that pass, and only slow tests are named.
    silent: 'passed-only',
    slowTestThreshold: 5_000,
    projects: [
      {
        test: {
          ...withDatabase,
          name: 'quick',
          include: ['{contract,server,web,tools}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...SLOW, CHECKS, ...unstableFiles, 'web/dist*/**'],
          // On two cores too, where Vitest itself would run one file after the other, which took a third longer.
          maxWorkers: Math.max(2, availableParallelism() - 1),
          // A process for each file would load the server's modules several hundred times: four to six CPU seconds each.
          isolate: false,
        },
      },
      {
        test: {
          ...withBrowser,
          name: 'journeys',
          include: [JOURNEYS],
          exclude: [...configDefaults.exclude, ...unstableFiles],
          // A page waits for the server as often as it computes.
          maxWorkers: 2,
        },
      },
      {
        test: {
          ...shared,
          name: 'checks',
          include: [CHECKS],
          // `npx vitest run tools` runs projects with other numbers of workers after each other.
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 120_000,
          globalSetup: ['server/testing/global-setup.ts'],
          // One process: `npm run check` starts seven other tools at the same time.
          maxWorkers: 1,
          isolate: false,
        },
      },
      {
        test: {
          ...withDatabase,
          name: 'slow',
          include: [...SLOW, ...unstableFiles],
          sequence: { groupOrder: 2 },
          exclude: [...configDefaults.exclude, WEB, ...ALONE],
          // They wait for the processes they start as often as they compute.
          maxWorkers: 2,
        },
      },
      {
        test: {
          ...withDatabase,
          name: 'alone',
          include: ALONE,
          sequence: { groupOrder: 3 },
          fileParallelism: false,
        },
      },
      {
        test: {
          ...withBrowser,
          name: 'browser',
          include: [WEB],
          exclude: [...configDefaults.exclude, JOURNEYS],
          maxWorkers: 2,
        },
      },
    ],
  },
});
