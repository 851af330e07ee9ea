/**
 * Measures the local model that writes questions, if its file is present: candidates a minute and tokens a second. Argument: path of a
 * GGUF file (default: the catalogue's 1.5B model in MODELS_DIR).
 */
import { stat } from 'node:fs/promises';
import { readExpertLesson } from '../evaluation/recordings/read-expert-lesson.ts';
import { createLlamaTextGenerator } from '#server/ai/llama/llama-text-generator.ts';
import { createMiniLmTextEmbedder } from '#server/ai/minilm/minilm-text-embedder.ts';
import { resolveLocalLanguageModel } from '#server/ai/model-files/local-language-model.ts';
import { modelPaths } from '#server/ai/model-files/model-catalogue.ts';
import { SMALL_WRITER } from '#server/ai/small-writer/small-writer.ts';
import { readConfig } from '#server/config.ts';
import { collectCandidates } from '#server/features/quizzes/writer/testing/collect-candidates.ts';
import { printResult } from './result.ts';

const LESSON = 'plate-tectonics';
const CANDIDATES_GOAL = 12;

const { modelsDirectory } = readConfig();
const local = resolveLocalLanguageModel({ model: { name: 'qwen2.5-coder-1.5b' } }, modelsDirectory);
const modelPath = process.argv[2] ?? local.path;
const isPresent = await stat(modelPath).then(
  () => true,
  () => false,
);
if (!isPresent) {
  console.log(
    `NOT MEASURED: the local model. ${modelPath} is missing; run npm run models with LANGUAGE_MODEL_PROVIDER=local, or give the path of a GGUF file.`,
  );
} else {
  const llama = createLlamaTextGenerator({
    name: local.name,
    modelPath,
    timeoutSeconds: 120,
    usesGpu: false,
    writerAdapterPath: SMALL_WRITER.adapterPath,
    findProblem: () => Promise.resolve(undefined),
  });
  const embedder = createMiniLmTextEmbedder({ files: modelPaths(modelsDirectory).miniLm });
  const { text } = await readExpertLesson(LESSON);
  const begun = performance.now();
  const {
    report: { written },
  } = await collectCandidates(text, {
    count: 14,
    generator: llama,
    embed: (texts, signal) => embedder.embed(texts, signal),
  });
  const minutes = (performance.now() - begun) / 60_000;
  const speed = llama.readSpeed();
  const tokens =
    speed === undefined
      ? ''
      : `, ${speed.inputTokensPerSecond.toFixed(0)} tokens a second read and ${speed.outputTokensPerSecond.toFixed(0)} written`;
  printResult({
    name: 'writer, local model',
    value: `${(written / minutes).toFixed(1)} candidates a minute (${written} in ${(minutes * 60).toFixed(1)} s)${tokens}`,
    goal: `at least ${CANDIDATES_GOAL} a minute`,
    met: written / minutes >= CANDIDATES_GOAL,
  });
  await Promise.all([llama.close(), embedder.close()]);
}
