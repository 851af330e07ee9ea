import { afterEach, beforeEach, describe, expect, test, vi, type MockInstance } from 'vitest';
import { z } from 'zod';
import { systemClock, type Clock } from '#server/platform/clock.ts';
import { readLanguageModel } from '#server/configuration/language-model-config.ts';
import type { LanguageModelConfig } from '#server/configuration/language-model-config.ts';
import { ManualClock } from '#server/testing/manual-clock.ts';
import { TextGeneratorOutputError, TextGeneratorUnavailableError } from '../text-generator.ts';
import type { TextGenerator } from '../text-generator.ts';
import { startModelServer } from '../testing/language-model-server.ts';
import type { ModelAnswer, ModelCall, ModelServer } from '../testing/language-model-server.ts';
import { createAiSdkTextGenerator } from './ai-sdk-text-generator.ts';

const KEY = 'sk-very-secret';
const GOOD = '{"capital":"Paris"}';
const request = {
  system: 'Answer about geography.',
  prompt: 'What is the capital of France? SECRET LESSON',
  schema: z.object({ capital: z.string() }),
  maxOutputTokens: 50,
};

let server: ModelServer | undefined;
const printed: MockInstance[] = [];
beforeEach(() => {
  // Nothing of the SDK may reach the console.
  for (const method of ['warn', 'error', 'info', 'log'] as const) printed.push(vi.spyOn(console, method));
});
afterEach(() => {
  for (const spy of printed.splice(0)) expect(spy).not.toHaveBeenCalled();
  vi.restoreAllMocks();
  server?.close();
});

const serve = async (answer: (call: ModelCall, count: number) => ModelAnswer): Promise<ModelServer> =>
  (server = await startModelServer(answer));

function connect(
  provider: 'openai-compatible' | 'ollama' | 'azure' | 'anthropic',
  origin: string,
  more: Partial<LanguageModelConfig> = {},
  clock: Clock = systemClock,
): TextGenerator {
  const config = readLanguageModel(
    {
      LANGUAGE_MODEL_PROVIDER: provider,
      LANGUAGE_MODEL_BASE_URL: origin,
      LANGUAGE_MODEL: 'test-model',
      LANGUAGE_MODEL_API_KEY: KEY,
    },
    (name, sentence) => expect.fail(`${name} ${sentence}`),
  );
  return createAiSdkTextGenerator({ ...config!, timeoutSeconds: 20, ...more }, clock);
}

async function failureOf(generator: TextGenerator, more: object = {}): Promise<unknown> {
  const error: unknown = await generator
    .generateObject({ ...request, ...more })
    .catch((reason: unknown) => reason);
  // Whatever a log makes of it.
  const everything = JSON.stringify(error, (_, value: unknown) =>
    value instanceof Error
      ? Object.fromEntries(Object.getOwnPropertyNames(value).map((name) => [name, Reflect.get(value, name)]))
      : value,
  );
  expect(everything).not.toMatch(/sk-very-secret|SECRET LESSON/);
  return error;
}

