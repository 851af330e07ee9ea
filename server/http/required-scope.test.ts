import { afterAll, beforeAll, expect, test } from 'vitest';
import { API_KEY_SCOPES } from '#contract/api-key-scopes.ts';
import { startTestApplication, type TestApplication } from '#server/testing/test-application.ts';
import { findRequiredScope, includesScope } from './required-scope.ts';

let application: TestApplication;
beforeAll(async () => {
  application = await startTestApplication();
});
afterAll(() => application.close());

/** Public, or about the account itself. */
const WITHOUT_SCOPE = ['accounts', 'administration', 'health', 'learning platforms', 'taking a quiz'];

test('each documented call has a scope, or is one that no scope opens', async () => {
  const { text } = await application.call('GET', '/api/openapi.json');
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, { tags?: string[] }>> };
  const undecided = Object.entries(paths).flatMap(([path, calls]) =>
    Object.entries(calls)
      .filter(
        ([method, { tags }]) =>
          (findRequiredScope(method.toUpperCase(), tags) === undefined) !==
          WITHOUT_SCOPE.includes(tags?.[0] ?? ''),
      )
      .map(([method]) => `${method} ${path}`),
  );
  expect(Object.keys(paths).length).toBeGreaterThan(100);
  expect(undecided).toEqual([]);
});

test('writing includes reading of the same area, and nothing else', () => {
  for (const scope of API_KEY_SCOPES)
    for (const required of API_KEY_SCOPES) {
      const [area, level] = scope.split(':');
      const [requiredArea, requiredLevel] = required.split(':');
      expect(includesScope([scope], required)).toBe(
        area === requiredArea && (level === 'write' || requiredLevel === 'read'),
      );
    }
});
