import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { LtiLoginRequest, LtiRefusal } from '#contract/lti.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { LAUNCH_PATH } from './administer-platforms.ts';
import { findPlatform, listPlatformsOfIssuer, type PlatformRow } from './platform.store.ts';
import { openToken, sealToken } from './sealed-token.ts';

type Needed = Pick<Dependencies, 'database' | 'secrets'>;

const LOGIN_SECONDS = 15 * 60;
const STATE_SECONDS = 10 * 60;
const RANDOM_BYTES = 24;

const randomText = (): string => randomBytes(RANDOM_BYTES).toString('base64url');

/** What the platform said when it began the login, kept until the browser shows whether it takes cookies. */
const loginContent = z.object({
  id: z.string(),
  platformId: z.number(),
  loginHint: z.string(),
  messageHint: z.string().optional(),
  isSecondTry: z.boolean(),
});
type Login = z.infer<typeof loginContent>;

const stateContent = z.object({
  id: z.string(),
  platformId: z.number(),
  nonce: z.string(),
  browserHash: z.string(),
});
export type LoginState = z.infer<typeof stateContent>;

export interface Refused {
  readonly refusal: LtiRefusal;
  /** Where it is known: its site may show the refusal in a frame. */
  readonly platformId: number | undefined;
}

const sealLogin = ({ secrets }: Needed, content: Login): string =>
  sealToken(secrets, { purpose: 'login', seconds: LOGIN_SECONDS, content });

function openLogin({ secrets }: Needed, token: string): Login | Refused {
  const opened = openToken(secrets, { purpose: 'login', token, schema: loginContent });
  if (opened === undefined) return { refusal: 'launch_expired', platformId: undefined };
  if (opened.isExpired) return { refusal: 'launch_expired', platformId: opened.content.platformId };
  return opened.content;
}

const isRefused = (result: object): result is Refused => 'refusal' in result;

/** Several registrations of one issuer differ by their client; a platform that has one may leave the client out. */
async function findLoginPlatform(
  { database }: Needed,
  given: LtiLoginRequest,
): Promise<PlatformRow | undefined> {
  if (given.iss === undefined) return undefined;
  const found = await listPlatformsOfIssuer(database, { issuer: given.iss, clientId: given.client_id });
  return found.length === 1 ? found[0] : undefined;
}

/**
 * Begins a login that a platform asks for, or again in a window of its own where a frame takes no cookies.
 * @returns the login for {@link continueLogin}, and the value of the cookie that must be there then.
 */
export async function beginLogin(
  dependencies: Needed,
  given: LtiLoginRequest,
): Promise<Refused | { id: string; cookie: string; request: string }> {
  const login = await readLogin(dependencies, given);
  if (isRefused(login)) return login;
  return { id: login.id, cookie: randomText(), request: sealLogin(dependencies, login) };
}

async function readLogin(dependencies: Needed, given: LtiLoginRequest): Promise<Login | Refused> {
  if (given.request !== undefined) {
    const before = openLogin(dependencies, given.request);
    return isRefused(before) ? before : { ...before, id: randomText(), isSecondTry: true };
  }
  const platform = await findLoginPlatform(dependencies, given);
  if (platform === undefined) return { refusal: 'platform_unknown', platformId: undefined };
  if (given.login_hint === undefined) return { refusal: 'message_invalid', platformId: platform.id };
  return {
    id: randomText(),
    platformId: platform.id,
    loginHint: given.login_hint,
    ...(given.lti_message_hint === undefined ? {} : { messageHint: given.lti_message_hint }),
    isSecondTry: false,
  };
}

export type Continued =
  | Refused
  /** The browser sends no cookies from here; `request` is for {@link beginLogin} in a new window, unless this is one. */
  | { readonly platformId: number; readonly blocked: true; readonly request: string | undefined }
  | { readonly address: string };

/**
 * Sends the browser to the platform, which answers with a message that only this browser can bring.
 * @param readCookie of the login.
 */
export async function continueLogin(
  dependencies: Needed,
  {
    request,
    origin,
    readCookie,
  }: {
    request: string;
    origin: string;
    readCookie: (id: string) => string | undefined;
  },
): Promise<Continued> {
  const login = openLogin(dependencies, request);
  if (isRefused(login)) return login;
  const { id, platformId } = login;
  const platform = await findPlatform(dependencies.database, platformId);
  if (platform === undefined) return { refusal: 'platform_unknown', platformId: undefined };
  const cookie = readCookie(id);
  if (cookie === undefined)
    return { platformId, blocked: true, request: login.isSecondTry ? undefined : request };
  const state: LoginState = { id, platformId, nonce: randomText(), browserHash: hashBrowser(cookie) };
  const address = new URL(platform.authorization_url);
  for (const [name, value] of Object.entries({
    scope: 'openid',
    response_type: 'id_token',
    response_mode: 'form_post',
    prompt: 'none',
    client_id: platform.client_id,
    redirect_uri: `${origin}${LAUNCH_PATH}`,
    state: sealToken(dependencies.secrets, { purpose: 'state', seconds: STATE_SECONDS, content: state }),
    nonce: state.nonce,
    login_hint: login.loginHint,
    ...(login.messageHint === undefined ? {} : { lti_message_hint: login.messageHint }),
  }))
    address.searchParams.set(name, value);
  return { address: address.href };
}

export const hashBrowser = (cookie: string): string =>
  createHash('sha256').update(cookie).digest('base64url');

/** The state that came back with a message. */
export function openState({ secrets }: Needed, token: string): LoginState | Refused {
  const opened = openToken(secrets, { purpose: 'state', token, schema: stateContent });
  if (opened === undefined) return { refusal: 'launch_expired', platformId: undefined };
  if (opened.isExpired) return { refusal: 'launch_expired', platformId: opened.content.platformId };
  return opened.content;
}
