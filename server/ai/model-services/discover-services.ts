import type { Clock } from '#server/platform/clock.ts';
import type { DiscoveredService } from '../language-models.ts';
import { TextGeneratorUnavailableError } from '../text-generator.ts';
import { listModels, originOfOllama, type ServiceAddress } from './list-models.ts';

/** Where Ollama and LM Studio usually run: on this machine, on the container's host, or in a neighbouring container. */
const HOSTS = ['127.0.0.1', 'host.docker.internal', '172.17.0.1', 'ollama'];
const OLLAMA_PORT = 11_434;
const LM_STUDIO_PORT = 1_234;
const LOOK_MILLISECONDS = 2_000;

const PLACES: readonly ServiceAddress[] = HOSTS.flatMap((host) => [
  placeOf('ollama', `http://${host}:${OLLAMA_PORT}/v1`),
  placeOf('openai-compatible', `http://${host}:${LM_STUDIO_PORT}/v1`),
]);

function placeOf(provider: 'ollama' | 'openai-compatible', baseUrl: string): ServiceAddress {
  return {
    provider,
    baseUrl,
    apiKey: undefined,
    apiVersion: undefined,
    timeoutSeconds: LOOK_MILLISECONDS / 1_000,
    isGuarded: true,
  };
}

/**
 * Probes a fixed list of addresses for models; callers cannot change the list. A service that answers under several names
 * is listed once.
 */
export async function discoverServices(
  clock: Clock,
  places: readonly ServiceAddress[] = PLACES,
): Promise<readonly DiscoveredService[]> {
  const looks = await Promise.all(
    places.map(async ({ provider, baseUrl, ...address }) => {
      try {
        const models = await listModels(
          { provider, baseUrl, ...address },
          { clock, milliseconds: LOOK_MILLISECONDS },
        );
        return { provider, baseUrl: originOfOllama(baseUrl), models };
      } catch (error) {
        // Most addresses do not answer.
        if (error instanceof TextGeneratorUnavailableError) return undefined;
        throw error;
      }
    }),
  );
  const seen = new Set<string>();
  const found: DiscoveredService[] = [];
  for (const look of looks) {
    if (look === undefined || (look.provider !== 'ollama' && look.provider !== 'openai-compatible')) continue;
    const { provider, baseUrl, models } = look;
    const key = `${provider} ${models.join(' ')}`;
    if (!seen.has(key)) found.push({ provider, baseUrl, models });
    seen.add(key);
  }
  return found;
}
