import type { LanguageModel } from 'ai';
import type { LanguageModelConfig } from '#server/language-model-config.ts';

/** More than any answer that is asked for; a service that sends on and on is cut off. */
const MAXIMUM_ANSWER_BYTES = 8_000_000;

/**
 * The configured model of the AI SDK. Only the provider that is used is loaded, and only when it is first used.
 * @param options.countsStreams asks services that would not do it by themselves for the tokens of a streamed answer.
 */
export async function openModel(
  config: LanguageModelConfig,
  { countsStreams = false }: { readonly countsStreams?: boolean } = {},
): Promise<LanguageModel> {
  const { provider, baseUrl: baseURL, model, apiKey, apiVersion } = config;
  const settings = { baseURL, fetch: fetchFromService };
  switch (provider) {
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic({ ...settings, ...(apiKey === undefined ? {} : { apiKey }) })(model);
    }
    case 'azure': {
      const { createAzure } = await import('@ai-sdk/azure');
      // The deployment stands in the path where a version is named, and in the body otherwise.
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

/** A redirect could take key and lesson to another host, and an endless answer could fill the memory: both are refused. */
async function fetchFromService(input: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: 'error' });
  if (response.body === null) return response;
  let bytes = 0;
  const limited = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        if (bytes > MAXIMUM_ANSWER_BYTES) controller.error(new Error('The answer is too long.'));
        else controller.enqueue(chunk);
      },
    }),
  );
  return new Response(limited, response);
}
