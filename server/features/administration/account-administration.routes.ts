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
import type { Application } from '#server/http/application.ts';
import { actorOf } from '#server/http/authentication.ts';
import { originOf } from '#server/http/origin.ts';
import { describeRoute } from '#server/http/describe-route.ts';
import { noContent, problemResponses } from '#server/http/problem-responses.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { invalidField } from '#server/problem-error.ts';
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
import { createResetLink } from '../accounts/reset-links.ts';

const tag = 'administration';
const config = { access: 'administrator' } as const;

/** What administrators do about accounts, registration and invitations. */
export function registerAccountAdministrationRoutes(app: Application, dependencies: Dependencies): void {
  app.get(
    '/api/admin/accounts/',
    {
      config,
      ...describeRoute(tag, 'List accounts with what they use', {
        querystring: accountQuery,
        response: { 200: administeredAccountList, ...problemResponses(400, 401, 403) },
      }),
    },
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
    {
      config,
      ...describeRoute(tag, 'Read one account with what it uses', {
        params: idParameters,
        response: { 200: administeredAccount, ...problemResponses(400, 401, 403, 404) },
      }),
    },
    (request) => getAccount(dependencies, { id: request.params.id }),
  );
  app.patch(
    '/api/admin/accounts/:id/',
    {
      config,
      ...describeRoute(
        tag,
        'Disable or enable an account, set its quota, or make its owner an administrator',
        {
          params: idParameters,
          body: accountChange,
          response: { 200: administeredAccount, ...problemResponses(400, 401, 403, 404, 409, 429) },
        },
      ),
    },
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
    {
      config,
      ...describeRoute(tag, 'Read how much would be deleted with an account', {
        params: idParameters,
        response: { 200: accountContents, ...problemResponses(400, 401, 403, 404) },
      }),
    },
    (request) => readAccountContents(dependencies, request.params.id),
  );
  app.delete(
    '/api/admin/accounts/:id/',
    {
      config,
      ...describeRoute(tag, 'Delete an account with everything in it, for good', {
        params: idParameters,
        body: accountDeletion,
        response: { 204: noContent, ...problemResponses(400, 401, 403, 404, 409, 429) },
      }),
    },
    async (request, reply) => {
      const actor = actorOf(request);
      await confirmPassword(dependencies, actor, passwordCheckOf(request));
      await deleteAccountOf(dependencies, actor, request.params.id, request.body.email);
      app.forgetIdentity(request.params.id);
      return reply.code(204).send(null);
    },
  );
  app.post(
    '/api/admin/accounts/:id/reset-link/',
    {
      config,
      ...describeRoute(tag, 'Create a link with which the owner of an account sets a new password', {
        params: idParameters,
        body: passwordConfirmation,
        response: { 201: resetLink, ...problemResponses(400, 401, 403, 404, 409, 429) },
      }),
    },
    async (request, reply) => {
      const actor = actorOf(request);
      // Whoever has the link has the account: a stolen token must not be enough.
      await confirmPassword(dependencies, actor, passwordCheckOf(request));
      const origin = originOf(dependencies.config, request);
      return reply.code(201).send(await createResetLink(dependencies, actor, request.params.id, origin));
    },
  );
  app.get(
    '/api/admin/registration/',
    {
      config,
      ...describeRoute(tag, 'Read who may register', {
        response: { 200: administeredRegistration, ...problemResponses(401, 403) },
      }),
    },
    () => readRegistrationSettings(dependencies),
  );
  app.put(
    '/api/admin/registration/',
    {
      config,
      ...describeRoute(tag, 'Say who may register', {
        body: registrationChange,
        response: { 200: administeredRegistration, ...problemResponses(400, 401, 403, 429) },
      }),
    },
    async (request) => {
      const actor = actorOf(request);
      await confirmPassword(dependencies, actor, passwordCheckOf(request));
      return changeRegistration(dependencies, actor, request.body);
    },
  );
  app.get(
    '/api/admin/invitations/',
    {
      config,
      ...describeRoute(tag, 'List invitations', {
        response: { 200: invitationList, ...problemResponses(401, 403) },
      }),
    },
    () => listInvitations(dependencies),
  );
  app.post(
    '/api/admin/invitations/',
    {
      config,
      ...describeRoute(tag, 'Create a link with which one person registers', {
        body: invitationCreation,
        response: { 201: newInvitation, ...problemResponses(400, 401, 403, 429) },
      }),
    },
    async (request, reply) => {
      const actor = actorOf(request);
      await confirmPassword(dependencies, actor, passwordCheckOf(request));
      const origin = originOf(dependencies.config, request);
      return reply.code(201).send(await createInvitation(dependencies, actor, request.body, origin));
    },
  );
  app.delete(
    '/api/admin/invitations/:id/',
    {
      config,
      ...describeRoute(tag, 'Revoke an invitation', {
        params: identityParameters,
        body: passwordConfirmation,
        response: { 204: noContent, ...problemResponses(400, 401, 403, 404, 429) },
      }),
    },
    async (request, reply) => {
      const actor = actorOf(request);
      await confirmPassword(dependencies, actor, passwordCheckOf(request));
      await revokeInvitation(dependencies, actor, request.params.id);
      return reply.code(204).send(null);
    },
  );
}
