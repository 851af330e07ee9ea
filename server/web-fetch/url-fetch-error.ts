/** Why an address could not be fetched. */
export type UrlFetchProblem =
  | 'bad-status'
  | 'invalid-url'
  | 'not-public'
  | 'time-limit'
  | 'too-large'
  | 'too-many-redirects'
  | 'unreachable';

/** An address of the web that cannot be fetched. The message is shown to people; `problem` is for programs. */
export class UrlFetchError extends Error {
  override readonly name = 'UrlFetchError';
  readonly problem: UrlFetchProblem;

  constructor(problem: UrlFetchProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}
