import { getTestModels } from '../ai/testing/test-models.ts';

/**
 * Vitest's globalSetup: fetches the models before the first test, so that no test's time goes into a
 * download. Without them the tests that need one fail by themselves, after this loud line.
 */
export default async function setup(): Promise<void> {
  try {
    await getTestModels(process.env['LECTERN_TEST_MODELS_DIR']);
  } catch (error) {
    process.stderr.write(`Tests that need a model will fail: ${String(error)}\n`);
  }
}
