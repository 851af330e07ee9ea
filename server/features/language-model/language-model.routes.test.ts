import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { auditEntryList } from '#contract/administration.ts';
import {
  languageModelSettings,
  modelList,
  modelTest,
  writerOverview,
  type LanguageModelSettings,
  type ModelTest,
} from '#contract/language-model.ts';
import {
  startModelServer,
  type ModelAnswer,
  type ModelCall,
} from '#server/ai/testing/language-model-server.ts';
import { adoptRootSecret } from '#server/features/accounts/end-access.ts';
import { deriveSecrets } from '#server/platform/security/secrets.ts';
import { eventually } from '#server/testing/eventually.ts';
import { startTestApplication, TEST_PASSWORD } from '#server/testing/test-application.ts';
import { session } from '#contract/accounts.ts';
import { TestInstructor, type Answer } from '#server/testing/test-instructor.ts';
import { loadStoredChoice } from './stored-choice.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const KEY = 'sk-a-very-secret-key-1234';
const password = { password: TEST_PASSWORD };

let answer: (call: ModelCall, count: number) => ModelAnswer;
let administrator: TestInstructor;
const server = await startModelServer((call, count) => answer(call, count), {
  names: ['zeta:7b', 'alpha:4b'],
});
afterAll(() => server.close());
const application = await useTestApplication({ worker: true });
administrator = await application.register();
beforeEach(async () => {
  answer = () => ({ text: '{}' });
  await remove();
});

const service = () => ({
  provider: 'openai-compatible',
  base_url: server.origin,
  model: 'zeta:7b',
  api_key: KEY,
});
const save = (json: object): Promise<Answer> =>
  administrator.call('PUT', '/api/admin/language-model/', { json: { ...json, ...password } });
const remove = (): Promise<Answer> =>
  administrator.call('DELETE', '/api/admin/language-model/', { json: password });
const read = async (): Promise<LanguageModelSettings> =>
  (await administrator.get('/api/admin/language-model/')).read(200, languageModelSettings);
const tryOut = async (json: object): Promise<ModelTest> =>
  (await administrator.call('POST', '/api/admin/language-model/test/', { json })).read(200, modelTest);

async function signInAgain({ session: { user } }: TestInstructor): Promise<TestInstructor> {
  const signedIn = await application.post('/api/auth/login/', { email: user.email, ...password });
  return new TestInstructor(application.origin, signedIn.read(200, session));
}

test('no model is set at first, and an instructor sees whom to ask', async () => {
  expect(await read()).toMatchObject({ source: 'default', provider: 'none', has_key: false, writer: null });
  const instructor = await application.register();
  const overview = (await instructor.get('/api/language-model/')).read(200, writerOverview);
  expect(overview.writer).toBeNull();
  expect(overview.administrators.length).toBeLessThanOrEqual(3);
  expect((await instructor.get('/api/admin/language-model/')).status).toBe(403);
});

test('stores a service, shows only the end of its key, and every process applies it', async () => {
  const other = await application.startAnother();
  const pasted = ` ${server.origin.replace('http://', '')}/v1/chat/completions `;
  const saved = (await save({ ...service(), base_url: pasted, input_price: 2, output_price: 8 })).read(
    200,
    languageModelSettings,
  );
  expect(saved).toMatchObject({
    source: 'database',
    provider: 'openai-compatible',
    base_url: `${server.origin}/v1`,
    model: 'zeta:7b',
    has_key: true,
    key_ending: '1234',
    is_key_readable: true,
    writer: 'openai-compatible:zeta:7b',
  });
  expect(JSON.stringify(saved)).not.toContain(KEY);
  const { worker } = application;
  await eventually('the worker to apply it', () =>
    worker.dependencies.languageModels.current().writerName === 'openai-compatible:zeta:7b'
      ? true
      : undefined,
  );
  const teacher = await application.register();
  await eventually('the other process to apply it', async () => {
    const response = await fetch(`${other.origin}/api/language-model/`, {
      headers: { authorization: `Bearer ${teacher.session.access}` },
    });
    return writerOverview.parse(await response.json()).writer === null ? undefined : true;
  });
  await other.close();
  await remove();
  await eventually('the worker to return to the rules', () =>
    worker.dependencies.languageModels.current().generator === null ? true : undefined,
  );
});

test('keeps the key encrypted, and out of the audit log', async () => {
  await save(service());
  const { rows } = await sql<{ row: string }>`
    select row_to_json(language_model_settings)::text as row from language_model_settings`.execute(
    application.dependencies.database,
  );
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(KEY);
  expect(JSON.stringify(rows)).not.toContain(Buffer.from(KEY).toString('hex'));
  const entries = (await administrator.get('/api/admin/audit-log/?limit=1')).read(200, auditEntryList);
  expect(entries[0]).toMatchObject({
    action: 'language_model_changed',
    details: { provider: 'openai-compatible', base_url: server.origin, model: 'zeta:7b', key_changed: true },
  });
  expect(JSON.stringify(entries)).not.toContain(KEY);
});

