import { expect, test } from 'vitest';
import { newEmail, startTestApplication, TEST_PASSWORD } from '#server/testing/test-application.ts';
import { readFirstAdministratorLink } from './first-administrator.ts';

test('the only cookie is of this host, for HTTPS and for no script', async () => {
  const application = await startTestApplication({ variables: { PUBLIC_URL: 'https://lectern.example' } });
  const link = await readFirstAdministratorLink(application.dependencies, { isNew: false });
  const invitation = link?.split('#token=')[1];
  const json = { email: newEmail(), password: TEST_PASSWORD, password2: TEST_PASSWORD };
  const made = await application.post('/api/auth/register/', { ...json, invitation });
  const again = await application.post('/api/auth/login/', json);
  for (const answer of [made, again]) {
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-lectern-device=[\w.-]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict; Secure$/,
      ),
    ]);
  }
  const { headers } = await application.call('GET', '/api/health/');
  expect(headers.getSetCookie()).toEqual([]);
  await application.close();
});
