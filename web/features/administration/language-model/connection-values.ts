import type { LanguageModelSettings, ModelConnection, ModelProvider } from '#contract/language-model.ts';
import { readAmount, showAmount } from './amount-text.ts';

/** The values of the form, except the key, which is not kept anywhere. */
export interface ConnectionValues {
  readonly provider: ModelProvider;
  readonly baseUrl: string;
  readonly model: string;
  readonly apiVersion: string;
  readonly inputPrice: string;
  readonly outputPrice: string;
  readonly timeoutSeconds: string;
  readonly usesGpu: boolean;
}

export const valuesOf = (settings: LanguageModelSettings, language: string): ConnectionValues => ({
  provider: settings.provider,
  baseUrl: settings.base_url ?? '',
  model: settings.model ?? '',
  apiVersion: settings.api_version ?? '',
  inputPrice: showAmount(settings.input_price, language),
  outputPrice: showAmount(settings.output_price, language),
  timeoutSeconds: String(settings.timeout_seconds),
  usesGpu: settings.uses_gpu,
});

const LEAST_SECONDS = 5;
const MOST_SECONDS = 120;

/** The invalid field, if any. */
export function findInvalidField(
  { inputPrice, outputPrice, timeoutSeconds }: ConnectionValues,
  language: string,
): 'inputPrice' | 'outputPrice' | 'timeoutSeconds' | undefined {
  if (readAmount(inputPrice, language) === undefined) return 'inputPrice';
  if (readAmount(outputPrice, language) === undefined) return 'outputPrice';
  const seconds = Number(timeoutSeconds);
  const isTime = Number.isInteger(seconds) && seconds >= LEAST_SECONDS && seconds <= MOST_SECONDS;
  return isTime ? undefined : 'timeoutSeconds';
}

/** @param apiKey empty to keep the stored key; undefined to remove it. */
export const connectionOf = (
  values: ConnectionValues,
  apiKey: string | undefined,
  language: string,
): ModelConnection => ({
  provider: values.provider,
  base_url: values.baseUrl,
  model: values.model,
  api_version: values.apiVersion,
  input_price: readAmount(values.inputPrice, language) ?? null,
  output_price: readAmount(values.outputPrice, language) ?? null,
  timeout_seconds: Number(values.timeoutSeconds),
  uses_gpu: values.usesGpu,
  ...(apiKey?.trim() === '' ? {} : { api_key: apiKey ?? '' }),
});
