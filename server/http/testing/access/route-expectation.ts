import type { CallOptions } from '#server/testing/test-instructor.ts';
import type { Things } from './names.ts';

export type Request = { path: string } & CallOptions;

/** Who may call a route and what becomes of it, for each of the identities of the access table. */
export interface RouteExpectation {
  /**
   * `public`: anybody, and whoever they are makes no difference. `api_key`: a token alone is not enough. `administrator`: a key
   * alone is not enough, and neither is being the owner.
   */
  readonly access: 'public' | 'instructor' | 'api_key' | 'administrator';
  /** How the route is asked for things. A route that names none of them answers everybody with their own. */
  readonly ask: (things: Things) => Request;
  /** What the owner of the things is answered; on a public route, everybody. */
  readonly answers: number;
  /** The request names a thing: somebody else's is not there, nor is an absent one. */
  readonly names?: true;
  /** What a name that is none is answered, where that is not 400. */
  readonly malformed?: number;
  /** The things are not as they were after it: the next call needs others. */
  readonly spends?: true;
  /** Requests that mix one's own things with somebody else's, and what they are answered. */
  readonly mixed?: readonly { ask: (mine: Things, theirs: Things) => Request; answers: number }[];
  /** Not in the OpenAPI document. */
  readonly outside?: true;
  /** Never ends by itself. */
  readonly streams?: true;
}

/** A page or a file that anybody may read. */
export const open = (path: string, answers = 200): RouteExpectation => ({
  access: 'public',
  ask: () => ({ path }),
  answers,
});
export const outside = (path: string, answers = 200): RouteExpectation => ({
  ...open(path, answers),
  outside: true,
});
/** About the caller's own account. */
export const own = (answers: number, path: string, options: CallOptions = {}): RouteExpectation => ({
  access: 'instructor',
  ask: () => ({ path, ...options }),
  answers,
});
/** About one thing. */
export const about = (
  answers: number,
  ask: RouteExpectation['ask'],
  more: Partial<RouteExpectation> = {},
): RouteExpectation => ({ access: 'instructor', ask, answers, names: true, ...more });
/** For administrators. */
export const administered = (
  answers: number,
  ask: RouteExpectation['ask'],
  more: Partial<RouteExpectation> = {},
): RouteExpectation => ({ access: 'administrator', ask, answers, ...more });
export const spends = { spends: true } as const;
