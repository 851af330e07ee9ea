import type { Message } from '#contract/messages/message.ts';
import { MessageError } from '../message-error.ts';

/** Why an address could not be fetched. */
export type UrlFetchProblem =
  | 'bad-status'
  | 'invalid-url'
  | 'not-public'
  | 'time-limit'
  | 'too-large'
  | 'too-many-redirects'
  | 'unreachable';

/** An address of the web that cannot be fetched; `problem` is for programs. */
export class UrlFetchError extends MessageError {
  override readonly name = 'UrlFetchError';
  readonly problem: UrlFetchProblem;

  constructor(problem: UrlFetchProblem, coded: Message, options?: ErrorOptions) {
    super(coded, options);
    this.problem = problem;
  }
}
