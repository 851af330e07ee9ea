import { z } from 'zod';
import { givenPassword, passwordConfirmation } from './accounts.ts';
import { boundedText, timestamp } from './fields.ts';
import { fieldText } from './messages/field-messages.ts';

/** Whose password alone is not enough to sign in. */
export const TWO_FACTOR_POLICIES = ['off', 'administrators', 'everyone'] as const;
export type TwoFactorPolicy = (typeof TWO_FACTOR_POLICIES)[number];

const token = boundedText(200, { missing: fieldText('token_missing') })
  .min(1, fieldText('token_missing'))
  .meta({ maxLength: 200 });

const TAB = /^[A-Za-z0-9_-]{16,100}$/;

/** Random characters that the page keeps for itself while its owner is at the provider. */
const tab = z.string({ error: fieldText('tab_missing') }).regex(TAB, fieldText('tab_invalid'));

export const providerStartQuery = z.object({
  tab: tab.meta({ description: 'Chosen by the page; only whoever knows it can finish this sign-in.' }),
});

export const providerSessionRequest = z.object({
  token: token.meta({ description: 'From the address that the provider’s sign-in ended at. Works once.' }),
  tab,
});

export const providerLinkRequest = providerSessionRequest.extend({
  password: givenPassword.meta({ description: 'Of the account here that has the same email address.' }),
});

const CODE_MAXIMUM_LENGTH = 40;
const ENTER_A_CODE = fieldText('second_factor_code_missing');

export const secondFactorCode = boundedText(CODE_MAXIMUM_LENGTH, { missing: ENTER_A_CODE })
  .min(1, ENTER_A_CODE)
  .meta({
    maxLength: CODE_MAXIMUM_LENGTH,
    description: 'Six digits of the authenticator app, or a recovery code.',
  });

export const secondFactorRequest = z.object({
  challenge: token.meta({ description: 'From the problem that asked for the second factor.' }),
  code: secondFactorCode,
});

/** How the actor's account is protected. */
export const twoFactorState = z.object({
  enabled: z.boolean(),
  enabled_at: timestamp.nullable(),
  required: z
    .boolean()
    .meta({ description: 'The installation requires it of this account when it signs in with a password.' }),
  recovery_codes_left: z.int(),
  has_password: z.boolean().meta({
    description: 'False: only the sign-in provider lets the owner in, and asks for its own factors.',
  }),
  sign_in_provider: z
    .string()
    .nullable()
    .meta({ description: 'The provider that this account is linked to.' }),
});
export type TwoFactorState = z.infer<typeof twoFactorState>;

export const twoFactorSetupRequest = z.object({
  password: givenPassword,
  code: secondFactorCode.optional().meta({ description: 'Required to replace an app that is set up.' }),
});

export const twoFactorSetup = z.object({
  secret: z.string().meta({ description: 'Base32, to be typed into an authenticator app.' }),
  uri: z.string().meta({ description: 'The same as an otpauth: address, for a QR code.' }),
});
export type TwoFactorSetup = z.infer<typeof twoFactorSetup>;

export const twoFactorConfirmation = z.object({ code: secondFactorCode });

export const recoveryCodes = z.object({
  recovery_codes: z.array(z.string()).meta({ description: 'Each works once. Shown in this answer alone.' }),
});
export type RecoveryCodes = z.infer<typeof recoveryCodes>;

export const twoFactorEnabled = recoveryCodes.extend({
  api_key: z.string().meta({ description: 'The sign-in key, which login withheld while this was required.' }),
});
export type TwoFactorEnabled = z.infer<typeof twoFactorEnabled>;

export const twoFactorCheck = z.object({ password: givenPassword, code: secondFactorCode });

export const twoFactorSettings = z.object({ required_for: z.enum(TWO_FACTOR_POLICIES) });
export type TwoFactorSettings = z.infer<typeof twoFactorSettings>;

export const twoFactorSettingsChange = twoFactorSettings.extend(passwordConfirmation.shape);
