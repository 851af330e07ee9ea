import { TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PLACEHOLDER_API_KEY, refreshedTokens, session } from '#contract/accounts.ts';
import { courseList } from '#contract/courses.ts';
import {
  recoveryCodes,
  twoFactorEnabled,
  twoFactorSetup,
  twoFactorState,
  type TwoFactorPolicy,
} from '#contract/sign-in.ts';
import { TestBrowser } from '#server/platform/sign-in/testing/test-browser.ts';
import { useProvider } from '#server/platform/sign-in/testing/use-provider.ts';
import { TEST_PASSWORD } from '#server/testing/test-application.ts';
import { ManualClock } from '#server/testing/manual-clock.ts';
import { call, TestInstructor, type Answer } from '#server/testing/test-instructor.ts';

const PATH = '/api/auth/two-factor/';
const password = { password: TEST_PASSWORD };
/** Does not advance: no code expires while a test uses it. */
const clock = new ManualClock(new Date());

const { provider, application } = await useProvider({
  clock,
  variables: { LECTERN_SECRET: 'a'.repeat(32) },
});
const administrator = await application.register();

interface Protected {
  readonly teacher: TestInstructor;
  readonly codes: readonly string[];
  /** A code that has not been used: each call is one step later. */
  readonly nextCode: () => string;
}

const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret }).generate({ timestamp: clock.now().getTime() + steps * 30_000 });

/** As if the codes so far had been used an hour ago. */
const forgetUse = (userId: number) =>
  application.dependencies.database
    .updateTable('second_factors')
    .set({ last_step: 0 })
    .where('user_id', '=', userId)
    .execute();

async function setUp(teacher: TestInstructor): Promise<{ secret: string; codes: string[] }> {
  const { secret } = (await teacher.post(`${PATH}setup/`, password)).read(200, twoFactorSetup);
  const enabled = await teacher.post(`${PATH}confirm/`, { code: codeOf(secret) });
  return { secret, codes: enabled.read(200, twoFactorEnabled.strict()).recovery_codes };
}

async function newProtected(): Promise<Protected> {
  const teacher = await application.register();
  const { secret, codes } = await setUp(teacher);
  await forgetUse(teacher.id);
  return { teacher, codes, nextCode: () => codeOf(secret) };
}

const logIn = (of: TestInstructor, given = TEST_PASSWORD): Promise<Answer> =>
  application.post('/api/auth/login/', { email: of.session.email, password: given });
async function challengeOf(of: TestInstructor): Promise<string> {
  const problem = (await logIn(of)).readProblem(401);
  expect(problem.code).toBe('second_factor_required');
  return problem.challenge ?? '';
}
const finish = (challenge: string, code: string): Promise<Answer> =>
  application.post('/api/auth/login/second-factor/', { challenge, code });
const readState = async (of: TestInstructor) => (await of.get(PATH)).read(200, twoFactorState.strict());
const actionsOf = async (userId: number): Promise<string[]> => {
  const rows = await application.dependencies.database
    .selectFrom('audit_log')
    .select(['action', 'outcome'])
    .where('subject_id', '=', String(userId))
    .orderBy('id')
    .execute();
  return rows.map(({ action, outcome }) => (outcome === 'failed' ? `${action} failed` : action));
};

