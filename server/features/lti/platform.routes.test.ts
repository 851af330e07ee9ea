import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { mkdtemp, rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ltiAdministration, ltiKeySet, ltiPlatform, ltiTool } from '#contract/lti.ts';
import { startTestApplication, type TestApplication } from '#server/testing/test-application.ts';
import type { TestInstructor } from '#server/testing/test-instructor.ts';
import { forgetIdleLaunches } from './forget.ts';

let application: TestApplication;
let administrator: TestInstructor;
let webDirectory: string;
beforeAll(async () => {
  webDirectory = await mkdtemp(join(tmpdir(), 'lectern-web-'));
  await mkdir(join(webDirectory, 'assets'));
  const page = '<!doctype html><head><meta name="lectern-settings" content=""></head>';
  for (const name of ['index.html', 'student.html']) await writeFile(join(webDirectory, name), page);
  application = await startTestApplication({ webDirectory });
  administrator = await application.register();
});
afterAll(async () => {
  await application.close();
  await rm(webDirectory, { recursive: true });
});

const moodle = (changes: object = {}) => ({
  name: 'Moodle',
  issuer: 'https://moodle.example.edu',
  client_id: `client-${Math.random()}`,
  deployment_ids: ['1', '2'],
  authorization_url: 'https://moodle.example.edu/mod/lti/auth.php',
  token_url: 'https://moodle.example.edu/mod/lti/token.php',
  token_audience: null,
  jwks_url: 'https://moodle.example.edu/mod/lti/certs.php',
  frame_origins: ['https://moodle.example.edu', 'https://*.instructure.com'],
  ...changes,
});
const register = async (changes?: object) =>
  (await administrator.post('/api/admin/lti/platforms/', moodle(changes))).read(201, ltiPlatform);
const readAll = async () => (await administrator.get('/api/admin/lti/')).read(200, ltiAdministration);

test('a platform is registered, changed and removed', async () => {
  const made = await register();
  expect(made).toMatchObject({ deployment_ids: ['1', '2'], last_launch_at: null, failed_scores: 0 });
  const path = `/api/admin/lti/platforms/${made.id}/`;
  const change = moodle({ name: 'New name', client_id: made.client_id, deployment_ids: ['3'] });
  const changed = (await administrator.call('PUT', path, { json: change })).read(200, ltiPlatform);
  expect(changed).toMatchObject({ id: made.id, name: 'New name', deployment_ids: ['3'] });
  expect((await administrator.call('DELETE', path)).status).toBe(204);
  expect((await administrator.call('DELETE', path)).readProblem(404).code).toBe('not_found');
  expect((await administrator.call('PUT', path, { json: change })).readProblem(404).code).toBe('not_found');
  expect((await readAll()).platforms.map(({ id }) => id)).not.toContain(made.id);
});

test('an issuer and client ID are registered once', async () => {
  const first = await register();
  const second = await register();
  const again = moodle({ client_id: first.client_id });
  const refused = await administrator.post('/api/admin/lti/platforms/', again);
  expect(refused.readProblem(409).code).toBe('conflict');
  const path = `/api/admin/lti/platforms/${second.id}/`;
  expect((await administrator.call('PUT', path, { json: again })).readProblem(409).code).toBe('conflict');
});

test.each([
  [{ jwks_url: 'http://moodle.example.edu/certs' }, 'jwks_url'],
  [{ token_url: 'http://127.0.0.1/token' }, 'token_url'],
  [{ authorization_url: 'javascript:alert(1)' }, 'authorization_url'],
  [{ authorization_url: 'https://me:secret@moodle.example.edu/' }, 'authorization_url'],
  [{ deployment_ids: [] }, 'deployment_ids'],
  [{ frame_origins: ["https://a.example; script-src 'unsafe-inline'"] }, 'frame_origins.0'],
  [{ frame_origins: ['*'] }, 'frame_origins.0'],
  [{ frame_origins: [] }, 'frame_origins'],
  [{ name: ' ' }, 'name'],
])('%j is refused', async (changes, field) => {
  const problem = (await administrator.post('/api/admin/lti/platforms/', moodle(changes))).readProblem(400);
  expect(problem.errors?.map((error) => error.field)).toEqual([field]);
});

test('the tool’s addresses are those under which people reach Lectern', async () => {
  const { tool } = await readAll();
  expect(tool).toMatchObject({
    login_url: `${application.origin}/api/lti/login/`,
    launch_url: `${application.origin}/api/lti/launch/`,
    keys_url: `${application.origin}/api/lti/keys/`,
    domain: new URL(application.origin).host,
  });
});

describe('the key', () => {
  const readKeys = async () => (await application.call('GET', '/api/lti/keys/')).read(200, ltiKeySet).keys;

  test('is published without its private half, and stored encrypted', async () => {
    const [key, ...others] = await readKeys();
    expect(others).toEqual([]);
    expect(key).toMatchObject({ kty: 'RSA', alg: 'RS256', use: 'sig' });
    for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi']) expect(key).not.toHaveProperty(secret);
    const { private_key_encrypted: stored } = await application.dependencies.database
      .selectFrom('lti_keys')
      .select('private_key_encrypted')
      .executeTakeFirstOrThrow();
    expect(stored.toString('latin1')).not.toContain('PRIVATE KEY');
  });

  test('is replaced by a new one that signs, and stays published for a week', async () => {
    const [before] = await readKeys();
    (await administrator.post('/api/admin/lti/key/')).read(200, ltiTool);
    const keys = await readKeys();
    expect(keys).toHaveLength(2);
    expect(keys[1]).toEqual(before);
    expect(keys[0]).not.toEqual(before);
    const { database } = application.dependencies;
    const weekAgo = new Date(Date.now() - 8 * 24 * 3600 * 1000);
    await database
      .updateTable('lti_keys')
      .set({ retired_at: weekAgo })
      .where('retired_at', 'is not', null)
      .execute();
    expect(await readKeys()).toEqual([keys[0]]);
    await forgetIdleLaunches(application.dependencies, new Date());
    const left = await database.selectFrom('lti_keys').select('id').execute();
    expect(left.map(({ id }) => id)).toEqual([keys[0]?.['kid']]);
  });
});

describe('frames', () => {
  const headersOf = async (path: string) => {
    const { headers, status } = await fetch(`${application.origin}${path}`, {
      headers: { accept: 'text/html' },
    });
    return {
      status,
      policy: headers.get('content-security-policy') ?? '',
      options: headers.get('x-frame-options'),
    };
  };

  test('show the pages of a platform’s launches on its own sites alone', async () => {
    const { id } = await register();
    const { status, policy, options } = await headersOf(`/lti/${id}`);
    expect(status).toBe(200);
    const sites = 'https://moodle.example.edu https://*.instructure.com';
    expect(policy).toContain(`frame-ancestors ${sites}`);
    expect(policy).toContain(`form-action 'self' ${sites}`);
    expect(options).toBeNull();
  });

  test.each(['/', '/login', '/lti-link', '/q/ABCDEF', '/lti/0', '/lti/999999', '/account'])(
    'do not show %s',
    async (path) => {
      const { policy, options } = await headersOf(path);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(options).toBe('SAMEORIGIN');
    },
  );
});
