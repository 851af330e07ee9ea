import { z } from 'zod';
import { codedMessage } from './messages/sent-message.ts';
import { PROBLEM_STATUS, type ProblemCode } from './problem-codes.ts';

const problemCodes = Object.keys(PROBLEM_STATUS) as [ProblemCode, ...ProblemCode[]];

export const fieldError = z.object({
  field: z.string().meta({ description: 'Dotted path of the field, such as outcomes.0.short_name.' }),
  message: z.string(),
  message_coded: codedMessage,
});
export type FieldError = z.infer<typeof fieldError>;

/** An error body: RFC 9457 problem details with Lectern's own members. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string().meta({ description: 'What happened and what to do, for people.' }),
  detail_coded: codedMessage.nullable(),
  code: z.enum(problemCodes),
  request_id: z.string(),
  challenge: z
    .string()
    .optional()
    .meta({ description: 'Of `second_factor_required`: what the second step of the login sends along.' }),
  errors: z.array(fieldError).optional(),
  email: z.array(z.string()).optional(),
  password: z.array(z.string()).optional(),
  password2: z.array(z.string()).optional(),
  non_field_errors: z.array(z.string()).optional(),
});
export type Problem = z.infer<typeof problem>;
