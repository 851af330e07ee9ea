import { expect, test } from 'vitest';
import { readLevel, readScopes, SCOPE_AREAS } from './key-scopes.ts';

test('reads one scope for each area that is not left out, and shows it again', () => {
  const levels = { courses: 'read', quizzes: 'write', results: 'none', webhooks: 'none' };
  const scopes = readScopes(levels);
  expect(scopes).toEqual(['courses:read', 'quizzes:write']);
  expect(Object.fromEntries(SCOPE_AREAS.map((area) => [area, readLevel(scopes, area)]))).toEqual(levels);
});

test('reads no scopes from a form without a choice', () => {
  expect(readScopes({ courses: 'none', quizzes: 'none', results: 'none', webhooks: 'none' })).toEqual([]);
});
