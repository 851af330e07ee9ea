import { SignJWT } from 'jose';
import { apiKeyAnswer, refreshedTokens } from '#contract/accounts.ts';
import { createAccessToken } from '#server/platform/security/access-tokens.ts';
import { TEST_PASSWORD, type TestApplication } from '#server/testing/test-application.ts';
import type { TestInstructor } from '#server/testing/test-instructor.ts';
import { signInAgain } from './things.ts';

type Headers = Record<string, string>;

/** A caller without a valid account or session: what they send, and how they are refused. */
export interface Dead {
  readonly headers: Headers;
  readonly code: 'not_authenticated' | 'token_invalid';
}

const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });
const key = (apiKey: string): Headers => ({ 'api-key': apiKey });

/** Every way to send something that was a credential, or looks like one. */
export async function makeDead(
  application: TestApplication,
  owner: TestInstructor,
): Promise<Record<string, Dead>> {
  const { secrets, database, clock } = application.dependencies;
  const right = { password: TEST_PASSWORD };
  const { access } = owner.session;
  const { refresh } = (await signInAgain(application, owner)).session;
  const spent = (await application.post('/api/auth/refresh/', { refresh })).read(200, refreshedTokens);

  const deleted = await application.register();
  await deleted.call('DELETE', '/api/auth/account/', { json: right });
  const inactive = await application.register();
  await database.updateTable('users').set({ is_active: false }).where('id', '=', inactive.id).execute();
  const ended = await application.register();
  await ended.call('DELETE', '/api/auth/sessions/', { json: right, headers: { authorization: '' } });
  const rotated = await application.register();
  (await rotated.post('/api/auth/api-key/', right)).read(200, apiKeyAnswer);
  const foreign = await createAccessToken(
    secrets,
    { userId: owner.id, sessionId: '00000000-0000-4000-8000-000000000000' },
    clock.now(),
  );
  const [header = '', payload = '', signature = ''] = access.split('.');
  const unsigned = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${payload}.`;
  const expired = await new SignJWT({ sid: '00000000-0000-4000-8000-000000000000' })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .setSubject(String(owner.id))
    .setIssuer('lectern')
    .setAudience('lectern-api')
    .setIssuedAt(Math.floor(Date.now() / 1000) - 1_000)
    .setExpirationTime(Math.floor(Date.now() / 1000) - 100)
    .sign(secrets.accessTokenKey);

  const byToken = (token: string): Dead => ({ headers: bearer(token), code: 'token_invalid' });
  const byKey = (apiKey: string): Dead => ({ headers: key(apiKey), code: 'not_authenticated' });
  return {
    anonymous: { headers: {}, code: 'not_authenticated' },
    'placeholder key': byKey('placeholder-api-key'),
    'unknown key': byKey('lk_000000000000000000000000000000000'),
    'rotated key': byKey(rotated.session.api_key),
    'key of a deleted account': byKey(deleted.session.api_key),
    'key of a deactivated account': byKey(inactive.session.api_key),
    'forged token': byToken(`${header}.${payload}.${signature.split('').reverse().join('')}`),
    'unsigned token': byToken(unsigned),
    'expired token': byToken(expired),
    'token of no session': byToken(foreign),
    'token of an ended session': byToken(ended.session.access),
    'token of a deleted account': byToken(deleted.session.access),
    'token of a deactivated account': byToken(inactive.session.access),
    'spent refresh token': byToken(refresh),
    'refresh token': byToken(spent.refresh),
    'API key as a token': byToken(owner.session.api_key),
    'spent token beside a good key': {
      headers: { ...bearer(refresh), ...key(owner.session.api_key) },
      code: 'token_invalid',
    },
  };
}

/** The credentials of an allowed caller. */
export const waysOf = (
  of: TestInstructor,
): Record<'token and key' | 'key alone' | 'token alone', Headers> => ({
  'token and key': of.headers,
  'key alone': key(of.session.api_key),
  'token alone': bearer(of.session.access),
});