test('uses the stored key only at the same address', async () => {
  answer = ({ headers }) => (headers.authorization === `Bearer ${KEY}` ? {} : { status: 401 });
  await save(service());
  const list = async (json: object) =>
    (await administrator.call('POST', '/api/admin/language-model/models/', { json })).read(200, modelList);
  const { api_key: _, ...withoutKey } = service();
  expect(await list(withoutKey)).toMatchObject({ models: ['alpha:4b', 'zeta:7b'], failure: null });
  const elsewhere = await list({ ...withoutKey, base_url: `${server.origin}/elsewhere` });
  expect(elsewhere.failure?.message_coded.code).toBe('connect_key_missing');
  expect(server.calls.at(-1)?.headers.authorization).toBeUndefined();
  const cleared = await save({ ...withoutKey, api_key: '' });
  expect(cleared.read(200, languageModelSettings)).toMatchObject({ has_key: false, key_ending: null });
  await save(service());
  // Another model of the same service.
  expect((await save({ ...withoutKey, model: 'alpha:4b' })).read(200, languageModelSettings).has_key).toBe(
    true,
  );
});

test('keeps the key under a new root secret if the old one is known, and asks for it otherwise', async () => {
  await save(service());
  const { database, secrets } = application.dependencies;
  const key = async (of: typeof secrets) => (await loadStoredChoice(database, of))?.service?.apiKey;
  const next = deriveSecrets(Buffer.from('the next root secret'));
  await adoptRootSecret({ database, secrets: next }, secrets);
  expect(await key(next)).toBe(KEY);
  expect(await key(secrets)).toBeUndefined();
  await adoptRootSecret({ database, secrets });
  expect(await key(secrets)).toBeUndefined();
  administrator = await application.register();
  await sql`update users set is_staff = true where id = ${administrator.id}`.execute(database);
  administrator = await signInAgain(administrator);
  expect(await read()).toMatchObject({ has_key: true, is_key_readable: false });
});

test.each([
  [{ provider: 'ollama', model: '' }, 'model', 'model_name_missing'],
  [
    { provider: 'openai-compatible', model: 'x', base_url: 'ftp://example.test' },
    'base_url',
    'model_address_invalid',
  ],
  [{ provider: 'anthropic', model: 'x' }, 'api_key', 'model_key_required'],
  [{ provider: 'ollama', model: 'x', input_price: 1 }, 'output_price', 'model_prices_half'],
  [{ provider: 'local', model: 'mine.gguf' }, 'model', 'model_path_invalid'],
])('refuses %o', async (json, field, code) => {
  const refused = await save(json);
  expect(refused.status).toBe(400);
  expect(JSON.parse(refused.text)).toMatchObject({ errors: [{ field, message_coded: { code } }] });
});

test('asks for the password of the administrator', async () => {
  const json = { ...service(), password: 'not the password' };
  const refused = await administrator.call('PUT', '/api/admin/language-model/', { json });
  expect(refused.status).toBe(400);
  expect((await read()).source).toBe('default');
});

test('variables override the stored settings, which cannot be changed then', async () => {
  await save(service());
  const variables = { LANGUAGE_MODEL_PROVIDER: 'ollama', LANGUAGE_MODEL: 'from-environment' };
  const set = await startTestApplication({ variables });
  const owner = await set.register();
  const settings = (await owner.get('/api/admin/language-model/')).read(200, languageModelSettings);
  expect(settings).toMatchObject({
    source: 'environment',
    variables: ['LANGUAGE_MODEL_PROVIDER', 'LANGUAGE_MODEL'],
    provider: 'ollama',
    model: 'from-environment',
    has_key: false,
    writer: 'ollama:from-environment',
  });
  const refused = await owner.call('PUT', '/api/admin/language-model/', {
    json: { ...service(), ...password },
  });
  expect([refused.status, refused.text]).toEqual([
    409,
    expect.stringContaining('LANGUAGE_MODEL_PROVIDER and LANGUAGE_MODEL') as string,
  ]);
  await set.close();
});

test('starts even if the service is unreachable', async () => {
  await save({ ...service(), base_url: 'http://127.0.0.1:9' });
  const other = await application.startAnother();
  const health = await fetch(`${other.origin}/api/health/ready/`);
  expect(health.status).toBe(200);
  await other.close();
});

test('tests a local model in the worker, which reports what is missing', async () => {
  const { failure } = await tryOut({ provider: 'local', model: '/nowhere/mine.gguf' });
  expect(failure?.message_coded.code).toBe('connect_local_failed');
});
