import type { ApiKeyScope } from '#contract/api-key-scopes.ts';

type Area = 'courses' | 'quizzes' | 'results' | 'webhooks';

/** By the tag under which the API's documentation lists a route. */
const AREAS: Readonly<Record<string, Area>> = {
  activity: 'courses',
  assistant: 'courses',
  courses: 'courses',
  dashboard: 'courses',
  events: 'courses',
  glossary: 'courses',
  lessons: 'courses',
  search: 'courses',
  summaries: 'courses',
  transcripts: 'courses',
  trash: 'courses',
  uploads: 'courses',
  'question bank': 'quizzes',
  'question sets': 'quizzes',
  'shared quizzes': 'quizzes',
  'class lists': 'results',
  'quiz results': 'results',
  webhooks: 'webhooks',
};

/**
 * The scope that an API key with scopes needs for a route. Undefined where no scope is enough: the account, its keys, and
 * every route whose tag is not listed.
 */
export function findRequiredScope(
  method: string,
  tags: readonly string[] | undefined,
): ApiKeyScope | undefined {
  const area = AREAS[tags?.[0] ?? ''];
  if (area === undefined) return undefined;
  return `${area}:${method === 'GET' || method === 'HEAD' ? 'read' : 'write'}`;
}

/** Whether a key with these scopes may do what requires `required`: writing includes reading. */
export const includesScope = (scopes: readonly ApiKeyScope[], required: ApiKeyScope): boolean =>
  scopes.includes(required) ||
  (required.endsWith(':read') && scopes.some((scope) => scope === required.replace(':read', ':write')));
