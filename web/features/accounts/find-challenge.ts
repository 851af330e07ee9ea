import { ApiError } from '#web/api-client/api-error.ts';

/** The challenge of a second login step, if the server asked for one. */
export const findChallenge = (error: unknown): string | undefined =>
  error instanceof ApiError && error.problem.code === 'second_factor_required'
    ? error.problem.challenge
    : undefined;
