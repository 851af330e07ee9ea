import { afterEach, expect, test } from 'vitest';
import { modelList, modelTest, type ModelTest } from '#contract/language-model.ts';
import { createAiSdkTextGenerator } from '#server/ai/ai-sdk/ai-sdk-text-generator.ts';
import { listModels } from '#server/ai/model-services/list-models.ts';
import {
  startModelServer,
  type ModelAnswer,
  type ModelCall,
  type ModelServer,
  type ServedModels,
} from '#server/ai/testing/language-model-server.ts';
import { SELF_SIGNED } from '#server/ai/testing/self-signed.ts';
import { systemClock, type Clock } from '#server/platform/clock.ts';
import { ManualClock } from '#server/testing/manual-clock.ts';
import { answerAsWriter } from './testing/answer-as-writer.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const KEY = 'sk-a-very-secret-key-1234';
const SERVICES = ['openai-compatible', 'ollama', 'anthropic', 'azure'] as const;
type Service = (typeof SERVICES)[number];

let isInContainer = false;
let clock: Clock = systemClock;
let server: ModelServer | undefined;
const application = await useTestApplication({
  overrides: ({ modelServices }) => ({
    modelServices: {
      ...modelServices,
      get isInContainer() {
        return isInContainer;
      },
      openService: (service) => createAiSdkTextGenerator(service, clock),
      listModels: (service, signal) => listModels(service, { clock, signal }),
    },
  }),
});
const administrator = await application.register();
afterEach(() => {
  isInContainer = false;
  clock = systemClock;
  server?.close();
  server = undefined;
});

const serve = async (answer: (call: ModelCall) => ModelAnswer, models?: ServedModels): Promise<string> =>
  (server = await startModelServer(answer, models)).origin;
const connection = (provider: Service, origin: string, more: object = {}) => ({
  provider,
  base_url: origin,
  model: 'test-model',
  api_key: KEY,
  ...more,
});
async function tryOut(json: object): Promise<ModelTest> {
  const answer = await administrator.call('POST', '/api/admin/language-model/test/', { json });
  expect(answer.text).not.toContain(KEY);
  return answer.read(200, modelTest);
}
const list = async (json: object) =>
  (await administrator.call('POST', '/api/admin/language-model/models/', { json })).read(200, modelList);
const isChat = ({ path }: ModelCall): boolean => /\/(?:chat|messages|chat\/completions)(?:\?|$)/u.test(path);
/** Fails the question and answers everything else. */
const failing = (answer: ModelAnswer) => (call: ModelCall) => (isChat(call) ? answer : {});

test.each(SERVICES)('a model of %s writes a question, with its time, tokens and price', async (provider) => {
  const origin = await serve(answerAsWriter);
  const result = await tryOut(connection(provider, origin, { input_price: 1, output_price: 10 }));
  expect(result).toMatchObject({
    question: { text: 'Why are the days longer in the northern half of the Earth in June?' },
    input_tokens: 200,
    output_tokens: 20,
    cost: 0.0004,
    failure: null,
  });
  expect(result.question?.options.filter(({ is_correct: isCorrect }) => isCorrect)).toHaveLength(1);
  expect(result.tokens_per_second).toBeGreaterThan(0);
});

test.each(SERVICES)('lists the models of %s', async (provider) => {
  const origin = await serve(() => ({}), { names: ['model-10', 'model-2'] });
  expect(await list(connection(provider, origin, { model: undefined }))).toMatchObject({
    models: ['model-2', 'model-10'],
    failure: null,
  });
});

test.each<[string, ModelAnswer, string]>([
  ['a wrong key', { status: 401, error: `Incorrect API key: ${KEY}` }, 'connect_key_refused'],
  ['a missing model', { status: 404, error: 'model "test-model" not found' }, 'connect_model_unknown'],
  [
    'a short context',
    { status: 400, error: 'maximum context length is 2048 tokens' },
    'connect_context_refused',
  ],
  ['the rate limit', { status: 429, headers: { 'retry-after': '60' } }, 'connect_busy'],
  ['no credit', { status: 402, error: 'Insufficient Balance' }, 'connect_no_credit'],
  ['a spent quota', { status: 429, error: 'insufficient_quota' }, 'connect_no_credit'],
  ['low credit at Anthropic', { status: 400, error: 'Your credit balance is too low' }, 'connect_no_credit'],
  ['answers in another form', { text: 'I would rather talk about the weather.' }, 'connect_schema'],
  ['thinking alone', { text: '', thinking: 'Hm.', finish: 'length' }, 'connect_thinking'],
  ['answers that are cut off', { text: '{"question":"Why', finish: 'length' }, 'connect_truncated'],
  ['a web page', { raw: '<html>Sign in</html>' }, 'connect_wrong_address'],
  ['an address without this path', { status: 404, raw: 'Cannot POST /chat' }, 'connect_wrong_address'],
  ['an error of the service', { status: 500, headers: { 'retry-after': '0' } }, 'connect_failed'],
])('explains how to fix %s, whatever the service', async (_, answer, code) => {
  const origin = await serve(failing(answer));
  for (const provider of SERVICES) {
    const { failure, question } = await tryOut(connection(provider, origin));
    expect(question).toBeNull();
    const isMissing = provider === 'ollama' && code === 'connect_model_unknown';
    expect([provider, failure?.message_coded.code]).toEqual([
      provider,
      isMissing ? 'connect_model_not_pulled' : code,
    ]);
  }
});

