import type { ModelTest } from '#contract/language-model.ts';
import type { TextGenerator } from '#server/ai/text-generator.ts';
import type { JobContext } from '#server/platform/jobs/job-definition.ts';
import {
  findLocalModel,
  type LocalLanguageModelConfig,
} from '#server/configuration/language-model-config.ts';
import type { WorkerDependencies } from '#server/worker-dependencies.ts';
import { tryModel } from './try-model.ts';

type Needed = Pick<
  WorkerDependencies,
  'languageModels' | 'localModels' | 'textEmbedder' | 'answerJudge' | 'clock'
>;

interface TriedLocalModel {
  readonly model: string;
  readonly uses_gpu: boolean;
  readonly timeout_seconds: number;
}

/** Has a local model write a question about the sample page. */
export async function tryLocalModel(
  dependencies: Needed,
  { model: wanted, uses_gpu: usesGpu, timeout_seconds: timeoutSeconds }: TriedLocalModel,
  { signal }: Pick<JobContext, 'signal'>,
): Promise<ModelTest> {
  const model = findLocalModel(wanted);
  if (model === undefined) throw new Error('The payload names no local model.');
  return withLocalModel(dependencies, { model, timeoutSeconds, usesGpu }, (generator) =>
    tryModel(generator, {
      tried: { provider: 'local', baseUrl: '', model: wanted, hasKey: false, isInContainer: false },
      clock: dependencies.clock,
      signal,
      embed: (texts, abort) => dependencies.textEmbedder.embed(texts, abort),
      judge: (...asked) => dependencies.answerJudge.judge(...asked),
    }),
  );
}

/** Reuses the model if it is already loaded. */
async function withLocalModel<Result>(
  { languageModels, localModels }: Needed,
  config: LocalLanguageModelConfig,
  use: (generator: TextGenerator) => Promise<Result>,
): Promise<Result> {
  const { choice, generator } = languageModels.current();
  if (generator !== null && JSON.stringify(choice.local) === JSON.stringify(config)) return use(generator);
  const opened = localModels.open(config);
  try {
    return await use(opened);
  } finally {
    await opened.close();
  }
}
