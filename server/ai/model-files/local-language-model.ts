import { basename } from 'node:path';
import type { LocalLanguageModelConfig } from '../../language-model-config.ts';
import { findGgufProblem } from './check-gguf.ts';
import { LANGUAGE_MODELS } from './language-model-catalogue.ts';
import { MODELS, type Model } from './model-catalogue.ts';
import { readModelStates, type ModelState, type ModelStates } from './model-states.ts';
import { modelFilePath } from './verify-model-file.ts';

/** The language model of this machine: one that Lectern downloads, or a file that the operator brought. */
export interface LocalLanguageModel {
  /** As logs and results show it. */
  readonly name: string;
  readonly path: string;
  /** Undefined for the operator's own file, which is never downloaded. */
  readonly model: Model | undefined;
  /** Too small to write: see `TextGenerator.readsOnly`. An operator's own file is taken to be chosen for writing. */
  readonly readsOnly: boolean;
}

/** Below this size, blind readers kept none of ten questions that a model wrote itself. */
const FEWEST_BYTES_TO_WRITE = 2_000_000_000;

export function resolveLocalLanguageModel(
  { model: chosen }: Pick<LocalLanguageModelConfig, 'model'>,
  modelsDirectory: string,
): LocalLanguageModel {
  if ('path' in chosen) {
    return { name: `local:${basename(chosen.path)}`, path: chosen.path, model: undefined, readsOnly: false };
  }
  const model = LANGUAGE_MODELS[chosen.name];
  const [file] = model.files;
  if (file === undefined) throw new Error(`${model.name} has no file.`);
  return {
    name: `local:${chosen.name}`,
    path: modelFilePath(modelsDirectory, file),
    model,
    readsOnly: file.sizeBytes < FEWEST_BYTES_TO_WRITE,
  };
}

/** Whether the file can be used, as far as that shows without loading it. */
export async function readLocalModelState(
  local: LocalLanguageModel,
  modelsDirectory: string,
): Promise<ModelState> {
  if (local.model !== undefined) {
    const states = await readModelStates(modelsDirectory, [local.model]);
    return states['language-model'] ?? { status: 'ready' };
  }
  const reason = await findGgufProblem(local.path);
  return reason === undefined ? { status: 'ready' } : { status: 'unavailable', reason };
}

/** Why the model cannot answer now; undefined when it can. */
export async function findLocalModelProblem(
  local: LocalLanguageModel,
  modelsDirectory: string,
): Promise<string | undefined> {
  const state = await readLocalModelState(local, modelsDirectory);
  if (state.status === 'unavailable') return state.reason;
  if (state.status === 'downloading')
    return `The local language model is being downloaded (${state.percent} %). Lectern works without it until then.`;
  return undefined;
}

/** The states of all models in use, for the health call. */
export async function readAllModelStates(
  modelsDirectory: string,
  local: LocalLanguageModel | undefined,
): Promise<ModelStates> {
  const states = await readModelStates(modelsDirectory, MODELS);
  if (local === undefined) return states;
  return { ...states, 'language-model': await readLocalModelState(local, modelsDirectory) };
}
