import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi, type MockInstance } from 'vitest';
import { systemClock, type Clock } from '#server/platform/clock.ts';
import { readLanguageModel } from '#server/configuration/language-model-config.ts';
import { ManualClock } from '#server/testing/manual-clock.ts';
import type { SpendMeter, StreamedText, TextGenerator, TextRequest, TokenCount } from '../text-generator.ts';
import { startModelServer } from '../testing/language-model-server.ts';
import type { ModelAnswer, ModelServer } from '../testing/language-model-server.ts';
import { createAiSdkTextGenerator } from './ai-sdk-text-generator.ts';

const KEY = 'sk-very-secret';
const request: TextRequest = {
  system: 'Answer about geography.',
  prompt: 'What is the capital of France? SECRET LESSON',
  maxOutputTokens: 50,
  silenceMilliseconds: 5_000,
};
const PROVIDERS = ['openai-compatible', 'ollama', 'azure', 'anthropic'] as const;

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

const serve = async (...answer: Parameters<typeof startModelServer>): Promise<ModelServer> =>
  (server = await startModelServer(...answer));

function connect(
  provider: (typeof PROVIDERS)[number],
  origin: string,
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
  return createAiSdkTextGenerator({ ...config!, timeoutSeconds: 20 }, clock);
}

async function readAll(
  generator: TextGenerator,
  more: Partial<TextRequest> = {},
): Promise<{ text: string; pieces: number; end?: StreamedText; error?: unknown }> {
  const stream = generator.streamText({ ...request, ...more });
  let text = '';
  let pieces = 0;
  try {
    for (;;) {
      const step = await stream.next();
      if (step.done === true) return { text, pieces, end: step.value };
      expect(step.value).not.toBe('');
      text += step.value;
      pieces += 1;
    }
  } catch (error) {
    // Whatever a log makes of it.
    const everything = JSON.stringify(error, (_, value: unknown) =>
      value instanceof Error
        ? Object.fromEntries(
            Object.getOwnPropertyNames(value).map((name) => [name, Reflect.get(value, name)]),
          )
        : value,
    );
    expect(everything).not.toMatch(/sk-very-secret|SECRET LESSON/);
    return { text, pieces, error };
  }
}

describe.each(PROVIDERS)('%s', (provider) => {
  test('streams', async () => {
    const { origin, calls } = await serve(() => ({ text: 'Paris is the capital.' }));
    const { text, pieces, end } = await readAll(connect(provider, origin));
    expect(text).toBe('Paris is the capital.');
    expect(pieces).toBeGreaterThan(1);
    expect(end).toEqual({ finish: 'stop', inputTokens: 100, outputTokens: 10 });
    expect(calls).toHaveLength(1);
    const limit = provider === 'ollama' ? { options: { num_predict: 50 } } : { max_tokens: 50 };
    expect(calls[0]?.body).toMatchObject({ stream: true, ...limit });
    expect(calls[0]?.said).toContain('Answer about geography.');
    expect(calls[0]?.said).toContain(request.prompt);
  });

  test('says that an answer was cut off at its longest length', async () => {
    const { origin } = await serve(() => ({ text: 'Paris is the', finish: 'length' }));
    expect((await readAll(connect(provider, origin))).end?.finish).toBe('length');
  });

  test('gives what came before the connection broke', async () => {
    const { origin, calls } = await serve(() => ({ text: 'Paris is the capital of France.', cut: true }));
    const { text, end, error } = await readAll(connect(provider, origin));
    expect('Paris is the capital of France.'.startsWith(text)).toBe(true);
    expect(text).toContain('Paris');
    // Some services end a broken answer without a word: then it is not a whole one either.
    if (error === undefined) expect(end?.finish).toBe('other');
    else expect(error).toMatchObject({ name: 'TextGeneratorUnavailableError' });
    expect(calls).toHaveLength(1);
  });

  test('is aborted when the reader stops', async () => {
    const left = Promise.withResolvers<undefined>();
    const { origin } = await serve(() => ({
      pieces: ['Paris ', 'is '],
      beforePiece: (index) => (index === 0 ? undefined : new Promise(() => undefined)),
      onLeft: () => left.resolve(undefined),
    }));
    for await (const piece of connect(provider, origin).streamText(request)) {
      expect(piece).toBe('Paris ');
      break;
    }
    await left.promise;
  });

  test('is left when who asked stops, and throws the reason', async () => {
    const left = Promise.withResolvers<undefined>();
    const stop = new AbortController();
    const { origin } = await serve(() => ({
      pieces: ['Paris ', 'is '],
      beforePiece: (index) => {
        if (index === 0) return undefined;
        stop.abort(new Error('Nobody waits.'));
        return new Promise(() => undefined);
      },
      onLeft: () => left.resolve(undefined),
    }));
    const { error } = await readAll(connect(provider, origin), { signal: stop.signal });
    expect(error).toMatchObject({ message: 'Nobody waits.' });
    await left.promise;
  });
});