test('explains how to fetch a model that Ollama does not have', async () => {
  const origin = await serve(failing({ status: 404, error: "model 'test-model' not found" }));
  const { failure } = await tryOut(connection('ollama', origin));
  expect(failure?.message).toContain('ollama pull test-model');
});

test('reports a short context of an Ollama model before calling it', async () => {
  const origin = await serve(answerAsWriter, { contextTokens: 2_048 });
  const { failure } = await tryOut(connection('ollama', origin));
  expect(failure?.message).toContain('2048 tokens');
  expect(server?.calls.some(isChat)).toBe(false);
});

test('reports that every question of the model was rejected', async () => {
  const origin = await serve((call) =>
    call.said.includes('exacting examiner')
      ? { text: answerAsWriter(call).text?.replaceAll('"right":true', '"right":false') ?? '' }
      : answerAsWriter(call),
  );
  const { failure } = await tryOut(connection('openai-compatible', origin));
  expect(failure?.message_coded.code).toBe('connect_no_question');
});

test('reports that nothing listens, and which address to use inside a container', async () => {
  const origin = await serve(() => ({}));
  server?.close();
  const outside = await tryOut(connection('ollama', origin));
  expect(outside.failure).toMatchObject({
    message_coded: { code: 'connect_refused' },
    suggested_base_url: null,
  });
  isInContainer = true;
  const inside = await list(connection('ollama', origin));
  expect(inside.failure).toMatchObject({
    message_coded: { code: 'connect_refused_in_container' },
    suggested_base_url: origin.replace('127.0.0.1', 'host.docker.internal'),
  });
});

test.each(['http://169.254.169.254', 'http://[fe80::1]', 'http://[::ffff:169.254.169.254]:80'])(
  'never calls %s, which serves cloud credentials',
  async (address) => {
    const { failure } = await list(connection('openai-compatible', address));
    expect(failure?.message_coded.code).toBe('connect_blocked');
  },
);

test.each(SERVICES)(
  'does not follow a redirect of %s, says where it points, and suggests a new address',
  async (provider) => {
    const other = await startModelServer(() => ({}));
    const origin = await serve(({ path }) => ({
      status: 307,
      headers: { location: `${other.origin}${path}${path.includes('?') ? '&' : '?'}key=${KEY}` },
      raw: '',
    }));
    for (const { failure } of [
      await list(connection(provider, origin)),
      await tryOut(connection(provider, origin)),
    ]) {
      expect(failure?.message_coded.code).toBe('connect_redirected');
      expect(failure?.message).toContain(`redirects to ${other.origin}/`);
      expect(failure?.message).not.toContain(KEY);
      expect(failure?.suggested_base_url).toContain(other.origin);
    }
    expect(other.calls).toEqual([]);
    other.close();
  },
);

test('suggests no address if the redirect points to a page', async () => {
  const headers = { location: 'https://login.example/sign-in' };
  const origin = await serve(() => ({ status: 302, headers, raw: '' }));
  const { failure } = await list(connection('openai-compatible', origin));
  expect(failure?.message).toContain('https://login.example/sign-in');
  expect(failure?.suggested_base_url).toBeNull();
});

test('stops reading an answer that is longer than any list of models', async () => {
  const raw = JSON.stringify({ data: [{ id: 'x'.repeat(8_100_000) }] });
  const origin = await serve(() => ({ raw }));
  const answer = await list(connection('openai-compatible', origin));
  expect(answer.models).toEqual([]);
  expect(answer.failure?.message_coded.code).toBe('connect_unreachable');
});

test.each(SERVICES)('reports that %s did not answer in time', async (provider) => {
  const manual = new ManualClock();
  clock = manual;
  const listed = Promise.withResolvers<undefined>();
  const asked = Promise.withResolvers<undefined>();
  const origin = await serve((call) => {
    if (isChat(call)) asked.resolve(undefined);
    else if (!call.path.endsWith('/api/show')) listed.resolve(undefined);
    return { hang: !call.path.endsWith('/api/show') };
  });
  const listing = list(connection(provider, origin));
  await listed.promise;
  await manual.advance(10_000);
  expect((await listing).failure?.message_coded.code).toBe('connect_timeout');
  const trial = tryOut(connection(provider, origin));
  await asked.promise;
  await manual.advance(60_000);
  expect((await trial).failure?.message_coded.code).toBe('connect_timeout');
});

test.each(SERVICES)('sends nothing to %s if it cannot verify the certificate', async (provider) => {
  const origin = await serve(() => ({}), { tls: SELF_SIGNED });
  for (const { failure } of [
    await list(connection(provider, origin)),
    await tryOut(connection(provider, origin)),
  ]) {
    expect(failure?.message_coded.code).toBe('connect_certificate');
    expect(failure?.message).toContain('127.0.0.1');
  }
  expect(server?.calls).toEqual([]);
});

test('reports an unknown host name', async () => {
  const { failure } = await list(connection('openai-compatible', 'http://nowhere.invalid'));
  expect(failure?.message_coded.code).toBe('connect_host_unknown');
});

test('reports an Ollama without models', async () => {
  const origin = await serve(() => ({}), { names: [] });
  const { failure } = await list(connection('ollama', origin));
  expect(failure?.message_coded.code).toBe('connect_no_models');
});

test('asks for a key if the service requires one', async () => {
  const origin = await serve(() => ({ status: 401 }));
  const { failure } = await list(connection('openai-compatible', origin, { api_key: undefined }));
  expect(failure?.message_coded.code).toBe('connect_key_missing');
});
