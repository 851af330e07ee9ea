import type { LanguageModel } from 'ai';
import type { LanguageModelConfig } from '#server/language-model-config.ts';
import { createOllamaFetch } from '../model-services/ollama-fetch.ts';
import { createServiceFetch } from '../model-services/service-fetch.ts';

/**
 * The configured model of the AI SDK. Only the provider that is used is loaded, and only when it is first used.
 * @param options.countsStreams asks services that would not do it by themselves for the tokens of a streamed answer.
 */
export async function openModel(
  config: LanguageModelConfig,
  { countsStreams = false }: { readonly countsStreams?: boolean } = {},
): Promise<LanguageModel> {
  const { provider, baseUrl: baseURL, model, apiKey, apiVersion } = config;
  const fetchFromService = createServiceFetch(config);
  const settings = {
    baseURL,
    fetch: provider === 'ollama' ? createOllamaFetch(fetchFromService) : fetchFromService,
  };
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
