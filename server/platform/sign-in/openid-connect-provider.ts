import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type ClientAuth,
  type Configuration,
} from 'openid-client';
import type { Clock } from '../clock.ts';
import type { SignInProviderConfig } from '#server/configuration/sign-in-config.ts';
import { createBoundedFetch } from './bounded-fetch.ts';
import { SignInProviderError, type ProviderAccount, type SignInProvider } from './sign-in-provider.ts';

/** Keys and addresses of a provider change; what it says about itself is read again after this. */
const REMEMBERED_MILLISECONDS = 3600 * 1000;

/** OpenID Connect: authorization code flow with PKCE, state and nonce; the ID token's signature is checked too. */
export function createOpenIdConnectProvider(config: SignInProviderConfig, clock: Clock): SignInProvider {
  const findConfiguration = rememberDiscovery(config, clock);
  return {
    issuer: config.issuer,
    begin: async (redirectUri) => {
      const configuration = await explained(findConfiguration());
      const transaction = {
        state: randomState(),
        nonce: randomNonce(),
        codeVerifier: randomPKCECodeVerifier(),
      };
      const address = buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: transaction.state,
        nonce: transaction.nonce,
        code_challenge: await calculatePKCECodeChallenge(transaction.codeVerifier),
        code_challenge_method: 'S256',
      });
      return { address: address.href, transaction };
    },
    finish: async (redirectUri, query, { state, nonce, codeVerifier }) => {
      const configuration = await explained(findConfiguration());
      const tokens = await explained(
        authorizationCodeGrant(configuration, new URL(`${redirectUri}?${query}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        }),
      );
      const claims = tokens.claims();
      if (claims === undefined) throw new SignInProviderError('refused', 'The provider sent no ID token.');
      const told =
        claims['email'] !== undefined || configuration.serverMetadata().userinfo_endpoint === undefined
          ? claims
          : await explained(fetchUserInfo(configuration, tokens.access_token, claims.sub));
      return describeAccount(config, claims.sub, told);
    },
  };
}

function describeAccount(
  { issuer, trustsEmail }: SignInProviderConfig,
  subject: string,
  claims: Record<string, unknown>,
): ProviderAccount {
  const textOf = (value: unknown): string | undefined =>
    typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
  const email = textOf(claims['email'])?.toLowerCase();
  return {
    issuer,
    subject,
    email,
    isEmailVerified: email !== undefined && (trustsEmail || claims['email_verified'] === true),
    name: textOf(claims['name']),
  };
}

/** One discovery at a time; a failed one is tried again with the next sign-in. */
function rememberDiscovery(config: SignInProviderConfig, clock: Clock): () => Promise<Configuration> {
  let found: { configuration: Promise<Configuration>; at: number } | undefined;
  return () => {
    if (found !== undefined && clock.monotonic() - found.at < REMEMBERED_MILLISECONDS)
      return found.configuration;
    const started = { configuration: discover(config, clock), at: clock.monotonic() };
    found = started;
    started.configuration.catch(() => {
      if (found === started) found = undefined;
    });
    return started.configuration;
  };
}

/** The settings take an issuer without TLS on this machine alone. */
// oxlint-disable-next-line typescript/no-deprecated -- openid-client marks it so to make people think twice.
const allowLoopback = allowInsecureRequests;

const discover = (
  { issuer, clientId, clientSecret }: SignInProviderConfig,
  clock: Clock,
): Promise<Configuration> =>
  discovery(
    new URL(issuer),
    clientId,
    undefined,
    clientSecret === undefined ? None() : authenticate(clientSecret),
    {
      [customFetch]: createBoundedFetch(clock),
      execute: [enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [allowLoopback] : [])],
    },
  );

/** In the header, as every provider must accept it unless it says otherwise. */
const authenticate =
  (clientSecret: string): ClientAuth =>
  (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported;
    const wantsBody = methods?.includes('client_secret_basic') === false;
    const add = wantsBody ? ClientSecretPost(clientSecret) : ClientSecretBasic(clientSecret);
    add(server, client, body, headers);
  };

/** @throws {SignInProviderError} in place of whatever openid-client threw. */
async function explained<Found>(work: Promise<Found>): Promise<Found> {
  try {
    return await work;
  } catch (error) {
    const own = findOwn(error);
    if (own !== undefined) throw own;
    if (error instanceof AuthorizationResponseError && error.error === 'access_denied') {
      throw new SignInProviderError('cancelled', 'The sign-in was cancelled at the provider.', {
        cause: error,
      });
    }
    throw new SignInProviderError('refused', 'The answer of the sign-in provider is not valid.', {
      cause: error,
    });
  }
}

/** openid-client wraps what its fetch throws. */
function findOwn(error: unknown): SignInProviderError | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof SignInProviderError) return each;
  }
  return undefined;
}