test.each<[string, ModelAnswer, object, number]>([
  ['busy twice', { status: 429, headers: { 'retry-after': '0' } }, { reason: 'busy' }, 2],
  ['refusing every form of the request', { status: 400, error: 'SECRET LESSON' }, { reason: 'failed' }, 2],
])('a service %s is unavailable', async (_, answer, expected, count) => {
  const { origin, calls } = await serve(() => answer);
  const { error, text } = await readAll(connect('openai-compatible', origin));
  expect(error).toMatchObject({ name: 'TextGeneratorUnavailableError', ...expected });
  expect(text).toBe('');
  expect(calls).toHaveLength(count);
});

test.each([
  ['max_tokens', "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."],
  ['stream_options', 'stream_options is not supported'],
])('a service that refuses %s is asked without it, and remembered', async (part, error) => {
  const { origin, calls } = await serve(({ body }) =>
    body[part] === undefined ? { text: 'Paris.' } : { status: 400, error },
  );
  const generator = connect('openai-compatible', origin);
  expect((await readAll(generator)).text).toBe('Paris.');
  await readAll(generator);
  expect(calls).toHaveLength(3);
});

test.each([
  ['never begins', 0],
  ['stops after a piece', 1],
])('a service that %s is not waited for', async (_, pieces) => {
  const clock = new ManualClock();
  const called = Promise.withResolvers<undefined>();
  const { origin } = await serve(() => {
    called.resolve(undefined);
    return pieces === 0 ? { hang: true } : { pieces: ['Paris ', 'is '], beforePiece: stopAfterOne };
  });
  const stream = connect('openai-compatible', origin, clock).streamText(request);
  for (let piece = 0; piece < pieces; piece += 1) await stream.next();
  const next = expect(stream.next()).rejects.toMatchObject({
    name: 'TextGeneratorUnavailableError',
    reason: 'timeout',
  });
  await called.promise;
  // The limit of the call, and that of the silence.
  await clock.untilWaiting(2);
  await clock.advance(request.silenceMilliseconds);
  await next;
});
function stopAfterOne(index: number): Promise<void> | undefined {
  return index === 0 ? undefined : new Promise(() => undefined);
}

test('charges what was reported, everything if reading stops early, and nothing if the service refuses', async () => {
  const charges: (readonly [TokenCount, TokenCount])[] = [];
  const meter: SpendMeter = {
    begin: (most) =>
      Promise.resolve((spent) => {
        charges.push([most, spent]);
        return Promise.resolve();
      }),
  };
  let answer: ModelAnswer = { text: 'Paris is the capital.' };
  const { origin } = await serve(() => answer);
  const generator = connect('openai-compatible', origin);
  await readAll(generator, { meter });
  const stream = generator.streamText({ ...request, meter });
  await stream.next();
  await stream.return({ finish: 'other', inputTokens: 0, outputTokens: 0 });
  answer = { status: 401 };
  await readAll(generator, { meter });
  const most: unknown = expect.objectContaining({ outputTokens: request.maxOutputTokens });
  expect(charges).toEqual([
    [most, { inputTokens: 100, outputTokens: 10 }],
    [most, charges[1]?.[0]],
    [most, { inputTokens: 0, outputTokens: 0 }],
  ]);
});

test('ends an endless answer in time', async () => {
  const clock = new ManualClock();
  const { origin } = await serve(() => ({
    pieces: Array.from({ length: 10_000 }, () => 'on '),
    beforePiece: async (index) => {
      if (index === 50) await clock.advance(200);
      await nextTurn();
    },
  }));
  const { error } = await readAll(connect('anthropic', origin, clock), { timeoutMilliseconds: 200 });
  expect(error).toMatchObject({ reason: 'timeout' });
});

test('measures reading by the time to the first piece, and writing by the rest', async () => {
  const clock = new ManualClock();
  const hasRead = Promise.withResolvers<undefined>();
  const { origin } = await serve(async () => {
    await clock.advance(500);
    return {
      pieces: ['Paris', ' is', ' the capital.'],
      beforePiece: (index) => (index === 1 ? hasRead.promise : undefined),
    };
  });
  const generator = connect('openai-compatible', origin, clock);
  for await (const piece of generator.streamText(request)) {
    if (piece !== 'Paris') continue;
    await clock.advance(2_000);
    hasRead.resolve(undefined);
  }
  // The local server says 100 tokens in and 10 out.
  expect(generator.readSpeed?.()).toEqual({ inputTokensPerSecond: 200, outputTokensPerSecond: 5 });
});
