import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureModelFiles } from '../model-files/ensure-model-files.ts';
import { modelPaths } from '../model-files/model-catalogue.ts';

/**
 * The models for tests, fetched on the first run. In `models` of the repository unless a directory is given.
 * @throws when a model cannot be had; the message says why.
 */
export async function getTestModels(directory: string | undefined): Promise<ReturnType<typeof modelPaths>> {
  const modelsDirectory = resolve(directory ?? fileURLToPath(new URL('../../../models', import.meta.url)));
  const states = await ensureModelFiles({ modelsDirectory });
  for (const state of Object.values(states))
    if (state.status === 'unavailable') throw new Error(state.reason);
  return modelPaths(modelsDirectory);
}
