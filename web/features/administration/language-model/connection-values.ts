import type { LanguageModelSettings, ModelConnection, ModelProvider } from '#contract/language-model.ts';

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

export const valuesOf = (settings: LanguageModelSettings): ConnectionValues => ({
  provider: settings.provider,
  baseUrl: settings.base_url ?? '',
  model: settings.model ?? '',
  apiVersion: settings.api_version ?? '',
  inputPrice: settings.input_price === null ? '' : String(settings.input_price),
  outputPrice: settings.output_price === null ? '' : String(settings.output_price),
  timeoutSeconds: String(settings.timeout_seconds),
  usesGpu: settings.uses_gpu,
});

/** Accepts a decimal comma. An empty field means no price. */
const priceOf = (text: string): number | null => (text.trim() === '' ? null : Number(text.replace(',', '.')));

const LEAST_SECONDS = 5;
const MOST_SECONDS = 120;

/** The invalid field, if any. */
export function findInvalidField({
  inputPrice,
  outputPrice,
  timeoutSeconds,
}: ConnectionValues): 'inputPrice' | 'outputPrice' | 'timeoutSeconds' | undefined {
  const isPrice = (text: string): boolean => {
    const price = priceOf(text);
    return price === null || (Number.isFinite(price) && price >= 0);
  };
  if (!isPrice(inputPrice)) return 'inputPrice';
  if (!isPrice(outputPrice)) return 'outputPrice';
  const seconds = Number(timeoutSeconds);
  const isTime = Number.isInteger(seconds) && seconds >= LEAST_SECONDS && seconds <= MOST_SECONDS;
  return isTime ? undefined : 'timeoutSeconds';
}

/** @param apiKey empty to keep the stored key; undefined to remove it. */
export const connectionOf = (values: ConnectionValues, apiKey: string | undefined): ModelConnection => ({
  provider: values.provider,
  base_url: values.baseUrl,
  model: values.model,
  api_version: values.apiVersion,
  input_price: priceOf(values.inputPrice),
  output_price: priceOf(values.outputPrice),
  timeout_seconds: Number(values.timeoutSeconds),
  uses_gpu: values.usesGpu,
  ...(apiKey?.trim() === '' ? {} : { api_key: apiKey ?? '' }),
});
