import fc from 'fast-check';

/** Vitest's setupFiles: property tests draw the same examples in each run unless LECTERN_TEST_SEED says otherwise. */
const DEFAULT_SEED = 1;
fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  seed: Number(process.env['LECTERN_TEST_SEED'] ?? DEFAULT_SEED),
});
