import { isAbsolute } from 'node:path';
import type { ModelConnection } from '#contract/language-model.ts';
import type { Dependencies } from '#server/dependencies.ts';
import {
  DEFAULT_BASE_URLS,
  LOCAL_MODEL_NAMES,
  type LanguageModelProvider,
} from '#server/configuration/language-model-config.ts';
import { invalidField } from '#server/platform/problem-error.ts';
import type { Secrets } from '#server/platform/security/secrets.ts';
import { findLanguageModel, type LanguageModelRow } from './language-model.store.ts';
import { repairAddress } from './repair-address.ts';
import { findKey } from './stored-choice.ts';

const USUAL_TIMEOUT_SECONDS = 60;
const KEY_ENDING_CHARACTERS = 4;
/** The last characters of a shorter key would reveal too much of it. */
const LEAST_CHARACTERS_TO_SHOW = 12;

/** A connection as it is stored, and the key that goes with it. */
export interface ReadConnection {
  readonly row: Omit<LanguageModelRow, 'updated_at' | 'api_key_encrypted'>;
  readonly apiKey: string | undefined;
}

/**
 * Corrects and completes what an administrator typed. Uses the stored key only at the address that it was stored for:
 * otherwise, whoever changes the address could send it to their own server.
 * @param isComplete whether a model must be named; listing models does not require one.
 * @throws {ProblemError} validation_failed.
 */
export async function readConnection(
  { database, secrets }: Pick<Dependencies, 'database' | 'secrets'>,
  typed: ModelConnection,
  isComplete = true,
): Promise<ReadConnection> {
  const { provider } = typed;
  const row = {
    provider,
    base_url: null,
    model: null,
    api_version: null,
    api_key_ending: null,
    input_price: null,
    output_price: null,
    timeout_seconds: typed.timeout_seconds ?? USUAL_TIMEOUT_SECONDS,
    uses_gpu: false,
  };
  if (provider === 'none') return { row, apiKey: undefined };
  const model = textOf(typed.model);
  if (provider === 'local') {
    if (model === null || !isLocalModel(model)) throw invalidField('model', 'model_path_invalid');
    return { row: { ...row, model, uses_gpu: typed.uses_gpu ?? false }, apiKey: undefined };
  }
  const baseUrl = readAddress({ provider, base_url: typed.base_url });
  if (model === null && isComplete) throw invalidField('model', 'model_name_missing');
  const prices = readPrices(typed);
  const apiKey = findKeyFor(await findLanguageModel(database), secrets, { ...typed, base_url: baseUrl });
  if (apiKey === undefined && (provider === 'anthropic' || provider === 'azure'))
    throw invalidField('api_key', 'model_key_required');
  return {
    row: {
      ...row,
      ...prices,
      base_url: baseUrl,
      model,
      api_version: provider === 'azure' ? textOf(typed.api_version) : null,
      api_key_ending: apiKey === undefined ? null : endingOf(apiKey),
    },
    apiKey,
  };
}

function readAddress({
  provider,
  base_url: typed,
}: {
  readonly provider: LanguageModelProvider;
  readonly base_url?: string | null | undefined;
}): string {
  const pasted = textOf(typed) ?? DEFAULT_BASE_URLS[provider];
  const repaired = pasted === undefined ? undefined : repairAddress(pasted, provider);
  if (repaired === undefined) throw invalidField('base_url', 'model_address_invalid');
  return repaired;
}

/** A single price would be mistaken for the whole cost. */
function readPrices({
  input_price: input = null,
  output_price: output = null,
}: ModelConnection): Pick<LanguageModelRow, 'input_price' | 'output_price'> {
  if ((input === null) !== (output === null))
    throw invalidField(input === null ? 'input_price' : 'output_price', 'model_prices_half');
  return { input_price: input, output_price: output };
}

/** `''` removes the key; undefined keeps the stored one. */
function findKeyFor(
  stored: LanguageModelRow | undefined,
  secrets: Pick<Secrets, 'modelServiceKey'>,
  { provider, base_url: baseUrl, api_key: typed }: ModelConnection,
): string | undefined {
  if (typed !== undefined && typed !== null) return typed === '' ? undefined : typed;
  if (stored?.api_key_encrypted === undefined || stored.api_key_encrypted === null) return undefined;
  const isSameService = stored.provider === provider && stored.base_url === baseUrl;
  return isSameService ? findKey(stored, secrets) : undefined;
}

const endingOf = (apiKey: string): string | null =>
  apiKey.length < LEAST_CHARACTERS_TO_SHOW ? null : apiKey.slice(-KEY_ENDING_CHARACTERS);

const textOf = (text: string | null | undefined): string | null =>
  text === undefined || text === null || text.trim() === '' ? null : text.trim();

const isLocalModel = (model: string): boolean =>
  LOCAL_MODEL_NAMES.some((name) => name === model.toLowerCase()) ||
  (isAbsolute(model) && /\.gguf$/iu.test(model));
