import {
  problemOf,
  wordMessage,
  type ProblemMessageCode,
  type TemplateOf,
} from '#contract/messages/catalogue.ts';
import { message } from '#contract/messages/make-message.ts';
import type { FieldMessageCode } from '#contract/messages/field-messages.ts';
import type { Message, ParamsArgument } from '#contract/messages/message.ts';
import { PROBLEM_STATUS, type ProblemCode } from '#contract/problem-codes.ts';
import type { FieldError } from '#contract/problem.ts';

interface ProblemOptions {
  errors?: readonly FieldError[];
  retryAfterSeconds?: number;
  /** What the second step of a login sends along. */
  challenge?: string;
  cause?: unknown;
}

/** A problem whose message is a note, or that was stored: `detail` is for those stored before messages had codes. */
type StatedProblem =
  | { readonly problem: ProblemCode; readonly message: Message }
  | { readonly problem: ProblemCode; readonly message: Message | null; readonly detail: string };

type Options<Code extends ProblemMessageCode> =
  [] extends ParamsArgument<TemplateOf<Code>>
    ? [options?: ProblemOptions]
    : [options: ProblemOptions & { params: ParamsArgument<TemplateOf<Code>>[0] }];

/**
 * A failure that people see. Use-cases throw it; the HTTP side answers it as an RFC 9457 problem, and a job's answer carries
 * it to the request that waits. Its texts are in `contract/messages/`.
 */
export class ProblemError<Code extends ProblemMessageCode = ProblemMessageCode> extends Error {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;
  /** The code and parameters of `message`; null for a problem stored before messages had codes. */
  readonly coded: Message | null;
  readonly errors: readonly FieldError[];
  readonly retryAfterSeconds: number | undefined;
  readonly challenge: string | undefined;

  constructor(code: Code, ...options: Options<Code>);
  constructor(stated: StatedProblem, options?: ProblemOptions);
  constructor(what: Code | StatedProblem, given?: ProblemOptions & { params?: object }) {
    const { params = {}, ...options } = given ?? {};
    const stated: StatedProblem =
      typeof what === 'object'
        ? what
        : { problem: problemOf(what), message: { code: what, params: { ...params } } };
    super('detail' in stated ? stated.detail : wordMessage(stated.message), { cause: options.cause });
    this.code = stated.problem;
    this.coded = stated.message;
    this.errors = options.errors ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.challenge = options.challenge;
  }

  get status(): number {
    return PROBLEM_STATUS[this.code];
  }
}

type OwnThing<Code> = Code extends `own_${infer Thing}_not_found` ? Thing : never;

/** The object of another account looks as if it did not exist. */
export const notFound = (thing: OwnThing<ProblemMessageCode>): ProblemError =>
  new ProblemError({ problem: 'not_found', message: message(`own_${thing}_not_found`) });

/** What is wrong with one field of a request. */
export function fieldError<Code extends FieldMessageCode>(
  field: string,
  code: Code,
  ...params: ParamsArgument<TemplateOf<Code>>
): FieldError {
  const coded = message(code, ...params);
  return { field, message: wordMessage(coded), message_coded: coded };
}

/** One field is at fault; its message is also the problem's detail. */
export function invalidField<Code extends FieldMessageCode>(
  field: string,
  code: Code,
  ...params: ParamsArgument<TemplateOf<Code>>
): ProblemError {
  return new ProblemError(
    { problem: 'validation_failed', message: message(code, ...params) },
    { errors: [fieldError(field, code, ...params)] },
  );
}
