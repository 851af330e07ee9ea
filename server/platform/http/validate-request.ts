import type { FastifySchemaCompiler } from 'fastify';
import { z } from 'zod';
import { wordMessage } from '#contract/messages/catalogue.ts';
import { fieldText } from '#contract/messages/field-messages.ts';
import { findMessage } from '#contract/messages/message.ts';
import type { FieldError } from '#contract/problem.ts';
import { fieldError, ProblemError } from '../problem-error.ts';

/** Checks a request against the contract. What is wrong answers as a problem that names each field. */
export const validateRequest: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (data) => {
    const read = schema.safeParse(data, { error: describeIssue });
    return read.success ? { value: read.data } : { error: toProblem(read.error) };
  };

function toProblem({ issues }: z.ZodError): ProblemError {
  const errors = issues.map(toFieldError);
  const coded = errors[0]?.message_coded;
  return coded === undefined
    ? new ProblemError('request_invalid')
    : new ProblemError({ problem: 'validation_failed', message: coded }, { errors });
}

function toFieldError({ code, path, message: text }: z.core.$ZodIssue): FieldError {
  const field = path.join('.') || 'non_field_errors';
  if (path.length === 0 && code === 'invalid_type') return fieldError(field, 'json_object_expected');
  const coded = findMessage(text);
  return coded === undefined
    ? fieldError(field, 'field_invalid')
    : { field, message: wordMessage(coded), message_coded: coded };
}

/** For schemas that say nothing themselves. The parameters are the schema's: what a caller sent is never among them. */
function describeIssue(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? fieldText('field_missing')
        : fieldText('field_wrong_type', { type: issue.expected });
    case 'invalid_value':
      return fieldText('field_not_an_option', { options: issue.values.map(String) });
    case 'too_small':
      return fieldText(LEAST[issue.origin] ?? 'at_least', { minimum: Number(issue.minimum) });
    case 'too_big':
      return fieldText(MOST[issue.origin] ?? 'at_most', { maximum: Number(issue.maximum) });
    case 'unrecognized_keys':
      return fieldText('field_unknown');
    default:
      return fieldText('field_invalid');
  }
}

const LEAST: Partial<Record<string, 'items_too_few' | 'text_too_short'>> = {
  array: 'items_too_few',
  string: 'text_too_short',
};
const MOST: Partial<Record<string, 'items_too_many' | 'text_too_long'>> = {
  array: 'items_too_many',
  string: 'text_too_long',
};
