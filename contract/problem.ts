import { z } from 'zod';

/** The closed list of error codes and the status each one answers with. */
export const PROBLEM_STATUS = {
  validation_failed: 400,
  malformed_request: 400,
  invalid_credentials: 401,
  not_authenticated: 401,
  token_invalid: 401,
  second_factor_required: 401,
  account_inactive: 403,
  two_factor_setup_required: 403,
  not_allowed: 403,
  registration_closed: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  request_timeout: 408,
  conflict: 409,
  transcript_missing: 409,
  unsupported_protocol_version: 412,
  payload_too_large: 413,
  storage_quota_exceeded: 413,
  unsupported_media_type: 415,
  unsupported_file_type: 415,
  document_without_text: 422,
  document_unreadable: 422,
  document_encrypted: 422,
  subtitles_unreadable: 422,
  captions_unavailable: 422,
  address_not_allowed: 422,
  download_failed: 422,
  nothing_to_work_with: 422,
  upload_busy: 423,
  range_not_satisfiable: 416,
  too_many_requests: 429,
  headers_too_large: 431,
  client_disconnected: 499,
  internal_error: 500,
  job_failed: 500,
  model_unavailable: 503,
  service_unavailable: 503,
  storage_full: 507,
} as const;

export type ProblemCode = keyof typeof PROBLEM_STATUS;

const problemCodes = Object.keys(PROBLEM_STATUS) as [ProblemCode, ...ProblemCode[]];

export const fieldError = z.object({
  field: z.string().meta({ description: 'Dotted path of the field, such as outcomes.0.short_name.' }),
  message: z.string(),
});
export type FieldError = z.infer<typeof fieldError>;

/** An error body: RFC 9457 problem details with Lectern's own members. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string().meta({ description: 'What happened and what to do, for people.' }),
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
