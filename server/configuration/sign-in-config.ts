import { z } from 'zod';
import { text, wholeNumber } from './setting-schemas.ts';
import { commaSeparated } from './trusted-proxies.ts';

const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/;

/** Whether only programs on this machine can reach Lectern, according to the settings. */
export const isOnLoopback = ({
  host,
  publicUrl,
  trustProxy,
}: {
  host: string;
  publicUrl: string | undefined;
  /** A proxy passes on what others send. */
  trustProxy: unknown;
}): boolean =>
  LOOPBACK.test(host) &&
  trustProxy === undefined &&
  (publicUrl === undefined || LOOPBACK.test(new URL(publicUrl).hostname));

/** The environment variables about signing in with an institution's account. */
export const signInSettings = {
  OIDC_ISSUER: text.pipe(
    z
      .url({
        protocol: /^https?$/,
        error: 'must be an address such as https://login.example.org/realms/main',
      })
      .refine(
        (value) => !value.startsWith('http:') || LOOPBACK.test(new URL(value).hostname),
        'must start with https:, since whoever is between could sign in as anyone',
      )
      .optional(),
  ),
  OIDC_CLIENT_ID: text,
  OIDC_CLIENT_SECRET: text,
  OIDC_NAME: text.pipe(z.string().max(60, 'must be at most 60 characters').optional()),
  OIDC_ALLOWED_DOMAINS: text.pipe(
    z
      .string()
      .toLowerCase()
      .refine(
        (value) => commaSeparated(value).every((domain) => DOMAIN.test(domain)),
        'must be domains such as example.org,example.edu',
      )
      .optional(),
  ),
  OIDC_TRUST_EMAIL: text.pipe(z.enum(['on', 'off']).optional()),
  OIDC_ACCOUNTS: text.pipe(z.enum(['registration', 'create', 'only']).optional()),
  FIRST_ADMIN_EMAIL: text.pipe(z.email('must be an email address').toLowerCase().optional()),
  SESSION_DAYS: wholeNumber(30, 1, 3_650),
};

/** How long people stay signed in. */
export interface SessionConfig {
  /** Days without use. */
  readonly days: number;
  /** Days regardless of use. */
  readonly maximumDays: number;
}

/** An institution's OpenID Connect provider. */
export interface SignInProviderConfig {
  readonly issuer: string;
  readonly clientId: string;
  /** Unset: a public client, which PKCE alone protects. */
  readonly clientSecret: string | undefined;
  /** As the login page calls it. */
  readonly name: string;
  /** Of the email address; empty: every domain. */
  readonly allowedDomains: readonly string[];
  /** Whether every address that the provider reports counts as verified, also when it does not say so. */
  readonly trustsEmail: boolean;
  /** Whether a first sign-in creates an account even while registration is closed or by invitation. */
  readonly alwaysCreatesAccounts: boolean;
}

/** The settings of the provider, or undefined where people sign in with a password alone. */
function readSignInProvider(
  value: z.infer<z.ZodObject<typeof signInSettings>>,
  report: (name: string, sentence: string) => void,
): SignInProviderConfig | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = value;
  if (issuer === undefined) {
    if (clientId !== undefined) report('OIDC_ISSUER', 'must be set with OIDC_CLIENT_ID');
    if (value.OIDC_ACCOUNTS !== undefined) report('OIDC_ISSUER', 'must be set with OIDC_ACCOUNTS');
    return undefined;
  }
  if (clientId === undefined) report('OIDC_CLIENT_ID', 'must be set with OIDC_ISSUER');
  return {
    issuer,
    clientId: clientId ?? '',
    clientSecret: value.OIDC_CLIENT_SECRET,
    name: value.OIDC_NAME ?? new URL(issuer).hostname,
    allowedDomains: commaSeparated(value.OIDC_ALLOWED_DOMAINS),
    trustsEmail: value.OIDC_TRUST_EMAIL === 'on',
    // Without local accounts there is no other way to register.
    alwaysCreatesAccounts: value.OIDC_ACCOUNTS === 'create' || value.OIDC_ACCOUNTS === 'only',
  };
}

/** Who may sign in, how, and for how long. */
export interface SignInConfig {
  /** Unset: people sign in only with a password. */
  readonly signInProvider: SignInProviderConfig | undefined;
  /** Who becomes the first administrator, once the address is verified. Unset: whoever has the link in the log, or on loopback the first account. */
  readonly firstAdministratorEmail: string | undefined;
  readonly sessions: SessionConfig;
  /** False: people sign in only with the provider, and passwords are not accepted. */
  readonly hasLocalAccounts: boolean;
}

export function readSignIn(
  value: z.infer<z.ZodObject<typeof signInSettings>>,
  hasMail: boolean,
  report: (name: string, sentence: string) => void,
): SignInConfig {
  const signInProvider = readSignInProvider(value, report);
  // Otherwise anyone could type the address.
  if (value.FIRST_ADMIN_EMAIL !== undefined && !hasMail && signInProvider === undefined)
    report('FIRST_ADMIN_EMAIL', 'requires SMTP_URL or OIDC_ISSUER, which verify the address');
  const days = value.SESSION_DAYS;
  return {
    signInProvider,
    firstAdministratorEmail: value.FIRST_ADMIN_EMAIL,
    sessions: { days, maximumDays: days * 6 },
    hasLocalAccounts: value.OIDC_ACCOUNTS !== 'only',
  };
}