describe('the set-up', () => {
  test('takes password and code, ends the other sessions and leaves the key alone', async () => {
    const teacher = await application.register();
    const other = (await logIn(teacher)).read(200, session.strict());
    expect(await readState(teacher)).toEqual({
      enabled: false,
      enabled_at: null,
      required: false,
      recovery_codes_left: 0,
      has_password: true,
      sign_in_provider: null,
    });
    (await teacher.post(`${PATH}setup/`, { password: 'not it' })).readProblem(400);
    expect((await teacher.post(`${PATH}confirm/`, { code: '123456' })).readProblem(409).code).toBe(
      'conflict',
    );
    const { secret, uri } = (await teacher.post(`${PATH}setup/`, password)).read(200, twoFactorSetup);
    expect(uri).toContain(encodeURIComponent(teacher.session.email));
    const wrong = (await teacher.post(`${PATH}confirm/`, { code: codeOf(secret, 50) })).readProblem(400);
    expect(wrong.errors?.[0]?.field).toBe('code');
    // Not confirmed: the password alone still signs in.
    (await logIn(teacher)).read(200, session);
    const spaced = codeOf(secret).replace(/^(...)/, '$1 ');
    const enabled = (await teacher.post(`${PATH}confirm/`, { code: spaced })).read(200, twoFactorEnabled);
    expect(enabled.recovery_codes).toHaveLength(10);
    expect(enabled.api_key).toBe(teacher.session.api_key);
    expect(await readState(teacher)).toMatchObject({ enabled: true, recovery_codes_left: 10 });
    (await application.post('/api/auth/refresh/', { refresh: other.refresh })).readProblem(401);
    const headers = { 'api-key': teacher.session.api_key };
    (await application.call('GET', '/api/courses/', { headers })).read(200, courseList);
    expect(await actionsOf(teacher.id)).toContain('two_factor_enabled');
  });

  test('stores neither secret nor codes in clear', async () => {
    const teacher = await application.register();
    const { secret, codes } = await setUp(teacher);
    const { database } = application.dependencies;
    const factor = await database
      .selectFrom('second_factors')
      .selectAll()
      .where('user_id', '=', teacher.id)
      .executeTakeFirstOrThrow();
    expect(factor.secret_encrypted?.includes(secret)).toBe(false);
    const stored = await database.selectFrom('recovery_codes').select('code_hash').execute();
    for (const { code_hash: hash } of stored) expect(hash.includes(codes[0] ?? '')).toBe(false);
  });

  test('moves to another phone with a code of the old one, which works until then', async () => {
    const { teacher, nextCode } = await newProtected();
    const missing = (await teacher.post(`${PATH}setup/`, password)).readProblem(400);
    expect(missing.errors?.[0]?.field).toBe('code');
    const moved = await teacher.post(`${PATH}setup/`, { ...password, code: nextCode() });
    const { secret } = moved.read(200, twoFactorSetup);
    await forgetUse(teacher.id);
    (await finish(await challengeOf(teacher), nextCode())).read(200, session);
    await forgetUse(teacher.id);
    (await teacher.post(`${PATH}confirm/`, { code: codeOf(secret) })).read(200, twoFactorEnabled);
    await forgetUse(teacher.id);
    (await finish(await challengeOf(teacher), nextCode())).readProblem(400);
    (await finish(await challengeOf(teacher), codeOf(secret))).read(200, session);
  });
});

