import { isAbsolute, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig, settingNames } from './config.ts';
import { retiredSettingNames } from './configuration/retired-settings.ts';

test('nothing must be set', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: undefined,
    databaseUrl: undefined,
    dataDirectory: resolve('data'),
    modelsDirectory: resolve('models'),
    corsOrigins: [],
    transcriptionService: undefined,
    languageModel: undefined,
    web: {
      apiBaseUrl: '',
      aiServiceBaseUrl: '/ai',
      aiVideoUploadPath: '/upload-video/',
      aiDocumentUploadPath: '/upload_doc_qagen/',
    },
    rateLimits: { loginFailuresPerAccount: 10, loginFailuresPerAddress: 100, registrationsPerAddress: 120 },
  });
});

test('what is set to nothing counts as unset', () => {
  expect(readConfig({ PORT: '', HOST: ' ', DATABASE_URL: '', TRANSCRIPTION_BASE_URL: '' })).toEqual(
    readConfig({}),
  );
});

test('what is set is read', () => {
  const config = readConfig({
    PORT: '0',
    HOST: '::',
    PUBLIC_URL: 'https://lectern.example/',
    DATA_DIR: 'somewhere',
    CORS_ORIGINS: 'https://a.example, ,https://b.example',
    TRANSCRIPTION_BASE_URL: 'http://127.0.0.1:9000/v1/',
    SMTP_URL: 'smtp://mail.example?from=lectern+noreply@example.org',
    LIMITS_FACTOR: '3',
  });
  expect(config).toMatchObject({
    port: 0,
    host: '::',
    publicUrl: 'https://lectern.example',
    corsOrigins: ['https://a.example', 'https://b.example'],
    transcriptionService: { baseUrl: 'http://127.0.0.1:9000/v1', apiKey: undefined, model: 'whisper-1' },
  });
  expect(config.mail?.from).toBe('Lectern <lectern+noreply@example.org>');
  expect(config.rateLimits.exportsPerAccount).toBe(30);
  expect(isAbsolute(config.dataDirectory)).toBe(true);
});

test('LIMITS_FACTOR does not affect how often a password may be guessed', () => {
  const { loginFailuresPerAccount, loginFailuresPerAddress } = readConfig({ LIMITS_FACTOR: '3' }).rateLimits;
  expect([loginFailuresPerAccount, loginFailuresPerAddress]).toEqual([10, 100]);
});

test('reads the number of connections from the address of the database', () => {
  const address = 'postgres://lectern@localhost/lectern?sslmode=require';
  expect(readConfig({ DATABASE_URL: address }).databasePoolSize).toBeUndefined();
  expect(readConfig({ DATABASE_URL: `${address}&connection_limit=4` }).databasePoolSize).toBe(4);
});

test('reads key and model from the address of the transcription service', () => {
  const address = 'https://a%2Fkey@speech.example/v1?model=large-v3';
  expect(readConfig({ TRANSCRIPTION_BASE_URL: address }).transcriptionService).toEqual({
    baseUrl: 'https://speech.example/v1',
    apiKey: 'a/key',
    model: 'large-v3',
  });
});

describe('settings of earlier versions', () => {
  test('are reported with what replaces them', () => {
    const { ignoredSettings } = readConfig({ DATABASE_POOL_SIZE: '4', METRICS: ' ', LOG_FORMAT: 'json' });
    expect(ignoredSettings).toEqual([
      expect.stringMatching(/^DATABASE_POOL_SIZE: is no longer a setting. Add connection_limit=/),
      expect.stringMatching(/^LOG_FORMAT: /),
    ]);
  });

  test('stop the start where ignoring them would be dangerous, among other errors', () => {
    expect(() => readConfig({ LOCAL_ACCOUNTS: 'off' })).toThrow(/LOCAL_ACCOUNTS: .* OIDC_ACCOUNTS=only/);
    expect(() => readConfig({ PORT: 'x', MAIL_FROM: 'a@b.example' })).toThrow(/PORT: [^]*MAIL_FROM: /);
  });

  test('are all in the message of a start that stops, also those that are merely ignored', () => {
    const s3 = { FILE_STORE: 's3', S3_BUCKET: 'lessons', FILE_LINKS: 'direct', DATABASE_POOL_SIZE: '4' };
    for (const variables of [s3, { ...s3, PORT: 'x' }])
      expect(() => readConfig(variables)).toThrow(/S3_BUCKET: [^]*DATABASE_POOL_SIZE: [^]*FILE_LINKS: /);
  });

  test('are not read by Lectern', () => {
    expect(retiredSettingNames.filter((name) => settingNames.includes(name))).toEqual([]);
  });
});

test.each([
  ['true', true],
  ['false', undefined],
  ['2', 2],
  ['loopback, 10.0.0.0/8,::1', 'loopback,10.0.0.0/8,::1'],
])('TRUST_PROXY=%s', (value, expected) => {
  expect(readConfig({ TRUST_PROXY: value }).trustProxy).toBe(expected);
});

