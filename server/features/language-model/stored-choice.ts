import type { Database } from '#server/platform/database/database.ts';
import {
  completeBaseUrl,
  DEFAULT_BASE_URLS,
  findLocalModel,
  type LanguageModelChoice,
} from '#server/configuration/language-model-config.ts';
import { openSealed, seal } from '#server/platform/security/seal.ts';
import type { Secrets } from '#server/platform/security/secrets.ts';
import { findLanguageModel, updateModelKey, type LanguageModelRow } from './language-model.store.ts';

const NOTHING: LanguageModelChoice = { service: undefined, local: undefined };

/** The administrator's choice in the browser; undefined if there is none. */
export async function loadStoredChoice(
  database: Database,
  secrets: Pick<Secrets, 'modelServiceKey'>,
): Promise<LanguageModelChoice | undefined> {
  const row = await findLanguageModel(database);
  return row === undefined ? undefined : choiceOf(row, findKey(row, secrets));
}

/** The API key of the service; undefined if there is none or it was encrypted under another root secret. */
export const findKey = (
  { api_key_encrypted: encrypted }: Pick<LanguageModelRow, 'api_key_encrypted'>,
  { modelServiceKey }: Pick<Secrets, 'modelServiceKey'>,
): string | undefined => (encrypted === null ? undefined : openSealed(modelServiceKey, encrypted));

type ChosenRow = Omit<LanguageModelRow, 'updated_at' | 'api_key_encrypted' | 'api_key_ending'>;

export function choiceOf(row: ChosenRow, apiKey: string | undefined): LanguageModelChoice {
  const { provider, timeout_seconds: timeoutSeconds } = row;
  if (provider === 'none') return NOTHING;
  if (provider === 'local') {
    const model = findLocalModel(row.model ?? '');
    if (model === undefined) return NOTHING;
    return { service: undefined, local: { model, timeoutSeconds, usesGpu: row.uses_gpu } };
  }
  const { input_price: input, output_price: output } = row;
  return {
    service: {
      provider,
      baseUrl: completeBaseUrl(provider, row.base_url ?? DEFAULT_BASE_URLS[provider] ?? ''),
      model: row.model ?? '',
      apiKey,
      apiVersion: row.api_version ?? undefined,
      timeoutSeconds,
      prices: input === null || output === null ? undefined : { input, output },
      isGuarded: true,
    },
    local: undefined,
  };
}

/** Re-encrypts the stored key under the new root secret. */
export async function resealModelKey(
  transaction: Database,
  previous: Pick<Secrets, 'modelServiceKey'>,
  secrets: Pick<Secrets, 'modelServiceKey'>,
): Promise<void> {
  const row = await findLanguageModel(transaction);
  const key = row === undefined ? undefined : findKey(row, previous);
  if (key !== undefined) await updateModelKey(transaction, seal(secrets.modelServiceKey, key));
}
