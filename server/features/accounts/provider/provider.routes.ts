import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { session } from '#contract/accounts.ts';
import { providerLinkRequest, providerSessionRequest, providerStartQuery } from '#contract/sign-in.ts';
import type { SignInError } from '#contract/sign-in-errors.ts';
import { PAGES } from '#contract/page-addresses.ts';
import type { Application } from '#server/platform/http/application.ts';
import { originOf } from '#server/platform/http/origin.ts';
import { describeRoute } from '#server/platform/http/describe-route.ts';
import { problemResponses } from '#server/platform/http/problem-responses.ts';
import { clearProviderCookie, readProviderCookie, setProviderCookie } from './provider-cookie.http.ts';
import { callerOf, welcome } from '../sign-in-callers.http.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { ProblemError } from '#server/platform/problem-error.ts';
import { SignInProviderError, type SignInProvider } from '#server/platform/sign-in/sign-in-provider.ts';
import { finishProviderSignIn, redeemSignIn, type ProviderOutcome } from './finish-provider-sign-in.ts';
import { linkIdentity } from './link-identity.ts';

const CALLBACK = '/api/auth/oidc/callback/';
const tag = 'accounts';
const config = { access: 'public' } as const;
const redirect = z.null().describe('Leads the browser on.');

/**
 * Signing in with the institution's provider: a browser is led there and back, and ends at the login page with a token behind
 * the `#`, which no log and no other site ever sees. The page exchanges it for the same answer that a login returns.
 */
export function registerProviderRoutes(app: Application, dependencies: Dependencies): void {
  const getProvider = (): SignInProvider => {
    if (dependencies.signInProvider === null) {
      throw new ProblemError('no_sign_in_provider');
    }
    return dependencies.signInProvider;
  };
  const redirectUriOf = (request: FastifyRequest): string =>
    `${originOf(dependencies.config, request)}${CALLBACK}`;
  const leadToLogin = (request: FastifyRequest, reply: FastifyReply, fragment: Record<string, string>) =>
    reply.redirect(
      `${originOf(dependencies.config, request)}${PAGES.login}#${new URLSearchParams(fragment).toString()}`,
      302,
    );
  app.get(
    '/api/auth/oidc/start/',
    describeRoute(tag, 'Redirect the browser to the sign-in provider', {
      config: { ...config, securityEvent: 'provider_sign_in_start' },
      querystring: providerStartQuery,
      response: { 302: redirect, ...problemResponses(400, 404) },
    }),
    async (request, reply) => {
      let begun: Awaited<ReturnType<SignInProvider['begin']>>;
      try {
        begun = await getProvider().begin(redirectUriOf(request));
      } catch (error) {
        if (!(error instanceof SignInProviderError)) throw error;
        dependencies.log.warn({ err: error }, 'The sign-in provider cannot be used.');
        const reason: SignInError =
          error.reason === 'unreachable' ? 'provider_unreachable' : 'provider_refused';
        return leadToLogin(request, reply, { 'sign-in-error': reason });
      }
      const { address, transaction } = begun;
      setProviderCookie(reply, dependencies, { tab: request.query.tab, transaction });
      return reply.redirect(address, 302);
    },
  );
  app.get(
    CALLBACK,
    describeRoute(tag, 'Handle the return from the sign-in provider', {
      config: { ...config, securityEvent: 'provider_sign_in_return' },
      response: { 302: redirect, ...problemResponses(404) },
    }),
    async (request, reply) => {
      const outcome = await finishProviderSignIn(dependencies, getProvider(), {
        redirectUri: redirectUriOf(request),
        query: request.url.split('?').slice(1).join('?'),
        pending: readProviderCookie(request, dependencies),
        address: request.ip,
      });
      clearProviderCookie(reply, dependencies.config);
      return leadToLogin(request, reply, fragmentOf(outcome));
    },
  );
  app.post(
    '/api/auth/oidc/session/',
    describeRoute(tag, 'Exchange the token of a sign-in with the provider for a session', {
      config: { ...config, securityEvent: 'provider_sign_in' },
      body: providerSessionRequest,
      response: { 200: session, ...problemResponses(400, 401, 403) },
    }),
    async (request, reply) => {
      const opened = await redeemSignIn(dependencies, request.body, callerOf(dependencies, request));
      return welcome(dependencies, request, reply, opened);
    },
  );
  app.post(
    '/api/auth/oidc/link/',
    describeRoute(
      tag,
      'Link the provider’s account to the one in Lectern with the same email address, and sign in',
      {
        config: { ...config, securityEvent: 'identity_link' },
        body: providerLinkRequest,
        response: { 200: session, ...problemResponses(400, 401, 403, 409) },
      },
    ),
    async (request, reply) => {
      const opened = await linkIdentity(dependencies, request.body, callerOf(dependencies, request));
      return welcome(dependencies, request, reply, opened);
    },
  );
}

function fragmentOf(outcome: ProviderOutcome): Record<string, string> {
  if (outcome.kind === 'session') return { 'sign-in': outcome.token };
  if (outcome.kind === 'link') return { link: outcome.token, email: outcome.email };
  return { 'sign-in-error': outcome.error };
}