describe('what cannot be used is named, and its value is not repeated', () => {
  test.each([
    ['PORT', '65536'],
    ['PORT', '80a'],
    ['PORT', '-1'],
    ['DATABASE_URL', 'mysql://root:hunter2@localhost/x'],
    ['DATABASE_URL', 'postgres://root:hunter2@localhost/x?connection_limit=many'],
    ['PUBLIC_URL', 'lectern.example'],
    ['LECTERN_SECRET', 'hunter2'],
    ['LOG_LEVEL', 'loud'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '10.0.0.0/99'],
    ['LIMITS_FACTOR', '0'],
    ['TRANSCRIPTION_BASE_URL', 'https://user:hunter2@speech.example/v1'],
    ['TRANSCRIPTION_BASE_URL', 'https://sk/hunter2@speech.example/v1'],
    ['SMTP_URL', 'smtp://user:hunter2@mail.example'],
    ['SMTP_URL', 'smtp://mail.example?from=a@b.example&password=hunter2'],
  ])('%s=%s', (name, value) => {
    const read = () => readConfig({ [name]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(name);
    expect(read).not.toThrow('hunter2');
  });

  test('all at once', () => {
    expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'x' })).toThrow(/PORT[^]*LOG_LEVEL/);
  });
});

test('passes other addresses to the web app', () => {
  const { web } = readConfig({
    API_BASE_URL: 'https://api.example/v1/',
    AI_SERVICE_BASE_URL: 'http://ai.example:8080',
    AI_VIDEO_UPLOAD_PATH: '/video',
    AI_DOCUMENT_UPLOAD_PATH: '/documents/',
  });
  expect(web).toEqual({
    apiBaseUrl: 'https://api.example/v1',
    aiServiceBaseUrl: 'http://ai.example:8080',
    aiVideoUploadPath: '/video',
    aiDocumentUploadPath: '/documents/',
    signInProvider: null,
    localAccounts: true,
  });
  expect(readConfig({ AI_SERVICE_BASE_URL: '/service/' }).web.aiServiceBaseUrl).toBe('/service');
});

test.each([
  ['API_BASE_URL', 'api.example'],
  ['API_BASE_URL', 'javascript:alert(1)'],
  ['API_BASE_URL', '//elsewhere.example'],
  ['API_BASE_URL', 'https://user:secret@api.example'],
  ['API_BASE_URL', 'https://api.example/?a=b'],
  ['AI_SERVICE_BASE_URL', '/a b'],
  ['AI_VIDEO_UPLOAD_PATH', 'https://ai.example/video'],
  ['AI_DOCUMENT_UPLOAD_PATH', '"><script>'],
])('%s=%s is refused', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`${name}: must be a`));
});

