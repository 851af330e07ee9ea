import { createRemoteJWKSet, customFetch, errors, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import type { LtiRefusal } from '#contract/lti.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Config } from '#server/config.ts';
import { guardedFetch } from '#server/web-fetch/guarded-fetch.ts';
import { UrlFetchError } from '#server/web-fetch/url-fetch-error.ts';
import type { PlatformRow } from './platform.store.ts';

const CLAIM = 'https://purl.imsglobal.org/spec/lti/claim/';
const DEEP_LINKING = 'https://purl.imsglobal.org/spec/lti-dl/claim/';
const GRADES = 'https://purl.imsglobal.org/spec/lti-ags/claim/endpoint';
export const SCORE_SCOPE = 'https://purl.imsglobal.org/spec/lti-ags/scope/score';

/** RFC 7519 leaves clocks some room. A message is minutes old, unless someone kept it. */
const CLOCK_TOLERANCE_SECONDS = 60;
const MAXIMUM_AGE = '1h';
const ALGORITHMS = ['RS256'];

const text = z.string().max(2_000);
const name = z.string().max(500).optional().catch(undefined);

const message = z.object({
  sub: z.string().min(1).max(255),
  nonce: text,
  azp: text.optional(),
  aud: z.union([z.string(), z.array(z.string())]),
  name,
  given_name: name,
  family_name: name,
  [`${CLAIM}version`]: text,
  [`${CLAIM}message_type`]: text,
  [`${CLAIM}deployment_id`]: text,
  [`${CLAIM}target_link_uri`]: text.optional(),
  [`${CLAIM}roles`]: z.array(text).max(100).default([]),
  [`${CLAIM}context`]: z.object({ title: name }).optional().catch(undefined),
  [`${CLAIM}custom`]: z.record(z.string(), z.unknown()).optional().catch(undefined),
  [GRADES]: z
    .object({ scope: z.array(text).default([]), lineitem: text.optional() })
    .optional()
    .catch(undefined),
  [`${DEEP_LINKING}deep_linking_settings`]: z
    .object({
      deep_link_return_url: text,
      accept_types: z.array(text),
      accept_lineitem: z.boolean().optional().catch(undefined),
      data: z.string().max(20_000).optional(),
    })
    .optional(),
});

/** What a launch is about, read from a message whose signature holds. */
export interface PlatformMessage {
  readonly subject: string;
  readonly personName: string;
  readonly deploymentId: string;
  readonly type: string;
  readonly roles: readonly string[];
  readonly custom: Readonly<Record<string, unknown>>;
  /** Where the grade of this person for this link goes; absent where the platform takes none. */
  readonly lineItem: string | undefined;
  readonly deepLinking:
    | { readonly returnUrl: string; readonly acceptsLineItem: boolean; readonly data: string | undefined }
    | undefined;
}

/** The message does not hold; nothing was done. */
export class MessageRefusedError extends Error {
  override readonly name = 'MessageRefusedError';
  readonly refusal: LtiRefusal;
  constructor(refusal: LtiRefusal, options: { cause?: unknown } = {}) {
    super(refusal, options);
    this.refusal = refusal;
  }
}

/** By the settings of the process, each with the key sets by address. */
const keySets = new WeakMap<Config, Map<string, JWTVerifyGetKey>>();

/** The keys of a platform, remembered for ten minutes and fetched again for one that is unknown, every 30 seconds at most. */
function keysOf(config: Config, address: string): JWTVerifyGetKey {
  const known = keySets.get(config) ?? new Map<string, JWTVerifyGetKey>();
  keySets.set(config, known);
  const keys =
    known.get(address) ??
    createRemoteJWKSet(new URL(address), {
      timeoutDuration: 10_000,
      [customFetch]: (url, { headers }) =>
        guardedFetch(url, {
          method: 'GET',
          headers: Object.fromEntries(headers),
          privateHosts: config.privateHosts.lti,
        }),
    });
  known.set(address, keys);
  return keys;
}

/**
 * Checks a message as the 1EdTech Security Framework (section 5.1.3) and LTI 1.3 demand.
 * @throws {MessageRefusedError}
 */
export async function verifyMessage(
  { config }: Pick<Dependencies, 'config'>,
  platform: PlatformRow,
  { token, nonce }: { token: string; nonce: string },
): Promise<PlatformMessage> {
  const claims = await readClaims(config, platform, token);
  const audiences = [claims.aud].flat();
  if (audiences.length > 1 && claims.azp === undefined) throw new MessageRefusedError('message_invalid');
  if (claims.azp !== undefined && claims.azp !== platform.client_id)
    throw new MessageRefusedError('message_invalid');
  if (claims.nonce !== nonce) throw new MessageRefusedError('message_invalid');
  if (!platform.deployment_ids.includes(claims[`${CLAIM}deployment_id`]))
    throw new MessageRefusedError('deployment_unknown');
  if (claims[`${CLAIM}version`] !== '1.3.0') throw new MessageRefusedError('message_unsupported');
  const linking = claims[`${DEEP_LINKING}deep_linking_settings`];
  const grades = claims[GRADES];
  const given = [claims.given_name, claims.family_name].filter((part) => part !== undefined).join(' ');
  return {
    subject: claims.sub,
    personName: (claims.name ?? given).replaceAll('\u0000', '').trim().slice(0, 100),
    deploymentId: claims[`${CLAIM}deployment_id`],
    type: claims[`${CLAIM}message_type`],
    roles: claims[`${CLAIM}roles`],
    custom: claims[`${CLAIM}custom`] ?? {},
    lineItem: grades?.scope.includes(SCORE_SCOPE) === true ? grades.lineitem : undefined,
    deepLinking: linking && {
      returnUrl: linking.deep_link_return_url,
      acceptsLineItem: linking.accept_lineitem !== false,
      data: linking.data,
    },
  };
}

async function readClaims(
  config: Config,
  platform: PlatformRow,
  token: string,
): Promise<z.infer<typeof message>> {
  try {
    const { payload } = await jwtVerify(token, keysOf(config, platform.jwks_url), {
      algorithms: ALGORITHMS,
      issuer: platform.issuer,
      audience: platform.client_id,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      maxTokenAge: MAXIMUM_AGE,
      requiredClaims: ['exp', 'iat', 'sub', 'nonce'],
    });
    return message.parse(payload);
  } catch (error) {
    throw new MessageRefusedError(reasonOf(error), { cause: error });
  }
}

function reasonOf(error: unknown): LtiRefusal {
  if (error instanceof UrlFetchError || error instanceof errors.JWKSTimeout) return 'platform_unreachable';
  if (error instanceof errors.JWTExpired) return 'launch_expired';
  if (error instanceof errors.JOSEError || error instanceof z.ZodError) {
    // What jose says where the address of the keys answers with something else.
    return error.message.includes('HTTP response') ? 'platform_unreachable' : 'message_invalid';
  }
  throw error;
}
