import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';

const BROWSER_TESTS = 'e2e/web/**/*.test.ts';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'lectern',
          include: ['{contract,items,server,web,bench,evaluation,scripts,e2e}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, BROWSER_TESTS, 'web/dist*/**'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          pool: 'forks',
          // On two cores too, where Vitest itself would run one file after the other, which took a third longer.
          maxWorkers: Math.max(2, availableParallelism() - 1),
          globalSetup: ['server/testing/global-setup.ts', 'server/testing/models-setup.ts'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'browser',
          include: [BROWSER_TESTS],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          pool: 'forks',
          // Once more, and the report says so: on a machine that is short of processor a key may come before its screen.
          retry: 1,
          // A second is too short for a screen of a busy machine.
          expect: { poll: { timeout: 20_000 } },
          globalSetup: ['e2e/web/lectern-setup.ts'],
          // After the others: a browser, a database and models would fight with them for the processor.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
