import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  ltiContinueQuery,
  ltiKeySet,
  ltiLaunchRequest,
  ltiLaunchToken,
  ltiLoginRequest,
  type LtiLoginRequest,
} from '#contract/lti.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Application } from '#server/http/application.ts';
import { describeRoute } from '#server/http/describe-route.ts';
import { originOf } from '#server/http/origin.ts';
import { problemResponses } from '#server/http/problem-responses.ts';
import { ProblemError } from '#server/problem-error.ts';
import { LAUNCH_PATH } from './administer-platforms.ts';
import { readKeySet } from './keys.ts';
import { openInOwnWindow, receiveMessage } from './launches.ts';
import { beginLogin, continueLogin, type Refused } from './log-in.ts';
import { readLoginCookie, setLoginCookie } from './lti-cookie.http.ts';

const tag = 'learning platforms';
const config = { access: 'public' } as const;
const redirect = z.null().describe('Leads the browser on.');
const FORM_BYTES = 256 * 1024;
/** The browser follows with GET, whatever it sent. */
const SEE_OTHER = 303;

/**
 * How a learning platform's browser gets in: the platform begins a login, the browser fetches a signed message there and posts it
 * here, and ends at the page of the launch with a token behind the `#`, which no log and no other site ever sees.
 */
export async function registerLtiLoginRoutes(app: Application, dependencies: Dependencies): Promise<void> {
  app.get(
    '/api/lti/keys/',
    {
      config,
      ...describeRoute(tag, 'Read the public keys that Lectern signs with', {
        response: { 200: ltiKeySet, ...problemResponses() },
      }),
    },
    () => readKeySet(dependencies),
  );
  app.get(
    '/api/lti/login/',
    {
      config,
      ...describeRoute(tag, 'Begin a login that a learning platform asks for', {
        querystring: ltiLoginRequest,
        response: { 303: redirect, ...problemResponses(400) },
      }),
    },
    async (request, reply) => begin(request, reply, request.query),
  );
  app.get(
    '/api/lti/login/continue/',
    {
      config,
      ...describeRoute(tag, 'Continue a login once the browser has shown that it takes cookies', {
        querystring: ltiContinueQuery,
        response: { 303: redirect, ...problemResponses(400) },
      }),
    },
    async (request, reply) => {
      const continued = await continueLogin(dependencies, {
        request: request.query.request,
        origin: originOf(dependencies.config, request),
        readCookie: (id) => readLoginCookie(request, dependencies.config, id),
      });
      if ('refusal' in continued) return refuse(reply, continued);
      if ('address' in continued) return reply.redirect(continued.address, SEE_OTHER);
      const { platformId, request: again } = continued;
      return leadToPage(reply, platformId, { blocked: again ?? '' });
    },
  );
  await app.register((scope: Application, _options, done) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_BYTES },
      (_request, body, parsed) => {
        parsed(null, Object.fromEntries(new URLSearchParams(String(body))));
      },
    );
    scope.post(
      '/api/lti/login/',
      {
        config,
        ...describeRoute(tag, 'Begin a login that a learning platform asks for, with a form', {
          body: ltiLoginRequest,
          response: { 303: redirect, ...problemResponses(400) },
        }),
      },
      async (request, reply) => begin(request, reply, request.body),
    );
    scope.post(
      LAUNCH_PATH,
      {
        config,
        ...describeRoute(tag, 'Receive the signed message of a learning platform', {
          body: ltiLaunchRequest,
          response: { 303: redirect, ...problemResponses(400) },
        }),
      },
      async (request, reply) => {
        const received = await receiveMessage(dependencies, request.body, (id) =>
          readLoginCookie(request, dependencies.config, id),
        );
        if ('refusal' in received) return refuse(reply, received);
        return leadToPage(reply, received.platformId, { launch: received.token });
      },
    );
    scope.post(
      '/api/lti/open/',
      {
        config,
        ...describeRoute(tag, 'Open the launch of a frame in a window of its own', {
          body: ltiLaunchToken,
          response: { 303: redirect, ...problemResponses(400, 401, 403) },
        }),
      },
      async (request, reply) => {
        const origin = originOf(dependencies.config, request);
        // A form of another site could bring someone else's launch to this browser.
        if (request.headers.origin !== origin) throw new ProblemError('lti_opened_from_elsewhere');
        const { launch: token } = request.body;
        const { loginId, cookie } = await openInOwnWindow(dependencies, token);
        setLoginCookie(reply, dependencies.config, loginId, cookie);
        return reply.redirect(`/lti-link#${new URLSearchParams({ launch: token }).toString()}`, SEE_OTHER);
      },
    );
    done();
  });

  async function begin(
    request: FastifyRequest,
    reply: FastifyReply,
    given: LtiLoginRequest,
  ): Promise<FastifyReply> {
    const begun = await beginLogin(dependencies, given);
    if ('refusal' in begun) return refuse(reply, begun);
    setLoginCookie(reply, dependencies.config, begun.id, begun.cookie);
    const query = new URLSearchParams({ request: begun.request });
    return reply.redirect(
      `${originOf(dependencies.config, request)}/api/lti/login/continue/?${query.toString()}`,
      SEE_OTHER,
    );
  }
}

const refuse = (reply: FastifyReply, { refusal, platformId }: Refused): FastifyReply =>
  leadToPage(reply, platformId ?? 0, { refused: refusal });

/** The number says which platform's site may show the page in a frame; 0 is none. */
const leadToPage = (
  reply: FastifyReply,
  platformId: number,
  fragment: Record<string, string>,
): FastifyReply =>
  reply.redirect(`/lti/${platformId}#${new URLSearchParams(fragment).toString()}`, SEE_OTHER);
