import { z } from 'zod';
import { boundedText, entityId, freeText, hasAtMost, requiredText, timestamp } from './fields.ts';
import { fieldText } from './messages/field-messages.ts';

export const PASSWORD_MINIMUM_LENGTH = 8;
/** Longer ones are refused: hashing must not be a way to keep the server busy. */
export const PASSWORD_MAXIMUM_LENGTH = 1024;
/** What a browser without a key sends; it authenticates no one. */
export const PLACEHOLDER_API_KEY = 'placeholder-api-key';

const EMAIL_MAXIMUM_LENGTH = 254;
const FILL_IN_ALL_FIELDS = fieldText('fill_in_all_fields');
const EMAIL_TOO_LONG = fieldText('email_too_long', { maximum: EMAIL_MAXIMUM_LENGTH });
const PASSWORD_TOO_LONG = fieldText('password_too_long', { maximum: PASSWORD_MAXIMUM_LENGTH });

export const email = z
  .string({ error: FILL_IN_ALL_FIELDS })
  .min(1, FILL_IN_ALL_FIELDS)
  .max(EMAIL_MAXIMUM_LENGTH, EMAIL_TOO_LONG)
  .pipe(z.email(fieldText('email_invalid')))
  .meta({ format: 'email', pattern: z.regexes.email.source });

export const newPassword = boundedText(PASSWORD_MAXIMUM_LENGTH, {
  missing: FILL_IN_ALL_FIELDS,
  tooLong: PASSWORD_TOO_LONG,
})
  .min(1, FILL_IN_ALL_FIELDS)
  .refine(
    (password) => !hasAtMost(PASSWORD_MINIMUM_LENGTH - 1, password),
    fieldText('password_too_short', { minimum: PASSWORD_MINIMUM_LENGTH }),
  )
  .meta({ minLength: PASSWORD_MINIMUM_LENGTH, maxLength: PASSWORD_MAXIMUM_LENGTH });

export const givenPassword = boundedText(PASSWORD_MAXIMUM_LENGTH, {
  missing: FILL_IN_ALL_FIELDS,
  tooLong: PASSWORD_TOO_LONG,
})
  .min(1, FILL_IN_ALL_FIELDS)
  .meta({ maxLength: PASSWORD_MAXIMUM_LENGTH });

export const loginRequest = z.object({
  email: boundedText(EMAIL_MAXIMUM_LENGTH, { missing: FILL_IN_ALL_FIELDS, tooLong: EMAIL_TOO_LONG })
    .min(1, FILL_IN_ALL_FIELDS)
    // PostgreSQL text cannot hold it, so no account can have it.
    .regex(/^[^\u0000]*$/, fieldText('email_invalid'))
    .meta({ maxLength: EMAIL_MAXIMUM_LENGTH }),
  password: givenPassword,
});

export const registerRequest = z
  .object({
    username: freeText(254).optional().meta({ description: 'Same as the email; ignored.' }),
    email,
    password: newPassword,
    password2: z.string({ error: FILL_IN_ALL_FIELDS }).min(1, FILL_IN_ALL_FIELDS),
    name: freeText(200).optional(),
    department: freeText(200).optional(),
    invitation: boundedText(200)
      .optional()
      .meta({ description: 'From the link of an invitation; required while registration is by invitation.' }),
    verification: boundedText(200).optional().meta({
      description: 'From the mailed link; required where Lectern sends mail, except of the first account.',
    }),
  })
  .refine((input) => input.password === input.password2, {
    path: ['password2'],
    message: fieldText('passwords_differ'),
    when: ({ value }) => {
      const input = (value ?? {}) as { password?: unknown; password2?: unknown };
      return (
        typeof input.password === 'string' && typeof input.password2 === 'string' && input.password2 !== ''
      );
    },
  });

/** Asks for a link that proves whose the address is. */
export const registrationLinkRequest = z.object({
  email,
  invitation: boundedText(200).optional(),
});

