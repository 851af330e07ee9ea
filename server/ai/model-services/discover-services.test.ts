import { afterAll, expect, test } from 'vitest';
import { startModelServer } from '#server/ai/testing/language-model-server.ts';
import { systemClock } from '#server/platform/clock.ts';
import { discoverServices } from './discover-services.ts';

const server = await startModelServer(() => ({}), { names: ['qwen3', 'llama3'] });
const silent = await startModelServer(() => ({}));
silent.close();
afterAll(() => server.close());

test('finds services with their models, each once even if it has several addresses', async () => {
  const placeOf = (provider: 'ollama' | 'openai-compatible', origin: string) => ({
    provider,
    baseUrl: `${origin}/v1`,
    apiKey: undefined,
    apiVersion: undefined,
    timeoutSeconds: 2,
    isGuarded: true,
  });
  const found = await discoverServices(systemClock, [
    placeOf('ollama', silent.origin),
    placeOf('ollama', server.origin),
    placeOf('ollama', server.origin.replace('127.0.0.1', 'localhost')),
    placeOf('openai-compatible', server.origin),
  ]);
  expect(found).toEqual([
    { provider: 'ollama', baseUrl: server.origin, models: ['llama3', 'qwen3'] },
    { provider: 'openai-compatible', baseUrl: server.origin, models: ['llama3', 'qwen3'] },
  ]);
});