describe('speaks the protocol of', () => {
  test('OpenAI-compatible services', async () => {
    const { origin, calls } = await serve(() => ({ text: GOOD }));
    const generator = connect('openai-compatible', `${origin}/v1/`);
    expect(generator.name).toBe('openai-compatible:test-model');
    expect(await generator.generateObject(request)).toEqual({
      object: { capital: 'Paris' },
      inputTokens: 100,
      outputTokens: 10,
    });
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({
      path: '/v1/chat/completions',
      headers: { authorization: `Bearer ${KEY}` },
      body: {
        model: 'test-model',
        max_tokens: 50,
        response_format: {
          type: 'json_schema',
          json_schema: { schema: { properties: { capital: { type: 'string' } } } },
        },
        messages: [
          { role: 'system', content: expect.stringContaining('Answer about geography.') as string },
          { role: 'user', content: request.prompt },
        ],
      },
    });
  });

  test('Ollama, without a key', async () => {
    const { origin, calls } = await serve(() => ({ text: GOOD }));
    const generator = connect('ollama', origin, { apiKey: undefined });
    expect((await generator.generateObject(request)).object).toEqual({ capital: 'Paris' });
    expect([generator.concurrency, calls[0]?.path]).toEqual([1, '/api/chat']);
    expect(calls[0]?.headers.authorization).toBeUndefined();
  });

  test.each([
    [undefined, '/openai/v1/chat/completions'],
    ['2024-10-21', '/openai/deployments/test-model/chat/completions?api-version=2024-10-21'],
  ])('Azure OpenAI, API version %s', async (version, path) => {
    const { origin, calls } = await serve(() => ({ text: GOOD }));
    const generator = connect('azure', `${origin}/openai/v1`, { apiVersion: version });
    expect((await generator.generateObject(request)).object).toEqual({ capital: 'Paris' });
    expect(calls[0]).toMatchObject({ path, headers: { 'api-key': KEY } });
    expect(calls[0]?.headers.authorization).toBeUndefined();
    expect(calls[0]?.body['response_format']).toMatchObject({ type: 'json_schema' });
  });

  test('Anthropic', async () => {
    const { origin, calls } = await serve(() => ({ text: GOOD }));
    const generator = connect('anthropic', origin);
    expect(await generator.generateObject(request)).toMatchObject({
      object: { capital: 'Paris' },
      inputTokens: 100,
    });
    expect(calls[0]).toMatchObject({
      path: '/v1/messages',
      headers: { 'x-api-key': KEY },
      body: { model: 'test-model', max_tokens: 50 },
    });
    expect(calls[0]?.said).toContain('Answer about geography.');
  });

  test('Anthropic models that give objects as the input of a tool', async () => {
    const { origin } = await serve(({ body }) => {
      expect(body['tools']).toMatchObject([{ name: 'json' }]);
      return {
        raw: JSON.stringify({
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          model: 'claude-3-haiku-20240307',
          content: [{ type: 'tool_use', id: 'toolu_1', name: 'json', input: { capital: 'Paris' } }],
          stop_reason: 'tool_use',
          stop_sequence: null,
          usage: { input_tokens: 100, output_tokens: 10 },
        }),
      };
    });
    const generator = connect('anthropic', origin, { model: 'claude-3-haiku-20240307' });
    expect((await generator.generateObject(request)).object).toEqual({ capital: 'Paris' });
  });
});

test('calls the native API of Ollama, with a context that fits the request and without thinking', async () => {
  const { origin, calls } = await serve(() => ({ text: GOOD }));
  const generator = connect('ollama', `${origin}/v1`);
  await generator.generateObject(request);
  expect(calls[0]?.body).toMatchObject({
    stream: false,
    think: false,
    truncate: false,
    format: { properties: { capital: { type: 'string' } } },
    options: { num_ctx: 8192, num_predict: 50 },
  });
  await generator.generateObject({ ...request, prompt: 'word '.repeat(6_000) });
  await generator.generateObject(request);
  for await (const piece of generator.streamText({ ...request, silenceMilliseconds: 10_000 }))
    expect(piece).not.toBe('');
  // The length stays the same, for streamed answers too: another one would reload the model.
  expect(calls.slice(1).map(({ body }) => body['options'])).toEqual([
    { num_ctx: 16384, num_predict: 50 },
    { num_ctx: 16384, num_predict: 50 },
    { num_ctx: 16384, num_predict: 50 },
  ]);
});

describe.each(['ollama', 'openai-compatible'] as const)('a model that thinks (%s)', (provider) => {
  const roomOf = ({ body }: ModelCall): number =>
    Number(
      provider === 'ollama'
        ? (body['options'] as Record<string, unknown>)['num_predict']
        : body['max_tokens'],
    );

  test('gets extra output tokens, also in later calls', async () => {
    const { origin, calls } = await serve((call) =>
      roomOf(call) > 1_000
        ? { text: GOOD, thinking: 'France is a country.' }
        : { text: '', thinking: 'France', finish: 'length' },
    );
    const generator = connect(provider, origin);
    expect((await generator.generateObject(request)).object).toEqual({ capital: 'Paris' });
    await generator.generateObject(request);
    expect(calls.map((call) => roomOf(call) > 1_000)).toEqual([false, true, true]);
  });

  test('is reported when it thinks without answering', async () => {
    const { origin, calls } = await serve(() => ({ text: '<think>Is it Paris?', finish: 'length' }));
    const error = await failureOf(connect(provider, origin));
    expect(error).toBeInstanceOf(TextGeneratorOutputError);
    expect(error).toMatchObject({ truncated: true, onlyThought: true });
    expect(calls).toHaveLength(2);
  });
});

