import { ApiError } from '../../api-client/api-error.ts';

/** With which the second step of a login is made, when that is what the server asked for. */
export const findChallenge = (error: unknown): string | undefined =>
  error instanceof ApiError && error.problem.code === 'second_factor_required'
    ? error.problem.challenge
    : undefined;