describe('the language model', () => {
  const model = { LANGUAGE_MODEL: 'm', LANGUAGE_MODEL_API_KEY: 'hunter2' };

  test.each([
    ['ollama', {}, 'http://127.0.0.1:11434/v1'],
    ['anthropic', {}, 'https://api.anthropic.com/v1'],
    ['openai-compatible', { LANGUAGE_MODEL_BASE_URL: 'http://box:8000' }, 'http://box:8000/v1'],
    [
      'openai-compatible',
      { LANGUAGE_MODEL_BASE_URL: 'https://a.example/api/v1/' },
      'https://a.example/api/v1',
    ],
    ['azure', { LANGUAGE_MODEL_BASE_URL: 'https://r.example/' }, 'https://r.example/openai'],
    ['azure', { LANGUAGE_MODEL_BASE_URL: 'https://r.example/openai/v1/' }, 'https://r.example/openai'],
  ])('%s, %j', (provider, more, baseUrl) => {
    const { languageModel } = readConfig({ LANGUAGE_MODEL_PROVIDER: provider, ...model, ...more });
    expect(languageModel).toEqual({
      provider,
      baseUrl,
      model: 'm',
      apiKey: 'hunter2',
      apiVersion: undefined,
      timeoutSeconds: 60,
    });
  });

  describe('on this machine', () => {
    const local = { LANGUAGE_MODEL_PROVIDER: 'local' };

    test('is off unless it is chosen', () => {
      expect(readConfig({}).localLanguageModel).toBeUndefined();
      expect(readConfig({ LANGUAGE_MODEL_PROVIDER: 'none' }).localLanguageModel).toBeUndefined();
      expect(readConfig({ LANGUAGE_MODEL_PROVIDER: 'ollama', ...model }).localLanguageModel).toBeUndefined();
    });

    test.each([
      [undefined, { name: 'qwen2.5-coder-1.5b' }],
      ['Qwen3-4B', { name: 'qwen3-4b' }],
      ['/models/mine.gguf', { path: '/models/mine.gguf' }],
      ['mine.gguf', { path: resolve('mine.gguf') }],
    ])('LANGUAGE_MODEL=%s', (name, expected) => {
      const { localLanguageModel, languageModel } = readConfig({ ...local, LANGUAGE_MODEL: name });
      expect(localLanguageModel).toEqual({ model: expected, timeoutSeconds: 60, usesGpu: false });
      expect(languageModel).toBeUndefined();
    });

    test.each([
      [
        { LANGUAGE_MODEL: 'llama-9' },
        'LANGUAGE_MODEL: must be qwen2.5-coder-1.5b, qwen3-4b or the path of a .gguf',
      ],
      [{ LANGUAGE_MODEL_API_KEY: 'hunter2' }, 'LANGUAGE_MODEL_API_KEY: must not be set when'],
    ])('rejects %j', (more, message) => {
      expect(() => readConfig({ ...local, ...more })).toThrow(message);
    });
  });

  test('none switches it off and leaves the rest unchanged', () => {
    expect(readConfig({ LANGUAGE_MODEL_PROVIDER: 'none', ...model }).languageModel).toBeUndefined();
  });

  test.each([
    [model, 'LANGUAGE_MODEL_PROVIDER: must be'],
    [{ LANGUAGE_MODEL_PROVIDER: 'other', ...model }, 'LANGUAGE_MODEL_PROVIDER'],
    [
      { LANGUAGE_MODEL_PROVIDER: 'openai-compatible', ...model },
      'LANGUAGE_MODEL_BASE_URL: must be set when LANGUAGE_MODEL_PROVIDER is openai-compatible',
    ],
    [{ LANGUAGE_MODEL_PROVIDER: 'ollama' }, 'LANGUAGE_MODEL: must be set'],
    [{ LANGUAGE_MODEL_PROVIDER: 'anthropic', LANGUAGE_MODEL: 'm' }, 'LANGUAGE_MODEL_API_KEY: must be set'],
    [{ LANGUAGE_MODEL_PROVIDER: 'azure' }, /BASE_URL: must[^]*MODEL: must[^]*API_KEY: must/],
    [
      {
        LANGUAGE_MODEL_PROVIDER: 'ollama',
        ...model,
        LANGUAGE_MODEL_BASE_URL: 'http://me:hunter2@box:11434',
      },
      'LANGUAGE_MODEL_BASE_URL: must be an address',
    ],
    [{ LANGUAGE_MODEL_PROVIDER: 'ollama', ...model, LANGUAGE_MODEL_API_KEY: 'a hunter2' }, 'API_KEY: must'],
  ])('reports %j at the start', (variables, message) => {
    const read = () => readConfig(variables);
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(message);
    expect(read).not.toThrow('hunter2');
  });
});

test('questions are prepared unless PREPARE_QUESTIONS is off', () => {
  expect(readConfig({}).preparesQuestions).toBe(true);
  expect(readConfig({ PREPARE_QUESTIONS: 'on' }).preparesQuestions).toBe(true);
  expect(readConfig({ PREPARE_QUESTIONS: 'off' }).preparesQuestions).toBe(false);
  expect(() => readConfig({ PREPARE_QUESTIONS: 'no' })).toThrow(/PREPARE_QUESTIONS/);
});

describe('a sign-in provider', () => {
  const right = { OIDC_ISSUER: 'https://login.example.org/realms/main', OIDC_CLIENT_ID: 'lectern' };

  test('is read, and named by its host unless it has a name', () => {
    expect(readConfig(right).signInProvider).toEqual({
      issuer: 'https://login.example.org/realms/main',
      clientId: 'lectern',
      clientSecret: undefined,
      name: 'login.example.org',
      allowedDomains: [],
      trustsEmail: false,
      alwaysCreatesAccounts: false,
    });
    const named = {
      ...right,
      OIDC_NAME: 'Example University',
      OIDC_ALLOWED_DOMAINS: 'Example.org, example.edu',
    };
    expect(readConfig(named)).toMatchObject({
      signInProvider: { allowedDomains: ['example.org', 'example.edu'] },
      web: { signInProvider: 'Example University' },
    });
    expect(readConfig({}).web.signInProvider).toBeNull();
  });

  test.each([
    [{ OIDC_ISSUER: 'https://login.example.org' }, 'OIDC_CLIENT_ID: must be set'],
    [{ OIDC_CLIENT_ID: 'lectern' }, 'OIDC_ISSUER: must be set'],
    [{ ...right, OIDC_ISSUER: 'http://login.example.org' }, 'must start with https:'],
    [{ ...right, OIDC_ISSUER: 'login.example.org' }, 'must be an address'],
    [{ ...right, OIDC_ALLOWED_DOMAINS: 'example' }, 'must be domains'],
  ])('%j cannot be used', (variables, message) => {
    expect(() => readConfig(variables)).toThrow(message);
  });
});