test('reports the measured speed after the first call', async () => {
  const { origin } = await serve(() => ({ text: GOOD }));
  const generator = connect('openai-compatible', origin);
  expect(generator.readSpeed?.()).toBeUndefined();
  await generator.generateObject(request);
  const speed = generator.readSpeed?.();
  // The local server says 100 tokens in and 10 out.
  expect(speed?.inputTokensPerSecond).toBeCloseTo(10 * (speed?.outputTokensPerSecond ?? 0));
});

test('sends an invalid answer back once, with what is wrong', async () => {
  const { origin, calls } = await serve((_, count) => ({ text: count === 1 ? '{"city":"Paris"}' : GOOD }));
  const answer = await connect('openai-compatible', origin).generateObject(request);
  expect(answer).toEqual({ object: { capital: 'Paris' }, inputTokens: 200, outputTokens: 20 });
  expect(calls[1]?.said).toContain('city');
  expect(calls[1]?.said).toContain('capital: Invalid input');
});

test.each(['I would rather not.', '{"city":"Paris"}', ''])(
  'two bad answers are an error: %s',
  async (text) => {
    const { origin, calls } = await serve(() => ({ text }));
    const error = await failureOf(connect('openai-compatible', origin));
    expect(error).toBeInstanceOf(TextGeneratorOutputError);
    expect(error).toMatchObject({
      truncated: false,
      tokens: { inputTokens: 200 },
      cause: expect.any(Error) as Error,
    });
    expect(calls).toHaveLength(2);
  },
);

test.each(['openai-compatible', 'anthropic'] as const)(
  'recognizes a truncated answer (%s)',
  async (provider) => {
    const { origin, calls } = await serve(() => ({ text: '{"capital":"Pa', finish: 'length' }));
    const error = await failureOf(connect(provider, origin));
    expect(error).toBeInstanceOf(TextGeneratorOutputError);
    expect(error).toMatchObject({ truncated: true, tokens: { outputTokens: 10 } });
    expect(calls).toHaveLength(1);
  },
);

test('a server without structured output is asked for JSON in text, and remembered', async () => {
  const { origin, calls } = await serve(({ body }) =>
    body['response_format'] === undefined
      ? { text: `Sure:\n\`\`\`json\n${GOOD}\n\`\`\`` }
      : { status: 400, error: 'response_format is not supported' },
  );
  const generator = connect('openai-compatible', origin);
  expect((await generator.generateObject(request)).object).toEqual({ capital: 'Paris' });
  await generator.generateObject(request);
  expect(calls).toHaveLength(3);
  expect(calls[1]?.said).toContain('JSON Schema');
});

test('a model that refuses max_tokens is asked without it', async () => {
  const { origin, calls } = await serve(({ body }) =>
    body['max_tokens'] === undefined
      ? { text: GOOD }
      : { status: 400, error: "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead." },
  );
  expect((await connect('openai-compatible', origin).generateObject(request)).object).toEqual({
    capital: 'Paris',
  });
  expect(calls[1]?.body['response_format']).toBeDefined();
});

test.each([429, 500, 529])('retries a busy service once (%d)', async (status) => {
  const { origin, calls } = await serve((_, count) =>
    count === 1 ? { status, headers: { 'retry-after': '0' } } : { text: GOOD },
  );
  await connect('openai-compatible', origin).generateObject(request);
  expect(calls).toHaveLength(2);
});

test('the second try waits a second, or as long as the service says', async () => {
  const clock = new ManualClock();
  const answers: ModelAnswer[] = [
    { status: 503 },
    { text: GOOD },
    { status: 503, headers: { 'retry-after': new Date(clock.now().getTime() + 9_000).toUTCString() } },
    { text: GOOD },
  ];
  const { origin } = await serve((_, count) => answers[count - 1] ?? {});
  const generator = connect('openai-compatible', origin, {}, clock);
  for (const seconds of [1, 8]) {
    const before = clock.waiting;
    const call = generator.generateObject(request);
    // The limit of the call, and the pause.
    await clock.untilWaiting(before + 2);
    await clock.advance(seconds * 1000);
    await call;
  }
});

