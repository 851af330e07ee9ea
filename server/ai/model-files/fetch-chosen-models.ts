import { mkdir, statfs } from 'node:fs/promises';
import { wordMessage } from '#contract/messages/catalogue.ts';
import { message } from '#contract/messages/make-message.ts';
import type { Message } from '#contract/messages/message.ts';
import type { Config } from '#server/config.ts';
import type { Log } from '#server/platform/log.ts';
import { readFreeMemoryBytes } from '../llama/free-memory.ts';
import { ensureModelFiles } from './ensure-model-files.ts';
import {
  readAllModelStates,
  resolveLocalLanguageModel,
  type LocalLanguageModel,
} from './local-language-model.ts';
import { MODELS, type Model, type ModelId } from './model-catalogue.ts';
import { unavailable, writeModelStates, type ModelState, type ModelStates } from './model-states.ts';
import { isModelFilePresent } from './verify-model-file.ts';

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
  if (local?.model !== undefined && (await hasRoomFor(local, modelsDirectory, say)))
    await fetchModels([local.model]);
  return readAllModelStates(modelsDirectory, local);
}

/** Checks only the small model, the default: an operator who configures a larger one knows the machine. */
async function hasRoomFor(
  { model, writerAdapterPath }: LocalLanguageModel,
  modelsDirectory: string,
  say: (line: string) => void,
): Promise<boolean> {
  if (model === undefined || writerAdapterPath === undefined) return true;
  const present = await Promise.all(model.files.map((file) => isModelFilePresent(modelsDirectory, file)));
  if (present.every(Boolean)) return true;
  await mkdir(modelsDirectory, { recursive: true });
  const { bavail, bsize } = await statfs(modelsDirectory);
  const problem = findRoomProblem(model.name, {
    memoryBytes: readFreeMemoryBytes(),
    diskBytes: bavail * bsize,
  });
  if (problem === undefined) return true;
  say(wordMessage(problem));
  await writeModelStates(modelsDirectory, { [model.id]: unavailable(problem) });
  return false;
}

const GIGABYTE = 1_000_000_000;
/** Memory for running the small model; disk space for its file, with some left for lessons and the database. */
const NEEDED_GIGABYTES = { memory: 3, disk: 4 } as const;

/** Why a machine cannot run the small language model; undefined if it can. */
export function findRoomProblem(
  model: string,
  free: { readonly memoryBytes: number; readonly diskBytes: number },
): Message | undefined {
  const [memory, disk] = [free.memoryBytes / GIGABYTE, free.diskBytes / GIGABYTE];
  if (memory >= NEEDED_GIGABYTES.memory && disk >= NEEDED_GIGABYTES.disk) return undefined;
  return message('model_without_room', {
    model,
    memoryNeeded: NEEDED_GIGABYTES.memory,
    diskNeeded: NEEDED_GIGABYTES.disk,
    memory: memory.toFixed(1),
    disk: disk.toFixed(1),
  });
}

/** A line for every tenth of a download would hide everything else in a log. */
const STEP_PERCENT = 25;

/** Turns states into a line for people whenever a model has come a good step further. */
function createProgressLines(
  write: (line: string) => void,
  models: readonly Model[] = MODELS,
): (states: ModelStates) => void {
  const said = new Map<ModelId, string>();
  return (states) => {
    for (const { id, name } of models) {
      const state = states[id];
      if (state === undefined) continue;
      const line = describe(state);
      const before = said.get(id);
      said.set(id, line);
      // A model that was there from the start is not news.
      if (line === before || (line === 'ready' && before === undefined)) continue;
      const left =
        state.status === 'downloading' && state.seconds_left !== undefined
          ? `, ${describeDuration(state.seconds_left)} left`
          : '';
      write(`${name}: ${line}${left}`);
    }
  };
}

function describe(state: ModelState): string {
  if (state.status === 'ready') return 'ready';
  if (state.status === 'unavailable') return state.reason;
  return `downloading, ${Math.floor(state.percent / STEP_PERCENT) * STEP_PERCENT} %`;
}

const describeDuration = (seconds: number): string =>
  seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
