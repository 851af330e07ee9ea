import { z } from 'zod';
import type { Clock } from '#server/platform/clock.ts';
import type { LanguageModelConfig } from '#server/configuration/language-model-config.ts';
import { describeFailure, failureOf } from '../ai-sdk/describe-failure.ts';
import { TextGeneratorUnavailableError } from '../text-generator.ts';
import { createServiceFetch, type Fetch } from './service-fetch.ts';

export type ServiceAddress = Omit<LanguageModelConfig, 'model'>;

const LIST_MILLISECONDS = 10_000;
const MOST_MODELS = 1_000;
const ANTHROPIC_VERSION = '2023-06-01';
/** The last version whose data plane lists deployments. */
const AZURE_DEPLOYMENTS_VERSION = '2022-12-01';

const named = z.object({ data: z.array(z.object({ id: z.string() })) });
const tagged = z.object({ models: z.array(z.object({ name: z.string() })) });
const shown = z.object({
  parameters: z.string().optional(),
  model_info: z.record(z.string(), z.unknown()).default({}),
});

/** How to request the list of models. */
interface Listing {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly read: (body: unknown) => string[];
}

const readNamed = (body: unknown): string[] => named.parse(body).data.map(({ id }) => id);
const readTagged = (body: unknown): string[] => tagged.parse(body).models.map(({ name }) => name);

export const originOfOllama = (baseUrl: string): string => baseUrl.replace(/\/v1$/u, '');

const bearerOf = (apiKey: string | undefined): Record<string, string> =>
  apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };

function listingOf({ provider, baseUrl, apiKey }: ServiceAddress): Listing {
  const bearer = bearerOf(apiKey);
  switch (provider) {
    case 'ollama':
      return { url: `${originOfOllama(baseUrl)}/api/tags`, headers: bearer, read: readTagged };
    case 'openai-compatible':
      return { url: `${baseUrl}/models`, headers: bearer, read: readNamed };
    case 'anthropic':
      return {
        url: `${baseUrl}/models?limit=${MOST_MODELS}`,
        headers: { 'x-api-key': apiKey ?? '', 'anthropic-version': ANTHROPIC_VERSION },
        read: readNamed,
      };
    case 'azure':
      return {
        url: `${baseUrl}/deployments?api-version=${AZURE_DEPLOYMENTS_VERSION}`,
        headers: { 'api-key': apiKey ?? '' },
        read: readNamed,
      };
  }
}

/** @throws {TextGeneratorUnavailableError} */
export async function listModels(
  address: ServiceAddress,
  { clock, signal, milliseconds = LIST_MILLISECONDS }: CallOptions,
): Promise<readonly string[]> {
  const { url, headers, read } = listingOf(address);
  const body = await callService(address, { url, headers }, { clock, signal, milliseconds });
  try {
    return read(body)
      .slice(0, MOST_MODELS)
      .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }));
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    throw failureOf({ status: 200, body: JSON.stringify(body), networkCode: undefined }, nameOf(address));
  }
}

/** The context length that an Ollama model was trained with; undefined if the service does not report it. */
export async function readContextTokens(
  config: LanguageModelConfig,
  { clock, signal }: CallOptions,
): Promise<number | undefined> {
  if (config.provider !== 'ollama') return undefined;
  const call = {
    url: `${originOfOllama(config.baseUrl)}/api/show`,
    headers: { 'content-type': 'application/json', ...bearerOf(config.apiKey) },
    body: JSON.stringify({ model: config.model }),
  };
  const answer = shown.safeParse(
    await callService(config, call, { clock, signal, milliseconds: LIST_MILLISECONDS }),
  );
  const found = Object.entries(answer.data?.model_info ?? {}).find(([name]) =>
    name.endsWith('.context_length'),
  );
  return typeof found?.[1] === 'number' ? found[1] : undefined;
}

interface CallOptions {
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  readonly milliseconds?: number;
}

const nameOf = ({ provider }: Pick<ServiceAddress, 'provider'>): string => `The language model (${provider})`;

async function callService(
  address: ServiceAddress,
  {
    url,
    headers,
    body,
  }: { readonly url: string; readonly headers: Record<string, string>; readonly body?: string },
  { clock, signal, milliseconds = LIST_MILLISECONDS }: CallOptions,
): Promise<unknown> {
  const service = nameOf(address);
  const timeout = clock.timeoutSignal(milliseconds);
  const callFetch: Fetch = createServiceFetch(address);
  let response: Response;
  let text: string;
  try {
    response = await callFetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers,
      ...(body === undefined ? {} : { body }),
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    text = await response.text();
  } catch (error) {
    signal?.throwIfAborted();
    if (timeout.aborted)
      throw new TextGeneratorUnavailableError(`${service} did not answer in time.`, 'timeout', {});
    throw describeFailure(error, service);
  }
  if (!response.ok) throw failureOf({ status: response.status, body: text, networkCode: undefined }, service);
  try {
    return JSON.parse(text);
  } catch {
    throw failureOf({ status: 200, body: text, networkCode: undefined }, service);
  }
}
