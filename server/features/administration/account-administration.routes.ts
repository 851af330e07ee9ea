import {
  accountChange,
  accountDeletion,
  accountQuery,
  administeredAccount,
  administeredAccountList,
  administeredRegistration,
  identityParameters,
  invitationCreation,
  invitationList,
  newInvitation,
  registrationChange,
  resetLink,
} from '#contract/administration.ts';
import { accountContents, passwordConfirmation } from '#contract/accounts.ts';
import { idParameters } from '#contract/fields.ts';
import type { Application } from '#server/platform/http/application.ts';
import { actorOf } from '#server/platform/http/authentication.ts';
import { originOf } from '#server/platform/http/origin.ts';
import { describeRoute } from '#server/platform/http/describe-route.ts';
import { noContent, problemResponses } from '#server/platform/http/problem-responses.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { invalidField } from '#server/platform/problem-error.ts';
import { changeAccount, getAccount, listAccounts } from '../accounts/administer-accounts.ts';
import { confirmPassword, passwordCheckOf } from '../accounts/check-password.ts';
import { deleteAccountOf } from '../accounts/delete-account.ts';
import { readAccountContents } from '../accounts/profile.ts';
import {
  createInvitation,
  listInvitations,
  revokeInvitation,
  changeRegistration,
  readRegistrationSettings,
} from '../accounts/registration.ts';
import { createResetLink } from '../accounts/account-links.ts';
import { twoFactorSettings, twoFactorSettingsChange } from '#contract/sign-in.ts';
import {
  changeTwoFactorSettings,
  readTwoFactorSettings,
  removeTwoFactor,
} from '../accounts/two-factor/two-factor-policy.ts';

const tag = 'administration';
const config = { access: 'administrator' } as const;

