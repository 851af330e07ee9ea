import type { AdministeredAccount } from '#contract/administration.ts';
import { changeAccount, getAccount, listAccounts } from '#server/features/accounts/administer-accounts.ts';
import { deleteAccountOf } from '#server/features/accounts/delete-account.ts';
import { readAccountContents } from '#server/features/accounts/profile.ts';
import { linkIdentityOf, unlinkIdentitiesOf } from '#server/features/accounts/provider/link-identity.ts';
import { createResetLink, createSignInLink } from '#server/features/accounts/account-links.ts';
import { removeTwoFactor } from '#server/features/accounts/two-factor/two-factor-policy.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { describeBytes } from '../backup/command-line.ts';
import type { AdminCommand, CommandArguments, CommandResult } from './admin-command.ts';
import { configuredOrigin } from '#server/configuration/configured-origin.ts';
import { AdminError } from './admin-error.ts';
import { COMMAND_LINE } from './command-line-administrator.ts';

const ORDERS = ['newest', 'storage'] as const;
const STATUSES = ['active', 'disabled', 'administrator'] as const;

const accounts: AdminCommand = {
  usage:
    'accounts [--search TEXT] [--status active|disabled|administrator] [--order newest|storage] [--page N]',
  summary: 'List accounts, newest or largest first, with the storage and jobs they use.',
  prepare: ({ values }) => {
    const filter = {
      ...(typeof values['search'] === 'string' ? { search: values['search'] } : {}),
      ...statusOption(values['status']),
    };
    const order = ORDERS.find((each) => each === (values['order'] ?? 'newest'));
    if (order === undefined) throw new AdminError(`--order is one of ${ORDERS.join(', ')}.`);
    const page = wholeNumber(values['page'] ?? '1', '--page');
    return async (dependencies) => {
      const value = await listAccounts(dependencies, filter, { page, order });
      const lines = value.accounts.map(describeAccount);
      return { value, text: [...lines, `${value.total} accounts.`].join('\n') };
    };
  },
};

const disableAccount = changeCommand('disable-account', 'Sign an account out and keep it from signing in.', {
  is_active: false,
});
const enableAccount = changeCommand('enable-account', 'Let a disabled account sign in again.', {
  is_active: true,
});
const grantAdministrator = changeCommand(
  'grant-administrator',
  'Make the owner of an account an administrator.',
  {
    is_staff: true,
  },
);
const revokeAdministrator = changeCommand('revoke-administrator', 'Undo grant-administrator.', {
  is_staff: false,
});

const deleteAccount: AdminCommand = {
  usage: 'delete-account ACCOUNT [--confirm EMAIL]',
  summary:
    'List what would be deleted with an account, or permanently delete it if you give its email address.',
  prepare:
    ({ positionals: [account], values: { confirm } }) =>
    async (dependencies) => {
      const { id, email } = await findAccount(dependencies, account);
      const contents = await readAccountContents(dependencies, id);
      const isConfirmed = typeof confirm === 'string';
      if (isConfirmed) await deleteAccountOf(dependencies, COMMAND_LINE, id, confirm);
      const { courses, lessons, quizzes, conversations, storage_bytes: bytes } = contents;
      const counts = `${courses} courses, ${lessons} lessons, ${quizzes} quizzes, ${conversations} conversations, ${describeBytes(bytes)}`;
      const text = isConfirmed
        ? `Deleted account ${id}, ${email}: ${counts}.`
        : `Account ${id} has ${counts}. Nothing was deleted; to delete it for good, add --confirm ${email}.`;
      return { value: { id, email, deleted: isConfirmed, contents }, text };
    },
};

const setQuota: AdminCommand = {
  usage: 'set-quota ACCOUNT BYTES|default',
  summary: 'Set how much an account may store.',
  prepare: ({ positionals: [account, bytes] }) => {
    const quota = bytes === 'default' ? null : wholeNumber(bytes, 'The quota', 0);
    return (dependencies) => change(dependencies, account, { storage_quota_bytes: quota });
  },
};

const resetLink: AdminCommand = {
  usage: 'reset-link ACCOUNT',
  summary: 'Print a password reset link for the owner. It works once, within an hour.',
  prepare:
    ({ positionals: [account] }) =>
    async (dependencies) => {
      const { id } = await findAccount(dependencies, account);
      const origin = configuredOrigin(dependencies.config);
      const value = await createResetLink(dependencies, COMMAND_LINE, id, origin);
      return { value, text: `${value.url}\nIt works once, until ${value.expires_at}.` };
    },
};

