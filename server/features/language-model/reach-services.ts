import {
  modelTest,
  type DiscoveredServices,
  type ModelConnection,
  type ModelList,
  type ModelTest,
} from '#contract/language-model.ts';
import { message } from '#contract/messages/make-message.ts';
import type { Actor } from '#server/actor.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { awaitJobAnswer } from '#server/platform/jobs/await-job-answer.ts';
import type { LanguageModelConfig } from '#server/configuration/language-model-config.ts';
import { invalidField } from '#server/platform/problem-error.ts';
import { meterAccount, meterGenerator } from './budget.ts';
import { explainConnection, failure, type TriedConnection } from './explain-connection.ts';
import { tryLocalModelJob } from './language-model.jobs.ts';
import { readConnection, type ReadConnection } from './read-connection.ts';
import { choiceOf } from './stored-choice.ts';
import { tryModel } from './try-model.ts';

type Needed = Pick<Dependencies, 'clock' | 'database' | 'secrets' | 'modelServices' | 'jobs' | 'events'>;

/** The smallest context window, in tokens, that fits a section of a lesson and an answer about it. */
const NEEDED_CONTEXT_TOKENS = 4_096;

/**
 * Lists the models of a service that is not stored yet.
 * @throws {ProblemError} validation_failed; the reason of `signal` when that is aborted.
 */
export async function listServiceModels(
  dependencies: Needed,
  typed: ModelConnection,
  signal: AbortSignal,
): Promise<ModelList> {
  const { modelServices } = dependencies;
  const read = await readConnection(dependencies, { ...typed, model: null }, false);
  const { service } = choiceOf(read.row, read.apiKey);
  if (service === undefined) throw invalidField('provider', 'field_invalid');
  const baseUrl = read.row.base_url;
  try {
    const models = [...(await modelServices.listModels(service, signal))];
    const hasNone = models.length === 0 && service.provider !== 'azure';
    return { base_url: baseUrl, models, failure: hasNone ? failure(message('connect_no_models')) : null };
  } catch (error) {
    signal.throwIfAborted();
    const explained = explainConnection(error, triedOf(dependencies, service, read));
    return { base_url: baseUrl, models: [], failure: explained };
  }
}

/** Looks for Ollama and LM Studio where they usually are. */
export async function discoverServices({
  modelServices,
}: Pick<Dependencies, 'modelServices'>): Promise<DiscoveredServices> {
  const services = await modelServices.discover();
  return {
    services: services.map(({ provider, baseUrl, models }) => ({
      provider,
      base_url: baseUrl,
      models: [...models],
    })),
  };
}

/**
 * Tests a model, stored or not, by having it write one question.
 * @throws {ProblemError} validation_failed; the reason of `signal` when that is aborted.
 */
export async function testLanguageModel(
  dependencies: Needed,
  actor: Actor,
  typed: ModelConnection,
  signal: AbortSignal,
): Promise<ModelTest> {
  const { clock, database, jobs, modelServices } = dependencies;
  const read = await readConnection(dependencies, typed);
  const { service, local } = choiceOf(read.row, read.apiKey);
  if (local !== undefined) {
    const jobId = await inTransaction(database, (transaction) =>
      jobs.enqueue(transaction, tryLocalModelJob, {
        instructor_id: actor.instructorId,
        model: read.row.model ?? '',
        uses_gpu: local.usesGpu,
        timeout_seconds: local.timeoutSeconds,
      }),
    );
    return awaitJobAnswer(dependencies, tryLocalModelJob, jobId, modelTest);
  }
  if (service === undefined) throw invalidField('provider', 'field_invalid');
  const tried = triedOf(dependencies, service, read);
  const contextTokens = await findContextTokens(dependencies, service, signal);
  if (contextTokens !== undefined && contextTokens < NEEDED_CONTEXT_TOKENS) {
    const { model } = service;
    const params = { model, tokens: contextTokens, needed: NEEDED_CONTEXT_TOKENS };
    return { ...NOTHING_TRIED, failure: failure(message('connect_context_small', params)) };
  }
  const meter = meterAccount(dependencies, actor.instructorId, service.prices);
  const { generator } = meterGenerator(modelServices.openService(service), meter);
  return tryModel(generator, { tried, clock, signal });
}

/** Ignores errors here: the question fails in the same way, and that failure is explained. */
async function findContextTokens(
  { modelServices }: Pick<Needed, 'modelServices'>,
  service: LanguageModelConfig,
  signal: AbortSignal,
): Promise<number | undefined> {
  try {
    return await modelServices.readContextTokens(service, signal);
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}

const NOTHING_TRIED: ModelTest = {
  question: null,
  seconds: 0,
  input_tokens: 0,
  output_tokens: 0,
  tokens_per_second: null,
  cost: null,
  failure: null,
};

const triedOf = (
  { modelServices }: Pick<Needed, 'modelServices'>,
  service: LanguageModelConfig,
  { row, apiKey }: ReadConnection,
): TriedConnection => ({
  provider: service.provider,
  baseUrl: row.base_url ?? service.baseUrl,
  model: service.model,
  hasKey: apiKey !== undefined,
  isInContainer: modelServices.isInContainer,
});