/** What administrators do about accounts, registration and invitations. */
export function registerAccountAdministrationRoutes(app: Application, dependencies: Dependencies): void {
  app.get(
    '/api/admin/accounts/',
    describeRoute(tag, 'List accounts and their usage', {
      config,
      querystring: accountQuery,
      response: { 200: administeredAccountList, ...problemResponses(400, 401, 403) },
    }),
    ({ query: { search, status, order, page } }) => {
      const filter = {
        ...(search === undefined ? {} : { search }),
        ...(status === undefined ? {} : { status }),
      };
      return listAccounts(dependencies, filter, { page, order });
    },
  );
  app.get(
    '/api/admin/accounts/:id/',
    describeRoute(tag, 'Read an account and its usage', {
      config,
      params: idParameters,
      response: { 200: administeredAccount, ...problemResponses(400, 401, 403, 404) },
    }),
    (request) => getAccount(dependencies, { id: request.params.id }),
  );
  app.patch(
    '/api/admin/accounts/:id/',
    describeRoute(tag, 'Disable or enable an account, set its quota, or make its owner an administrator', {
      config: { ...config, securityEvent: 'account_change' },
      params: idParameters,
      body: accountChange,
      response: { 200: administeredAccount, ...problemResponses(400, 401, 403, 404, 409, 429) },
    }),
    async (request) => {
      const actor = actorOf(request);
      const { password, ...change } = request.body;
      if (change.is_staff !== undefined || change.is_active !== undefined) {
        if (password === undefined) throw invalidField('password', 'password_missing');
        await confirmPassword(dependencies, actor, { password, field: 'password', address: request.ip });
      }
      const changed = await changeAccount(dependencies, actor, request.params.id, change);
      app.forgetIdentity(changed.id);
      return changed;
    },
  );
  app.get(
    '/api/admin/accounts/:id/contents/',
    describeRoute(tag, 'Read how much would be deleted with an account', {
      config,
      params: idParameters,
      response: { 200: accountContents, ...problemResponses(400, 401, 403, 404) },
    }),
    (request) => readAccountContents(dependencies, request.params.id),
  );
  app.delete(
    '/api/admin/accounts/:id/',
    describeRoute(tag, 'Permanently delete an account with everything in it', {
      config: { ...config, securityEvent: 'account_removal' },
      params: idParameters,
      body: accountDeletion,
      response: { 204: noContent, ...problemResponses(400, 401, 403, 404, 409, 429) },
    }),
    async (request) => {
      const actor = actorOf(request);
      await confirmPassword(dependencies, actor, passwordCheckOf(request));
      await deleteAccountOf(dependencies, actor, request.params.id, request.body.email);
      app.forgetIdentity(request.params.id);
    },
  );
  app.post(
    '/api/admin/accounts/:id/reset-link/',
    describeRoute(tag, 'Create a password reset link for an account', {
      config: { ...config, securityEvent: 'reset_link_creation' },
      params: idParameters,
      body: passwordConfirmation,
      response: { 201: resetLink, ...problemResponses(400, 401, 403, 404, 409, 429) },
    }),
    async (request) => {
      const actor = actorOf(request);
      // Whoever has the link has the account: a stolen token must not be enough.
      await confirmPassword(dependencies, actor, passwordCheckOf(request));
      const origin = originOf(dependencies.config, request);
      return createResetLink(dependencies, actor, request.params.id, origin);
    },
  );
  app.get(
    '/api/admin/registration/',
    describeRoute(tag, 'Read who may register', {
      config,
      response: { 200: administeredRegistration, ...problemResponses(401, 403) },
    }),
    () => readRegistrationSettings(dependencies),
  );
  app.put(
    '/api/admin/registration/',
    describeRoute(tag, 'Set who may register', {
      config: { ...config, securityEvent: 'registration_change' },
      body: registrationChange,
      response: { 200: administeredRegistration, ...problemResponses(400, 401, 403, 429) },
    }),
    async (request) => {
      const actor = actorOf(request);
      await confirmPassword(dependencies, actor, passwordCheckOf(request));
      return changeRegistration(dependencies, actor, request.body);
    },
  );
  app.get(
    '/api/admin/invitations/',
    describeRoute(tag, 'List invitations', {
      config,
      response: { 200: invitationList, ...problemResponses(401, 403) },
    }),
    () => listInvitations(dependencies),
  );
  app.post(
    '/api/admin/invitations/',
    describeRoute(tag, 'Create a registration link for one person', {
      config: { ...config, securityEvent: 'invitation_creation' },
      body: invitationCreation,
      response: { 201: newInvitation, ...problemResponses(400, 401, 403, 429) },
    }),
    async (request) => {
      const actor = actorOf(request);
      await confirmPassword(dependencies, actor, passwordCheckOf(request));
      const origin = originOf(dependencies.config, request);
      return createInvitation(dependencies, actor, request.body, origin);
    },
  );
  app.delete(
    '/api/admin/invitations/:id/',
    describeRoute(tag, 'Revoke an invitation', {
      config: { ...config, securityEvent: 'invitation_revocation' },
      params: identityParameters,
      body: passwordConfirmation,
      response: { 204: noContent, ...problemResponses(400, 401, 403, 404, 429) },
    }),
    async (request) => {
      const actor = actorOf(request);
      await confirmPassword(dependencies, actor, passwordCheckOf(request));
      await revokeInvitation(dependencies, actor, request.params.id);
    },
  );
  registerTwoFactorAdministrationRoutes(app, dependencies);
}

/** Who must use a second factor, and how to remove a lost one. */
function registerTwoFactorAdministrationRoutes(app: Application, dependencies: Dependencies): void {
  app.get(
    '/api/admin/two-factor/',
    describeRoute(tag, 'Read who must use a second factor', {
      config,
      response: { 200: twoFactorSettings, ...problemResponses(401, 403) },
    }),
    () => readTwoFactorSettings(dependencies),
  );
  app.put(
    '/api/admin/two-factor/',
    describeRoute(tag, 'Set who must use a second factor', {
      config: { ...config, securityEvent: 'two_factor_policy_change' },
      body: twoFactorSettingsChange,
      response: { 200: twoFactorSettings, ...problemResponses(400, 401, 403, 429) },
    }),
    async (request) => {
      const actor = actorOf(request);
      await confirmPassword(dependencies, actor, passwordCheckOf(request));
      const { required_for: requiredFor } = request.body;
      return changeTwoFactorSettings(dependencies, actor, { required_for: requiredFor });
    },
  );
  app.delete(
    '/api/admin/accounts/:id/two-factor/',
    describeRoute(tag, 'Remove the second factor of someone who has lost it', {
      config: { ...config, securityEvent: 'two_factor_removal' },
      params: idParameters,
      body: passwordConfirmation,
      response: { 204: noContent, ...problemResponses(400, 401, 403, 404, 429) },
    }),
    async (request) => {
      const actor = actorOf(request);
      // Only the password protects the account then, so a stolen token must not be enough.
      await confirmPassword(dependencies, actor, passwordCheckOf(request));
      await removeTwoFactor(dependencies, actor, request.params.id);
      app.forgetIdentity(request.params.id);
    },
  );
}
