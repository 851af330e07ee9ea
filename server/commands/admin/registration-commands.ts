import { invitationRequest, registrationSettings, type Invitation } from '#contract/administration.ts';
import { readFirstAdministratorLink } from '#server/features/accounts/first-administrator.ts';
import {
  createInvitation,
  listInvitations,
  revokeInvitation,
  changeRegistration,
  readRegistrationSettings,
} from '#server/features/accounts/registration.ts';
import {
  changeTwoFactorSettings,
  readTwoFactorSettings,
} from '#server/features/accounts/two-factor/two-factor-policy.ts';
import { twoFactorSettings } from '#contract/sign-in.ts';
import type { z } from 'zod';
import type { AdminCommand } from './admin-command.ts';
import { configuredOrigin } from '#server/configuration/configured-origin.ts';
import { AdminError } from './admin-error.ts';
import { COMMAND_LINE } from './command-line-administrator.ts';

const registration: AdminCommand = {
  usage: 'registration [--mode open|invite|closed] [--domains example.org,example.edu]',
  summary: 'Show or change who may register. An empty --domains allows every domain.',
  prepare: ({ values: { mode, domains } }) => {
    const wanted = parse(registrationSettings.partial(), {
      ...(mode === undefined ? {} : { mode }),
      ...(typeof domains === 'string'
        ? { allowed_domains: domains.split(',').filter((domain) => domain.trim() !== '') }
        : {}),
    });
    return async (dependencies) => {
      const present = await readRegistrationSettings(dependencies);
      const value =
        Object.keys(wanted).length === 0
          ? present
          : await changeRegistration(dependencies, COMMAND_LINE, {
              mode: wanted.mode ?? present.mode,
              allowed_domains: wanted.allowed_domains ?? present.allowed_domains,
            });
      const allowed = value.allowed_domains.length === 0 ? 'every domain' : value.allowed_domains.join(', ');
      const checked = value.verifies_addresses ? '' : ' No one checks them, since SMTP_URL is not set.';
      return { value, text: `Registration: ${value.mode}. Email addresses: ${allowed}.${checked}` };
    };
  },
};

const invitations: AdminCommand = {
  usage: 'invitations',
  summary: 'List invitations, newest first.',
  prepare: () => async (dependencies) => {
    const value = await listInvitations(dependencies);
    const text = value.length === 0 ? 'No invitations.' : value.map(describeInvitation).join('\n');
    return { value, text };
  },
};

const invite: AdminCommand = {
  usage: 'invite [--email ADDRESS] [--days N]',
  summary: 'Print a registration link for one person.',
  prepare: ({ values: { email, days } }) => {
    const request = parse(invitationRequest, {
      ...(email === undefined ? {} : { email }),
      ...(days === undefined ? {} : { days: Number(days) }),
    });
    return async (dependencies) => {
      const origin = configuredOrigin(dependencies.config);
      const value = await createInvitation(dependencies, COMMAND_LINE, request, origin);
      return { value, text: `${value.url}\nIt works once, until ${value.expires_at}.` };
    };
  },
};

const firstAdministrator: AdminCommand = {
  usage: 'first-administrator [--new]',
  summary:
    'Print the link with which the first administrator registers. --new makes the earlier link invalid.',
  prepare:
    ({ values: { new: isNew } }) =>
    async (dependencies) => {
      const url = await readFirstAdministratorLink(dependencies, { isNew: isNew === true });
      if (url === undefined)
        throw new AdminError('There is an administrator. Use grant-administrator to make another one.');
      if (!dependencies.config.hasLocalAccounts)
        throw new AdminError('Set FIRST_ADMIN_EMAIL, or sign in and use grant-administrator.');
      return { value: { url }, text: `${url}\nIt works once, until there is an administrator.` };
    },
};

const revoke: AdminCommand = {
  usage: 'revoke-invitation ID',
  summary: 'Revoke an invitation.',
  prepare: ({ positionals: [typed] }) => {
    const id = parseIdentity(typed);
    return async (dependencies) => {
      await revokeInvitation(dependencies, COMMAND_LINE, id);
      return { value: { id, revoked: true }, text: 'Revoked.' };
    };
  },
};

const twoFactor: AdminCommand = {
  usage: 'two-factor [--require off|administrators|everyone]',
  summary: 'Show or change who must use a second factor.',
  prepare: ({ values: { require: requiredFor } }) => {
    const wanted =
      requiredFor === undefined ? undefined : parse(twoFactorSettings, { required_for: requiredFor });
    return async (dependencies) => {
      const value =
        wanted === undefined
          ? await readTwoFactorSettings(dependencies)
          : await changeTwoFactorSettings(dependencies, COMMAND_LINE, wanted);
      return { value, text: `The second factor is required of: ${value.required_for}.` };
    };
  },
};

export const registrationCommands: readonly AdminCommand[] = [
  registration,
  firstAdministrator,
  twoFactor,
  invitations,
  invite,
  revoke,
];

function describeInvitation({ id, email, expires_at: expires, used_at: used }: Invitation): string {
  const state = used === null ? `valid until ${expires}` : `used ${used}`;
  return `${id}  ${email ?? 'for anyone'}  (${state})`;
}

/** @throws {AdminError} with the contract's own message. */
function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new AdminError(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is not valid'}`);
}

/** A UUID, as lists print it. */
export function parseIdentity(id: string): string {
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) return id.toLowerCase();
  throw new AdminError(`${id} is not the id of one. Copy it from the list.`);
}