test.each<[string, ModelAnswer, object, number]>([
  ['busy twice', { status: 429, headers: { 'retry-after': '0' } }, { reason: 'busy' }, 2],
  ['busy for long', { status: 429, headers: { 'retry-after': '3600' } }, { reason: 'busy' }, 1],
  [
    'busy until a date far away',
    { status: 503, headers: { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() } },
    { reason: 'failed' },
    1,
  ],
  ['failing twice', { status: 500, headers: { 'retry-after': '0' } }, { reason: 'failed' }, 2],
  ['refusing the key', { status: 401, error: `Incorrect API key: ${KEY}` }, { reason: 'key_refused' }, 1],
  ['forbidding', { status: 403 }, { reason: 'key_refused' }, 1],
  ['without that model', { status: 404 }, { reason: 'unknown_model' }, 1],
  ['refusing every form of the request', { status: 400, error: 'SECRET LESSON' }, { reason: 'failed' }, 2],
  ['breaking the connection', { text: GOOD, cut: true }, { reason: 'failed' }, 1],
  ['answering with a web page', { raw: '<html>Sign in</html>' }, { reason: 'wrong_address' }, 1],
  ['without this path', { status: 404, raw: '404 page not found' }, { reason: 'wrong_address' }, 1],
  ['without credit', { status: 402, error: 'Insufficient Balance' }, { reason: 'no_credit' }, 1],
  [
    'with a spent quota',
    {
      status: 429,
      error: 'You exceeded your current quota',
      raw: JSON.stringify({
        error: { message: 'You exceeded your current quota', code: 'insufficient_quota' },
      }),
    },
    { reason: 'no_credit' },
    1,
  ],
  [
    'with a short context',
    { status: 400, error: "This model's maximum context length is 2048 tokens." },
    { reason: 'context_too_small' },
    1,
  ],
  [
    'that does not have the model',
    { status: 400, error: 'The model `test-model` does not exist.' },
    { reason: 'unknown_model' },
    1,
  ],
  [
    'sending elsewhere',
    { status: 307, headers: { location: 'http://127.0.0.1:1/' } },
    { reason: 'redirected', redirectsTo: 'http://127.0.0.1:1/' },
    1,
  ],
])('a service %s is unavailable', async (_, answer, expected, count) => {
  const { origin, calls } = await serve(() => answer);
  const error = await failureOf(connect('openai-compatible', origin));
  expect(error).toBeInstanceOf(TextGeneratorUnavailableError);
  expect(error).toMatchObject(expected);
  expect((error as Error).message).toMatch(/^The language model \(openai-compatible\) .*\.$/);
  expect(calls).toHaveLength(count);
});

test('no answer in time', async () => {
  const clock = new ManualClock();
  const { origin } = await serve(() => {
    void clock.advance(20_000);
    return { hang: true };
  });
  const error = await failureOf(connect('anthropic', origin, {}, clock));
  expect(error).toMatchObject({ name: 'TextGeneratorUnavailableError', reason: 'timeout' });
});

test('no service there', async () => {
  const { origin } = await serve(() => ({}));
  server?.close();
  const error = await failureOf(connect('azure', origin));
  expect(error).toMatchObject({
    reason: 'unreachable',
    cause: { message: 'The call failed with ECONNREFUSED.' },
  });
});

test('does not blame the service for a call that cannot be charged', async () => {
  const { origin, calls } = await serve(() => ({ text: '{"city":"Paris"}' }));
  const lost = Object.assign(new Error('The database is down.'), { code: 'ECONNREFUSED' });
  const generator = connect('openai-compatible', origin);
  const fail = (): Promise<never> => Promise.reject(lost);
  await expect(generator.generateObject({ ...request, meter: { begin: fail } })).rejects.toBe(lost);
  expect(calls).toHaveLength(0);
  const meter = { begin: () => Promise.resolve(fail) };
  await expect(generator.generateObject({ ...request, meter })).rejects.toBe(lost);
});

test('the caller may stop', async () => {
  const stop = new AbortController();
  const { origin } = await serve(() => {
    stop.abort(new Error('The worker stops.'));
    return { hang: true };
  });
  await expect(
    connect('openai-compatible', origin).generateObject({ ...request, signal: stop.signal }),
  ).rejects.toThrow('The worker stops.');
});

test('an endless answer is cut off', async () => {
  const { origin } = await serve(() => ({ raw: `{"choices":"${'a'.repeat(9_000_000)}"}` }));
  expect(await failureOf(connect('openai-compatible', origin))).toMatchObject({
    name: 'TextGeneratorUnavailableError',
  });
});