describe('a login with the second factor', () => {
  test('answers a challenge, and a code finishes it', async () => {
    const { teacher, nextCode } = await newProtected();
    const challenge = await challengeOf(teacher);
    const opened = (await finish(challenge, nextCode())).read(200, session.strict());
    expect(opened).toMatchObject({ user_id: teacher.id, api_key: teacher.session.api_key });
    const headers = { authorization: `Bearer ${opened.access}` };
    expect((await application.call('GET', '/api/courses/', { headers })).status).toBe(200);
    await forgetUse(teacher.id);
    expect((await finish(challenge, nextCode())).readProblem(401).code).toBe('token_invalid');
  });

  test('opens nothing with a wrong password, and does not say that there is a second factor', async () => {
    const { teacher } = await newProtected();
    expect((await logIn(teacher, 'not the password')).readProblem(401).code).toBe('invalid_credentials');
  });

  test('takes each code once, and each recovery code once', async () => {
    const { teacher, codes, nextCode } = await newProtected();
    const [code = '', second = ''] = codes;
    const used = nextCode();
    (await finish(await challengeOf(teacher), used)).read(200, session);
    (await finish(await challengeOf(teacher), used)).readProblem(400);
    (await finish(await challengeOf(teacher), code.toUpperCase())).read(200, session);
    (await finish(await challengeOf(teacher), code)).readProblem(400);
    (await finish(await challengeOf(teacher), second.replaceAll('-', ' '))).read(200, session);
    expect(await readState(teacher)).toMatchObject({ recovery_codes_left: 8 });
    expect(
      (await actionsOf(teacher.id)).filter((action) => action === 'second_factor_check failed'),
    ).toHaveLength(2);
  });

  test('of two at once with one code, one gets in', async () => {
    const { teacher, nextCode } = await newProtected();
    const challenges = [await challengeOf(teacher), await challengeOf(teacher)];
    const code = nextCode();
    const answers = await Promise.all(challenges.map((challenge) => finish(challenge, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('is refused after ten wrong codes, whatever the challenge; the password is not harmed', async () => {
    const { teacher, nextCode } = await newProtected();
    for (let times = 0; times < 10; times += 1) {
      (await finish(await challengeOf(teacher), '000000')).readProblem(400);
    }
    const refused = await finish(await challengeOf(teacher), nextCode());
    expect(refused.readProblem(429).code).toBe('too_many_requests');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('ends when the password is changed before the code is entered', async () => {
    const { teacher, nextCode } = await newProtected();
    const challenge = await challengeOf(teacher);
    const changed = await teacher.post('/api/auth/password/', {
      current_password: TEST_PASSWORD,
      new_password: 'another long password',
      code: nextCode(),
    });
    expect(changed.status).toBe(204);
    await forgetUse(teacher.id);
    expect((await finish(challenge, nextCode())).readProblem(401).code).toBe('token_invalid');
  });

  test('is asked for before an account of the provider is linked', async () => {
    const { teacher, nextCode } = await newProtected();
    provider.person = { sub: `sub-${teacher.id}`, email: teacher.session.email, email_verified: true };
    const tab = 'a-tab-of-a-browser';
    const start = `${application.origin}/api/auth/oidc/start/?tab=${tab}`;
    const follow = async () => {
      const end = await new TestBrowser().follow(start, ({ pathname }) => pathname === '/login');
      return new URLSearchParams(end.hash.slice(1));
    };
    const token = (await follow()).get('link');
    const asked = await application.post('/api/auth/oidc/link/', { token, tab, ...password });
    const { challenge } = asked.readProblem(401);
    expect((await follow()).get('link')).not.toBeNull();
    // The first proof of whose the address is ends the second factor with all other earlier access.
    const opened = (await finish(challenge ?? '', nextCode())).read(200, session);
    expect(opened.ended_by_verification).toEqual({
      sessions: 1,
      api_keys: 1,
      second_factor: true,
      identities: 0,
    });
    expect((await follow()).get('sign-in')).not.toBeNull();
    const state = await application.call('GET', PATH, {
      headers: { authorization: `Bearer ${opened.access}` },
    });
    expect(state.read(200, twoFactorState)).toMatchObject({
      enabled: false,
      sign_in_provider: '127.0.0.1',
    });
  });
});

describe('password and code together', () => {
  test('change the password', async () => {
    const { teacher, nextCode } = await newProtected();
    const change = (more: object) =>
      teacher.post('/api/auth/password/', {
        current_password: TEST_PASSWORD,
        new_password: 'another long password',
        ...more,
      });
    for (const more of [{}, { code: '000000' }]) {
      expect((await change(more)).readProblem(400).errors?.[0]?.field).toBe('code');
    }
    expect((await change({ code: nextCode() })).status).toBe(204);
  });

  test('replace the recovery codes', async () => {
    const { teacher, codes, nextCode } = await newProtected();
    (await teacher.post(`${PATH}recovery-codes/`, { ...password, code: '000000' })).readProblem(400);
    const renewed = await teacher.post(`${PATH}recovery-codes/`, { ...password, code: nextCode() });
    const fresh = renewed.read(200, recoveryCodes).recovery_codes;
    (await finish(await challengeOf(teacher), codes[0] ?? '')).readProblem(400);
    (await finish(await challengeOf(teacher), fresh[0] ?? '')).read(200, session);
  });

  test('turn it off', async () => {
    const { teacher, codes } = await newProtected();
    const off = (json: object) => teacher.call('DELETE', PATH, { json });
    (await off({ password: 'not it', code: codes[0] })).readProblem(400);
    (await off({ ...password, code: '000000' })).readProblem(400);
    expect((await off({ ...password, code: codes[0] })).status).toBe(204);
    (await logIn(teacher)).read(200, session);
    expect(await readState(teacher)).toMatchObject({ enabled: false, recovery_codes_left: 0 });
    expect((await actionsOf(teacher.id)).at(-2)).toBe('two_factor_disabled');
  });
});

describe('where it is required', () => {
  const requireOf = async (policy: TwoFactorPolicy): Promise<void> => {
    await application.dependencies.database
      .insertInto('installation')
      .values({ secret_fingerprint: null, two_factor_policy: policy })
      .onConflict((conflict) => conflict.column('is_only').doUpdateSet({ two_factor_policy: policy }))
      .execute();
  };
  beforeEach(() => requireOf('everyone'));
  afterEach(() => requireOf('off'));

  test('a session can do nothing but set it up, and then everything', async () => {
    const teacher = await application.register();
    expect(teacher.session).toMatchObject({
      api_key: PLACEHOLDER_API_KEY,
      two_factor_setup_required: true,
    });
    for (const { method, url, config } of application.routes) {
      if (config?.access === 'public' || config?.duringSetUp === true || method === 'HEAD') continue;
      const path = url.replace(':id', '1').replace(/:\w+/g, '1');
      const answer = await teacher.call(String(method), path);
      const expected = config?.access === 'api_key' ? 401 : 403;
      expect([method, url, answer.status]).toEqual([method, url, expected]);
      if (expected === 401) continue;
      const isAdministration = config?.access === 'administrator';
      expect([url, answer.readProblem(403).code]).toEqual([
        url,
        isAdministration ? 'not_allowed' : 'two_factor_setup_required',
      ]);
    }
    const refreshed = await application.post('/api/auth/refresh/', { refresh: teacher.session.refresh });
    expect(refreshed.read(200, refreshedTokens)).toMatchObject({ two_factor_setup_required: true });
    expect(await readState(teacher)).toMatchObject({ enabled: false, required: true });

    const { secret } = (await teacher.post(`${PATH}setup/`, password)).read(200, twoFactorSetup);
    const enabled = await teacher.post(`${PATH}confirm/`, { code: codeOf(secret) });
    const { api_key: apiKey } = enabled.read(200, twoFactorEnabled);
    (await teacher.get('/api/courses/')).read(200, courseList);
    (await application.call('GET', '/api/courses/', { headers: { 'api-key': apiKey } })).read(
      200,
      courseList,
    );
    const off = await teacher.call('DELETE', PATH, { json: { ...password, code: '000000' } });
    expect(off.readProblem(409).code).toBe('conflict');
  });

  test('of administrators, others are left alone; sessions of before are held to it too', async () => {
    await requireOf('off');
    const teacher = await application.register();
    await requireOf('administrators');
    application.app.forgetIdentity(administrator.id);
    expect((await administrator.get('/api/admin/version/')).readProblem(403).code).toBe(
      'two_factor_setup_required',
    );
    (await teacher.get('/api/courses/')).read(200, courseList);
    expect((await logIn(teacher)).read(200, session)).not.toHaveProperty('two_factor_setup_required');
    await requireOf('off');
    application.app.forgetIdentity(administrator.id);
    expect((await administrator.get('/api/admin/version/')).status).toBe(200);
  });

  test('a sign-in with the provider is left to the provider’s own factors', async () => {
    provider.person = { sub: 'an-outsider', email: 'outsider@example.test', email_verified: true };
    const tab = 'a-tab-of-a-browser';
    const end = await new TestBrowser().follow(
      `${application.origin}/api/auth/oidc/start/?tab=${tab}`,
      ({ pathname }) => pathname === '/login',
    );
    const token = new URLSearchParams(end.hash.slice(1)).get('sign-in');
    const opened = (await application.post('/api/auth/oidc/session/', { token, tab })).read(200, session);
    expect(opened).not.toHaveProperty('two_factor_setup_required');
    const teacher = new TestInstructor(application.origin, opened);
    (await teacher.get('/api/courses/')).read(200, courseList);
    expect(await readState(teacher)).toMatchObject({ required: false, has_password: false });
  });
});

describe('administrators', () => {
  test('say of whom it is required', async () => {
    const path = '/api/admin/two-factor/';
    expect((await administrator.get(path)).status).toBe(200);
    const put = (of: TestInstructor, policy: string) =>
      of.call('PUT', path, { json: { required_for: policy, ...password } });
    (await put(administrator, 'no one')).readProblem(400);
    const unconfirmed = await administrator.call('PUT', path, { json: { required_for: 'everyone' } });
    expect(unconfirmed.readProblem(400).errors?.[0]?.field).toBe('password');
    expect((await put(administrator, 'off')).status).toBe(200);
    (await put(await application.register(), 'off')).readProblem(403);
  });

  test('remove a second factor that was lost', async () => {
    const { teacher } = await newProtected();
    const path = `/api/admin/accounts/${teacher.id}/two-factor/`;
    (await administrator.call('DELETE', path, { json: { password: 'not it' } })).readProblem(400);
    expect((await administrator.call('DELETE', path, { json: password })).status).toBe(204);
    (await logIn(teacher)).read(200, session);
    expect(await actionsOf(teacher.id)).toContain('two_factor_removed');
  });
});

test('a new root secret removes every second factor and locks no one out', async () => {
  const { teacher } = await newProtected();
  const restarted = await application.startAnother({ secret: 'b'.repeat(32) });
  const again = await call(restarted.origin, 'POST', '/api/auth/login/', {
    json: { email: teacher.session.email, ...password },
  });
  again.read(200, session);
  const entry = await application.dependencies.database
    .selectFrom('audit_log')
    .select('details')
    .where('action', '=', 'root_secret_changed')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(Number(entry.details['removed_second_factors'])).toBeGreaterThan(0);
  await restarted.close();
});
