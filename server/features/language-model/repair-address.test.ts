import { expect, test } from 'vitest';
import type { LanguageModelProvider } from '#server/configuration/language-model-config.ts';
import { repairAddress } from './repair-address.ts';

test.each<[string, LanguageModelProvider, string | undefined]>([
  ['localhost:11434', 'ollama', 'http://localhost:11434'],
  ['http://127.0.0.1:11434/', 'ollama', 'http://127.0.0.1:11434'],
  ['http://127.0.0.1:11434/v1/', 'ollama', 'http://127.0.0.1:11434'],
  ['http://ollama:11434/api/chat', 'ollama', 'http://ollama:11434'],
  ['0.0.0.0:11434', 'ollama', 'http://127.0.0.1:11434'],
  ['api.openai.com', 'openai-compatible', 'https://api.openai.com'],
  ['"https://api.openai.com/v1/chat/completions"', 'openai-compatible', 'https://api.openai.com/v1'],
  ['https://openrouter.ai/api/v1/', 'openai-compatible', 'https://openrouter.ai/api/v1'],
  ['https://api.anthropic.com/v1/messages', 'anthropic', 'https://api.anthropic.com/v1'],
  [
    'https://x.openai.azure.com/openai/deployments/gpt/chat/completions?api-version=2024-10-21',
    'azure',
    'https://x.openai.azure.com',
  ],
  ['host.docker.internal:1234', 'openai-compatible', 'http://host.docker.internal:1234'],
  ['http://user:password@example.test', 'openai-compatible', undefined],
  ['ftp://example.test', 'openai-compatible', undefined],
  ['not an address', 'openai-compatible', undefined],
  ['', 'openai-compatible', undefined],
])('reads %s for %s as %s', (pasted, provider, repaired) => {
  expect(repairAddress(pasted, provider)).toBe(repaired);
});
