import type { LanguageModelSettings, ModelConnection, WriterOverview } from '#contract/language-model.ts';
import { message } from '#contract/messages/make-message.ts';
import type { Actor, Administrator } from '#server/actor.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import { wordOptional } from '#server/platform/database/store-message.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { announce } from '#server/platform/events/event-bus.ts';
import type {
  LanguageModelChoice,
  LocalLanguageModelConfig,
} from '#server/configuration/language-model-config.ts';
import { ProblemError } from '#server/platform/problem-error.ts';
import { seal } from '#server/platform/security/seal.ts';
import { startModelDownload } from '../administration/download-models.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { explainSpentBudget } from './budget.ts';
import {
  deleteLanguageModel,
  findLanguageModel,
  listAdministratorNames,
  upsertLanguageModel,
} from './language-model.store.ts';
import { readConnection } from './read-connection.ts';
import { findKey } from './stored-choice.ts';

type Needed = Pick<
  Dependencies,
  'config' | 'database' | 'secrets' | 'languageModels' | 'modelServices' | 'readModelStates' | 'jobs'
>;

/** The language model settings, and the local models that can be chosen. */
export async function readLanguageModelSettings(dependencies: Needed): Promise<LanguageModelSettings> {
  const { database, languageModels, modelServices, readModelStates } = dependencies;
  const [set, states, offers] = await Promise.all([
    readSet(dependencies),
    readModelStates(),
    modelServices.listLocalModels(),
  ]);
  return {
    ...set,
    writer: languageModels.current().writerName,
    local_state: states['language-model'] ?? null,
    local_models: offers.map((offer) => ({
      name: offer.name,
      size_bytes: offer.sizeBytes,
      memory_bytes: offer.memoryBytes,
      writes: offer.writes,
      tokens_per_second: offer.tokensPerSecond ?? null,
      state: offer.state,
    })),
    free_memory_bytes: modelServices.readFreeMemoryBytes(),
  };

  async function readSet({
    config: { languageModelVariables: variables, languageModel: service, localLanguageModel: local },
    secrets,
  }: Needed): Promise<SetModel> {
    const row = variables.length > 0 ? undefined : await findLanguageModel(database);
    if (row === undefined) {
      const source = variables.length > 0 ? 'environment' : 'default';
      return { ...describeChoice({ service, local }), source, variables: [...variables], updated_at: null };
    }
    return {
      source: 'database',
      variables: [],
      provider: row.provider,
      base_url: row.base_url,
      model: row.model,
      api_version: row.api_version,
      has_key: row.api_key_encrypted !== null,
      key_ending: row.api_key_ending,
      is_key_readable: row.api_key_encrypted === null || findKey(row, secrets) !== undefined,
      input_price: row.input_price,
      output_price: row.output_price,
      timeout_seconds: row.timeout_seconds,
      uses_gpu: row.uses_gpu,
      updated_at: row.updated_at.toISOString(),
    };
  }
}

type SetModel = Omit<LanguageModelSettings, 'writer' | 'local_state' | 'local_models' | 'free_memory_bytes'>;

const USUAL_TIMEOUT_SECONDS = 60;

type Described = Omit<SetModel, 'source' | 'variables' | 'updated_at'>;

const NOTHING_SET: Described = {
  provider: 'none',
  base_url: null,
  model: null,
  api_version: null,
  has_key: false,
  key_ending: null,
  is_key_readable: true,
  input_price: null,
  output_price: null,
  timeout_seconds: USUAL_TIMEOUT_SECONDS,
  uses_gpu: false,
};

