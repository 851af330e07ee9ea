import { ApiError } from '#web/api-client/api-error.ts';

/** Whether the server refused this field. */
export const isAboutField = (error: unknown, name: string): boolean =>
  error instanceof ApiError && error.problem.errors?.some(({ field }) => field === name) === true;