/** The same for every address. */
export const registrationLinkAnswer = z.object({ detail: z.string() });
export type RegistrationLinkAnswer = z.infer<typeof registrationLinkAnswer>;

export const passwordResetRequest = loginRequest.pick({ email: true });

/** The same for every address. */
export const passwordResetAnswer = z.object({
  delivery: z
    .enum(['email', 'administrator'])
    .meta({ description: 'Whether the link comes by email, or an administrator has to be asked for it.' }),
  detail: z.string(),
});
export type PasswordResetAnswer = z.infer<typeof passwordResetAnswer>;

export const passwordResetConfirmation = z
  .object({
    token: boundedText(200, { missing: fieldText('reset_token_missing') })
      .min(1, fieldText('reset_token_missing'))
      .meta({ maxLength: 200 }),
    password: newPassword,
    password2: z.string({ error: FILL_IN_ALL_FIELDS }).min(1, FILL_IN_ALL_FIELDS),
    keep_api_keys: z.boolean().optional().meta({
      description: 'Otherwise all API keys are revoked. They are too if the link verifies the address.',
    }),
  })
  .refine((input) => input.password === input.password2, {
    path: ['password2'],
    message: fieldText('passwords_differ'),
  });

export const refreshRequest = z.object({
  refresh: boundedText(512, { missing: fieldText('refresh_token_missing') })
    .min(1, fieldText('refresh_token_missing'))
    .meta({ maxLength: 512 }),
});

const count = z.int().min(0);

/** What opened an account and no longer does. */
export const endedAccess = z.object({
  sessions: count,
  api_keys: count.meta({ description: 'Including the key that login returned.' }),
  second_factor: z.boolean(),
  identities: count.meta({ description: 'Accounts of the sign-in provider that were connected.' }),
});
export type EndedAccess = z.infer<typeof endedAccess>;

export const passwordResetDone = z.object({
  verified_now: z.boolean().meta({
    description:
      'True when the link was the first proof of whose address it is: all earlier access has ended.',
  }),
  ended: endedAccess,
});
export type PasswordResetDone = z.infer<typeof passwordResetDone>;

export const user = z.object({
  id: entityId,
  email: z.string(),
  name: z.string(),
  department: z.string(),
  is_active: z.boolean(),
  is_staff: z.boolean(),
});
export type User = z.infer<typeof user>;

/** What registration and login answer. */
export const session = z.object({
  access: z.string().meta({ description: 'Bearer token, valid 15 minutes.' }),
  refresh: z.string().meta({ description: 'Single use, valid 30 days.' }),
  api_key: z.string(),
  user,
  user_id: entityId,
  instructor_id: entityId,
  department: z.string(),
  username: z.string(),
  email: z.string(),
  two_factor_setup_required: z.boolean().optional().meta({
    description:
      'True when this session can do nothing but set up the second factor; `api_key` is then withheld.',
  }),
  ended_by_verification: endedAccess.optional().meta({
    description: 'Present when this sign-in was the first proof of whose address it is: what has ended.',
  }),
});
export type Session = z.infer<typeof session>;

/** What a refresh answers: new tokens, and whose they are, for a browser that lost it. */
export const refreshedTokens = session.pick({
  access: true,
  refresh: true,
  user: true,
  user_id: true,
  instructor_id: true,
  department: true,
  two_factor_setup_required: true,
});
export type RefreshedTokens = z.infer<typeof refreshedTokens>;

/** How much is in an account, and is deleted with it. */
export const accountContents = z.object({
  courses: count,
  lessons: count,
  quizzes: count.meta({ description: 'Question sets, saved or not.' }),
  conversations: count,
  api_keys: count.meta({ description: 'Those with a name.' }),
  storage_bytes: count.meta({
    description: 'Size of files and texts, also of files that are being uploaded.',
  }),
});
export type AccountContents = z.infer<typeof accountContents>;

