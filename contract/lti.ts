import { z } from 'zod';
import { quizInvitation } from './attempts.ts';
import { entityId, entityIdText, requiredText, storableText, timestamp } from './fields.ts';
import { fieldText } from './messages/field-messages.ts';
import { PASSCODE_MAXIMUM_LENGTH } from './shared-quizzes.ts';

const IDENTIFIER_LENGTH = 255;
const ADDRESS_LENGTH = 500;

const address = storableText(ADDRESS_LENGTH)
  .trim()
  .refine((text) => isWebAddress(text), fieldText('platform_address'));

function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}

/** An origin as `frame-ancestors` takes it; `*.` in front of the host stands for its subdomains. */
const FRAME_ORIGIN = /^https?:\/\/(?:\*\.)?[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::\d{1,5})?$/;

/** A learning platform, as its own administration describes it. */
export const ltiPlatformRequest = z.object({
  name: requiredText(100, fieldText('platform_name_missing')),
  issuer: address.meta({ description: 'Platform ID. The same text as in the platform’s messages.' }),
  client_id: requiredText(IDENTIFIER_LENGTH, fieldText('platform_client_missing')),
  deployment_ids: z
    .array(requiredText(IDENTIFIER_LENGTH, fieldText('platform_deployment_missing')))
    .min(1, fieldText('platform_deployment_missing'))
    .max(100),
  authorization_url: address,
  token_url: address,
  token_audience: address.nullable().meta({
    description: 'What the platform expects as audience of a token request; null: the token URL.',
  }),
  jwks_url: address,
  frame_origins: z
    .array(storableText(ADDRESS_LENGTH).trim().regex(FRAME_ORIGIN, fieldText('platform_origin')))
    .min(1, fieldText('platform_origin'))
    .max(20)
    .meta({
      description:
        'The platform’s own sites, which may show Lectern in a frame and get its answers, such as https://moodle.example.edu or https://*.instructure.com.',
    }),
});
export type LtiPlatformRequest = z.infer<typeof ltiPlatformRequest>;

export const ltiPlatform = ltiPlatformRequest.extend({
  id: entityId,
  created_at: timestamp,
  last_launch_at: timestamp.nullable(),
  failed_scores: z.int().meta({ description: 'Grades that the platform refused or that did not arrive.' }),
});
export type LtiPlatform = z.infer<typeof ltiPlatform>;

/** What a platform needs to know of this installation. */
export const ltiTool = z.object({
  login_url: z.string(),
  launch_url: z
    .string()
    .meta({ description: 'Redirect URI, target link and address for deep linking at once.' }),
  keys_url: z.string(),
  domain: z.string(),
  key_created_at: timestamp.nullable().meta({ description: 'Null until the first key is needed.' }),
});
export type LtiTool = z.infer<typeof ltiTool>;

export const ltiAdministration = z.object({ tool: ltiTool, platforms: z.array(ltiPlatform) });
export type LtiAdministration = z.infer<typeof ltiAdministration>;

/** JSON Web Key Set (RFC 7517), as platforms read it. */
export const ltiKeySet = z.object({ keys: z.array(z.record(z.string(), z.unknown())) });

const hint = z.string().max(6_000);
/** OpenID Connect third-party-initiated login; `request` instead of the others when a login begins again in a new window. */
export const ltiLoginRequest = z.object({
  iss: z.string().max(ADDRESS_LENGTH).optional(),
  login_hint: hint.optional(),
  target_link_uri: hint.optional(),
  lti_message_hint: hint.optional(),
  client_id: z.string().max(IDENTIFIER_LENGTH).optional(),
  lti_deployment_id: z.string().max(IDENTIFIER_LENGTH).optional(),
  request: z.string().max(20_000).optional(),
});
export type LtiLoginRequest = z.infer<typeof ltiLoginRequest>;

export const ltiContinueQuery = z.object({ request: z.string().max(20_000) });

/** What the platform's form posts, or an error instead of the token. */
export const ltiLaunchRequest = z.object({
  state: z.string().max(8_000).optional(),
  id_token: z.string().max(200_000).optional(),
  error: z.string().max(500).optional(),
});
export type LtiLaunchRequest = z.infer<typeof ltiLaunchRequest>;

/** Why a launch leads nowhere; the page words them. */
export const LTI_REFUSALS = [
  'platform_unknown',
  'platform_refused',
  'platform_unreachable',
  'launch_expired',
  'other_browser',
  'message_invalid',
  'message_used',
  'deployment_unknown',
  'message_unsupported',
  'role_unknown',
  'quiz_missing',
  'quiz_not_linked',
  'return_address',
] as const;
export type LtiRefusal = (typeof LTI_REFUSALS)[number];

/** The Lectern account that the person of a launch uses; null while none is linked. */
const linkedAccount = z.object({ email: z.string() }).nullable();

/** What the page that a launch ends at shows. */
export const ltiLaunch = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('student'),
    platform_name: z.string(),
    quiz: quizInvitation,
    has_attempt: z.boolean(),
  }),
  z.object({
    kind: z.literal('instructor'),
    platform_name: z.string(),
    person_name: z.string(),
    account: linkedAccount,
    destination: z.object({
      path: z.string().meta({ description: 'Of the web app.' }),
      name: z.string().nullable(),
      is_of_other: z.boolean().meta({ description: 'The quiz belongs to another Lectern account.' }),
    }),
  }),
  z.object({
    kind: z.literal('deep_linking'),
    platform_name: z.string(),
    person_name: z.string(),
    account: linkedAccount,
  }),
]);
export type LtiLaunch = z.infer<typeof ltiLaunch>;

export const ltiJoinRequest = z.object({
  passcode: storableText(PASSCODE_MAXIMUM_LENGTH).trim().optional(),
});

/** The quizzes that can be placed in a course of the platform. */
export const ltiQuiz = z.object({
  question_set_id: entityId,
  name: z.string(),
  lesson_title: z.string(),
  question_count: z.int(),
  is_shared: z.boolean(),
});
export type LtiQuiz = z.infer<typeof ltiQuiz>;
export const ltiQuizList = z.array(ltiQuiz);

export const ltiChoiceRequest = z.object({ question_set_id: entityId });
/** The page posts `jwt` as `JWT` to the address. */
export const ltiChoice = z.object({ return_url: z.string(), jwt: z.string() });
export type LtiChoice = z.infer<typeof ltiChoice>;

/** The token of a launch, sent in the body where the caller is signed in. */
export const ltiLaunchToken = z.object({ launch: z.string().max(200) });

/** A platform on which a person uses this account. */
export const ltiIdentity = z.object({
  platform_id: entityId,
  platform_name: z.string(),
  subject: z.string().meta({ description: 'The platform’s own name for the person.' }),
  created_at: timestamp,
  last_used_at: timestamp,
});
export type LtiIdentity = z.infer<typeof ltiIdentity>;
export const ltiIdentityList = z.array(ltiIdentity);
export const ltiPlatformParameters = z.object({ platform_id: entityIdText });
