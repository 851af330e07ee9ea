import { PROBLEM_STATUS, type FieldError, type ProblemCode } from '../contract/problem.ts';

/**
 * A failure that a person is told about. Use-cases throw it; the HTTP side answers it as an RFC 9457
 * problem, and a job's answer carries it to the request that waits.
 */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;
  readonly errors: readonly FieldError[];
  readonly retryAfterSeconds: number | undefined;
  /** With which the second step of a login is made. */
  readonly challenge: string | undefined;

  /** @param detail what happened, what is safe and what to do now, in one or two plain sentences. */
  constructor(
    code: ProblemCode,
    detail: string,
    options: {
      errors?: readonly FieldError[];
      retryAfterSeconds?: number;
      challenge?: string;
      cause?: unknown;
    } = {},
  ) {
    super(detail, { cause: options.cause });
    this.code = code;
    this.errors = options.errors ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.challenge = options.challenge;
  }

  get status(): number {
    return PROBLEM_STATUS[this.code];
  }
}

/** Somebody else's object answers as one that is not there. `what` is a noun such as "course". */
export const notFound = (what: string): ProblemError =>
  new ProblemError('not_found', `There is no such ${what}, or it is not yours.`);

/** One field is at fault; its message is also the problem's detail. */
export const invalidField = (field: string, message: string): ProblemError =>
  new ProblemError('validation_failed', message, { errors: [{ field, message }] });
