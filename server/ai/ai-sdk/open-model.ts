import type { LanguageModel } from 'ai';
import type { LanguageModelConfig } from '#server/configuration/language-model-config.ts';
import { createOllamaFetch } from '../model-services/ollama-fetch.ts';
import { createServiceFetch, type Fetch } from '../model-services/service-fetch.ts';

export interface OpenedModels {
  readonly model: LanguageModel;
  /** The same model, with token counts requested for streamed answers if the service does not send them by default. */
  readonly countingModel: LanguageModel;
}

/** The configured model of the AI SDK. Only the provider that is used is loaded, and only when it is first used. */
export async function openModels(config: LanguageModelConfig): Promise<OpenedModels> {
  const fetchFromService = createServiceFetch(config);
  // One for both: it remembers the context that Ollama has loaded.
  const fetch = config.provider === 'ollama' ? createOllamaFetch(fetchFromService) : fetchFromService;
  return {
    model: await openModel(config, { fetch, countsStreams: false }),
    countingModel: await openModel(config, { fetch, countsStreams: true }),
  };
}

async function openModel(
  { provider, baseUrl: baseURL, model, apiKey, apiVersion }: LanguageModelConfig,
  { fetch, countsStreams }: { readonly fetch: Fetch; readonly countsStreams: boolean },
): Promise<LanguageModel> {
  const settings = { baseURL, fetch };
  switch (provider) {
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic({ ...settings, ...(apiKey === undefined ? {} : { apiKey }) })(model);
    }
    case 'azure': {
      const { createAzure } = await import('@ai-sdk/azure');
      // The deployment is in the path if a version is given, and in the body otherwise.
      const calls =
        apiVersion === undefined
          ? { baseURL: `${baseURL}/v1` }
          : { apiVersion, useDeploymentBasedUrls: true };
      return createAzure({ ...settings, ...calls, ...(apiKey === undefined ? {} : { apiKey }) }).chat(model);
    }
    case 'ollama':
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      return createOpenAICompatible({
        ...settings,
        name: provider,
        supportsStructuredOutputs: true,
        includeUsage: countsStreams,
        ...(apiKey === undefined ? {} : { apiKey }),
      })(model);
    }
  }
}
