import type { Config } from '../../config.ts';
import type { Log } from '../../log.ts';
import { ensureModelFiles } from './ensure-model-files.ts';
import { readAllModelStates, resolveLocalLanguageModel } from './local-language-model.ts';
import { MODELS, type Model } from './model-catalogue.ts';
import type { ModelStates } from './model-states.ts';
import { createProgressLines } from './progress-lines.ts';

/**
 * Fetches the models that the settings choose and that are missing, and logs how it goes. Returns the state of each at the
 * end; throws only when `signal` aborts.
 */
export async function fetchChosenModels(
  {
    modelsDirectory,
    modelsUrl,
    localLanguageModel,
  }: Pick<Config, 'modelsDirectory' | 'modelsUrl' | 'localLanguageModel'>,
  log: Log,
  signal: AbortSignal,
): Promise<ModelStates> {
  const say = (line: string): void => {
    log.info({}, line);
  };
  const fetchModels = (models: readonly Model[]): Promise<ModelStates> =>
    ensureModelFiles({
      modelsDirectory,
      modelsUrl,
      models,
      log: say,
      onProgress: createProgressLines(say, models),
      signal,
    });
  await fetchModels(MODELS);
  const local = localLanguageModel && resolveLocalLanguageModel(localLanguageModel, modelsDirectory);
  // Last: it is the largest, and Lectern needs the others more.
  if (local?.model !== undefined) await fetchModels([local.model]);
  return readAllModelStates(modelsDirectory, local);
}