const signInLink: AdminCommand = {
  usage: 'sign-in-link ACCOUNT',
  summary:
    'Print a link that signs the owner in, for example while the sign-in provider is down. It works once, within ten minutes.',
  prepare:
    ({ positionals: [account] }) =>
    async (dependencies) => {
      const { id } = await findAccount(dependencies, account);
      const origin = configuredOrigin(dependencies.config);
      const value = await createSignInLink(dependencies, COMMAND_LINE, id, origin);
      return { value, text: `${value.url}\nIt works once, until ${value.expires_at}.` };
    },
};

const linkSignIn: AdminCommand = {
  usage: 'link-sign-in ACCOUNT SUBJECT',
  summary: 'Let an account of the sign-in provider open this one. SUBJECT is its "sub" there.',
  prepare:
    ({ positionals: [account, subject] }) =>
    async (dependencies) => {
      const issuer = dependencies.signInProvider?.issuer;
      if (issuer === undefined) throw new AdminError('Set OIDC_ISSUER and OIDC_CLIENT_ID first.');
      const { id } = await findAccount(dependencies, account);
      await linkIdentityOf(dependencies, COMMAND_LINE, id, { issuer, subject });
      return { value: { id, issuer, subject }, text: `${subject} of ${issuer} opens account ${id}.` };
    },
};

const unlinkSignIn: AdminCommand = {
  usage: 'unlink-sign-in ACCOUNT',
  summary: 'Undo every link of an account to a sign-in provider.',
  prepare:
    ({ positionals: [account] }) =>
    async (dependencies) => {
      const { id } = await findAccount(dependencies, account);
      const unlinked = await unlinkIdentitiesOf(dependencies, COMMAND_LINE, id);
      return { value: { id, unlinked }, text: `Removed ${unlinked} links of account ${id}.` };
    },
};

const removeSecondFactor: AdminCommand = {
  usage: 'remove-two-factor ACCOUNT',
  summary: 'Remove the second factor of someone who has lost it; they then sign in with the password alone.',
  prepare:
    ({ positionals: [account] }) =>
    async (dependencies) => {
      const { id } = await findAccount(dependencies, account);
      const removed = await removeTwoFactor(dependencies, COMMAND_LINE, id);
      const text = removed
        ? `Account ${id} has no second factor now.`
        : `Account ${id} had no second factor.`;
      return { value: { id, removed }, text };
    },
};

export const accountCommands: readonly AdminCommand[] = [
  accounts,
  disableAccount,
  enableAccount,
  grantAdministrator,
  revokeAdministrator,
  deleteAccount,
  setQuota,
  resetLink,
  signInLink,
  removeSecondFactor,
  linkSignIn,
  unlinkSignIn,
];

type Change = Parameters<typeof changeAccount>[3];

function changeCommand(name: string, summary: string, made: Change): AdminCommand {
  return {
    usage: `${name} ACCOUNT`,
    summary,
    prepare:
      ({ positionals: [account] }) =>
      (dependencies) =>
        change(dependencies, account, made),
  };
}

async function change(dependencies: Dependencies, account: string, made: Change): Promise<CommandResult> {
  const { id } = await findAccount(dependencies, account);
  const value = await changeAccount(dependencies, COMMAND_LINE, id, made);
  return { value, text: describeAccount(value) };
}

/** By number or by email address. */
const findAccount = (dependencies: Dependencies, account: string): Promise<AdministeredAccount> =>
  getAccount(
    dependencies,
    /^\d{1,9}$/.test(account) ? { id: Number(account) } : { email: account.toLowerCase() },
  );

function describeAccount(account: AdministeredAccount): string {
  const quota =
    account.storage_quota_bytes === null ? '' : ` of ${describeBytes(account.storage_quota_bytes)}`;
  const states = [
    ...(account.is_active ? [] : ['disabled']),
    ...(account.is_staff ? ['administrator'] : []),
    `${describeBytes(account.storage_bytes)}${quota}`,
    `${account.waiting_jobs} jobs waiting`,
    `${account.running_jobs} running`,
  ];
  return `${account.id}  ${account.email}  ${account.name}  (${states.join(', ')})`;
}

function statusOption(value: CommandArguments['values'][string]): { status?: (typeof STATUSES)[number] } {
  if (value === undefined) return {};
  const status = STATUSES.find((each) => each === value);
  if (status === undefined) throw new AdminError(`--status is one of ${STATUSES.join(', ')}.`);
  return { status };
}

export function wholeNumber(value: string | boolean, name: string, minimum = 1): number {
  const number = Number(value);
  if (typeof value === 'string' && /^\d+$/.test(value) && Number.isSafeInteger(number) && number >= minimum) {
    return number;
  }
  throw new AdminError(`${name} must be a whole number from ${minimum}.`);
}
