import { API_KEY_SCOPES, type ApiKeyScope } from '#contract/api-key-scopes.ts';

export const KEY_ACCESS = ['all', 'chosen'] as const;
export type KeyAccess = (typeof KEY_ACCESS)[number];

export const SCOPE_AREAS = ['courses', 'quizzes', 'results', 'webhooks'] as const;
export const SCOPE_LEVELS = ['none', 'read', 'write'] as const;
type ScopeLevel = (typeof SCOPE_LEVELS)[number];

/** The scopes of a form with one choice an area: `none`, `read` or `write`, which includes `read`. */
export const readScopes = (levels: Readonly<Record<string, string>>): ApiKeyScope[] =>
  API_KEY_SCOPES.filter((scope) => {
    const [area = '', level] = scope.split(':');
    return levels[area] === level;
  });

/** What a key may do in an area. */
export const readLevel = (scopes: readonly ApiKeyScope[], area: (typeof SCOPE_AREAS)[number]): ScopeLevel =>
  scopes.includes(`${area}:write`) ? 'write' : scopes.includes(`${area}:read`) ? 'read' : 'none';