/** The settings from the environment, without the key. */
function describeChoice({ service, local }: LanguageModelChoice): Described {
  if (local !== undefined) {
    const { timeoutSeconds, usesGpu } = local;
    return {
      ...NOTHING_SET,
      provider: 'local',
      model: nameOf(local),
      timeout_seconds: timeoutSeconds,
      uses_gpu: usesGpu,
    };
  }
  if (service === undefined) return NOTHING_SET;
  return {
    ...NOTHING_SET,
    provider: service.provider,
    base_url: service.baseUrl,
    model: service.model,
    api_version: service.apiVersion ?? null,
    has_key: service.apiKey !== undefined,
    input_price: service.prices?.input ?? null,
    output_price: service.prices?.output ?? null,
    timeout_seconds: service.timeoutSeconds,
  };
}

const nameOf = ({ model }: LocalLanguageModelConfig): string => ('name' in model ? model.name : model.path);

/**
 * Stores the language model. Every process uses it within seconds; a local model is downloaded first.
 * @throws {ProblemError} conflict if the environment sets the model; validation_failed.
 */
export async function changeLanguageModel(
  dependencies: Needed,
  administrator: Administrator,
  typed: ModelConnection,
): Promise<LanguageModelSettings> {
  refuseWhereEnvironmentDecides(dependencies);
  const { database, languageModels, secrets } = dependencies;
  const { row, apiKey } = await readConnection(dependencies, typed);
  await inTransaction(database, async (transaction) => {
    await upsertLanguageModel(transaction, {
      ...row,
      api_key_encrypted: apiKey === undefined ? null : seal(secrets.modelServiceKey, apiKey),
    });
    await recordAudit(transaction, 'language_model_changed', {
      by: administrator.userId,
      details: {
        provider: row.provider,
        base_url: row.base_url,
        model: row.model,
        key_changed: typed.api_key !== undefined && typed.api_key !== null,
      },
    });
    await announce(transaction, { kind: 'language_model_changed' });
  });
  await languageModels.refresh();
  if (await isFileMissing(dependencies)) await startModelDownload(dependencies, administrator);
  return readLanguageModelSettings(dependencies);
}

/** Only for models that Lectern can download. */
async function isFileMissing({ languageModels, modelServices }: Needed): Promise<boolean> {
  const chosen = languageModels.current().choice.local?.model;
  if (chosen === undefined || !('name' in chosen)) return false;
  const offer = (await modelServices.listLocalModels()).find(({ name }) => name === chosen.name);
  return offer?.state.status === 'unavailable';
}

/**
 * Returns to the default.
 * @throws {ProblemError} conflict if the environment sets the model.
 */
export async function removeLanguageModel(
  dependencies: Needed,
  administrator: Administrator,
): Promise<LanguageModelSettings> {
  refuseWhereEnvironmentDecides(dependencies);
  const { database, languageModels } = dependencies;
  await inTransaction(database, async (transaction) => {
    if (!(await deleteLanguageModel(transaction))) return;
    await recordAudit(transaction, 'language_model_removed', { by: administrator.userId });
    await announce(transaction, { kind: 'language_model_changed' });
  });
  await languageModels.refresh();
  return readLanguageModelSettings(dependencies);
}

function refuseWhereEnvironmentDecides({ config }: Pick<Dependencies, 'config'>): void {
  const { languageModelVariables: variables } = config;
  if (variables.length > 0)
    throw new ProblemError('language_model_from_environment', { params: { variables } });
}

/** Which language model is connected, and whom an instructor can ask for one. */
export async function readWriter(
  dependencies: Pick<Dependencies, 'clock' | 'database' | 'languageModels'>,
  actor: Actor,
): Promise<WriterOverview> {
  const { writerName, generator } = dependencies.languageModels.current();
  const why = await explainSpentBudget(dependencies, actor.instructorId);
  const budget = wordOptional(why === null ? null : message('model_unavailable', { why }));
  const strength = generator === null ? 'none' : generator.statementWriter === undefined ? 'strong' : 'small';
  return {
    writer: writerName,
    strength,
    administrators: await listAdministratorNames(dependencies.database),
    budget_note: budget.message,
    budget_note_coded: budget.message_coded,
  };
}