/** Your account, how much is in it, and so what deleting it deletes. */
export const account = z.object({
  user,
  created_at: timestamp,
  email_verified_at: timestamp.nullable().meta({
    description: 'When a mailed link, the sign-in provider or a reset link proved whose address it is.',
  }),
  contents: accountContents,
});
export type Account = z.infer<typeof account>;

/** What is left out stays as it is. */
export const profileChange = z.object({
  name: requiredText(200, fieldText('name_missing')).optional(),
  department: freeText(200).optional(),
});
export type ProfileChange = z.infer<typeof profileChange>;

/** What ends or hands out access wants the password again: a token may have been taken from its owner. */
export const passwordConfirmation = z.object({
  password: givenPassword.meta({ description: 'The password, again.' }),
});

export const passwordChangeRequest = z.object({
  current_password: givenPassword,
  new_password: newPassword,
  code: boundedText(40)
    .optional()
    .meta({ description: 'Required where the second factor is on: of the app, or a recovery code.' }),
  revoke_api_keys: z
    .boolean()
    .optional()
    .meta({ description: 'Revokes all API keys too; the answer is then the new sign-in key.' }),
});

export const apiKeyAnswer = z.object({
  api_key: z.string().meta({ description: 'The new key; the old one works no more.' }),
});

export const apiKeyRequest = z.object({
  name: requiredText(100, fieldText('key_name_missing')),
  expires_at: timestamp.nullish().meta({ description: 'When the key stops working; never, unless given.' }),
  password: givenPassword,
});

const namedApiKey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: timestamp,
  expires_at: timestamp.nullable(),
  last_used_at: timestamp.nullable().meta({ description: 'Exact to an hour.' }),
});

/** The id of the key that registration and login return. */
export const SIGN_IN_KEY_ID = 'sign-in';

/** An API key, without the key. */
export const accountApiKey = namedApiKey.extend({
  kind: z
    .enum(['sign_in', 'named'])
    .meta({ description: '`sign_in`: the key that registration and login return; it has no name.' }),
  created_at: timestamp
    .nullable()
    .meta({ description: 'Null for an older sign-in key that was never replaced.' }),
  last_used_at: timestamp.nullable().meta({
    description: 'Exact to an hour. Not recorded for the sign-in key: the browser always sends it.',
  }),
});
export type AccountApiKey = z.infer<typeof accountApiKey>;

/** The sign-in key, then the named ones, oldest first. */
export const accountApiKeyList = z.array(accountApiKey);

export const newApiKey = namedApiKey.extend({
  api_key: z.string().meta({ description: 'Shown in this answer alone.' }),
});
export type NewApiKey = z.infer<typeof newApiKey>;

export const apiKeyParameters = z.object({
  id: z.union([z.literal(SIGN_IN_KEY_ID), z.uuid().toLowerCase()], {
    error: fieldText('identifier_invalid'),
  }),
});

export const sessionParameters = z.object({ id: z.uuid(fieldText('identifier_invalid')).toLowerCase() });

/** A sign-in on one device. */
export const accountSession = z.object({
  id: z.string(),
  device: z.string().meta({ description: 'Browser and system, or the program; such as Firefox on Linux.' }),
  network: z
    .string()
    .nullable()
    .meta({ description: 'Where it was last renewed: an IPv4 address, or the /64 of an IPv6 address.' }),
  created_at: timestamp.meta({ description: 'When the session started.' }),
  last_used_at: timestamp.meta({ description: 'When it was last renewed; exact to a quarter of an hour.' }),
  expires_at: timestamp.meta({ description: 'When it ends unless it is used again.' }),
  current: z.boolean().meta({ description: 'Whether this call came with its access token.' }),
});
export type AccountSession = z.infer<typeof accountSession>;

/** Last used first. */
export const accountSessionList = z.array(accountSession);
