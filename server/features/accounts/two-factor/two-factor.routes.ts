import { session } from '#contract/accounts.ts';
import {
  recoveryCodes,
  secondFactorRequest,
  twoFactorCheck,
  twoFactorConfirmation,
  twoFactorEnabled,
  twoFactorSetup,
  twoFactorSetupRequest,
  twoFactorState,
} from '#contract/sign-in.ts';
import type { Application } from '#server/platform/http/application.ts';
import { actorOf } from '#server/platform/http/authentication.ts';
import { describeRoute } from '#server/platform/http/describe-route.ts';
import { noContent, problemResponses } from '#server/platform/http/problem-responses.ts';
import { callerOf, welcome } from '../sign-in-callers.http.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { finishSecondFactor } from './finish-second-factor.ts';
import {
  confirmTwoFactor,
  readTwoFactorState,
  renewRecoveryCodes,
  setUpTwoFactor,
  turnOffTwoFactor,
} from './set-up-two-factor.ts';

const tag = 'accounts';
const duringSetUp = { duringSetUp: true } as const;

/** The second step of a login, and what people do about their own second factor. */
export function registerTwoFactorRoutes(app: Application, dependencies: Dependencies): void {
  app.post(
    '/api/auth/login/second-factor/',
    describeRoute(tag, 'Finish signing in with a code', {
      config: { access: 'public', securityEvent: 'second_factor' },
      body: secondFactorRequest,
      response: { 200: session, ...problemResponses(400, 401, 403, 409) },
    }),
    async (request, reply) => {
      const opened = await finishSecondFactor(dependencies, request.body, callerOf(dependencies, request));
      return welcome(dependencies, request, reply, opened);
    },
  );
  app.get(
    '/api/auth/two-factor/',
    describeRoute(tag, 'Read how your account is protected', {
      config: duringSetUp,
      response: { 200: twoFactorState, ...problemResponses(401) },
    }),
    (request) => readTwoFactorState(dependencies, actorOf(request)),
  );
  app.post(
    '/api/auth/two-factor/setup/',
    describeRoute(tag, 'Start setting up an authenticator app, or replacing the current one', {
      config: { ...duringSetUp, securityEvent: 'two_factor_setup' },
      body: twoFactorSetupRequest,
      response: { 200: twoFactorSetup, ...problemResponses(400, 401) },
    }),
    (request) => setUpTwoFactor(dependencies, actorOf(request), request.body, request.ip),
  );
  app.post(
    '/api/auth/two-factor/confirm/',
    describeRoute(tag, 'Turn the second factor on with the first code of the app; ends every other session', {
      config: { ...duringSetUp, securityEvent: 'two_factor_change' },
      body: twoFactorConfirmation,
      response: { 200: twoFactorEnabled, ...problemResponses(400, 401, 409) },
    }),
    async (request) => {
      const actor = actorOf(request);
      const enabled = await confirmTwoFactor(dependencies, actor, request.body.code);
      app.forgetIdentity(actor.userId);
      return enabled;
    },
  );
  app.post(
    '/api/auth/two-factor/recovery-codes/',
    describeRoute(tag, 'Get new recovery codes; the earlier ones stop working', {
      config: { securityEvent: 'recovery_codes_change' },
      body: twoFactorCheck,
      response: { 200: recoveryCodes, ...problemResponses(400, 401, 409) },
    }),
    (request) => renewRecoveryCodes(dependencies, actorOf(request), request.body, request.ip),
  );
  app.delete(
    '/api/auth/two-factor/',
    describeRoute(tag, 'Turn the second factor off', {
      config: { securityEvent: 'two_factor_change' },
      body: twoFactorCheck,
      response: { 204: noContent, ...problemResponses(400, 401, 409) },
    }),
    async (request) => {
      const actor = actorOf(request);
      await turnOffTwoFactor(dependencies, actor, request.body, request.ip);
      app.forgetIdentity(actor.userId);
    },
  );
}
