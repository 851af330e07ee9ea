/**
 * What a named API key may do. A key without scopes may do everything that its owner may, except administer. `write`
 * includes `read`.
 */
export const API_KEY_SCOPES = [
  'courses:read',
  'courses:write',
  'quizzes:read',
  'quizzes:write',
  'results:read',
  'results:write',
  'webhooks:read',
  'webhooks:write',
] as const;
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];
