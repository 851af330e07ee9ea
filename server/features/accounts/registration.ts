import type { RegistrationOptions, RegistrationSettings } from '../../../contract/administration.ts';
import { inTransaction } from '../../database/database.ts';
import type { Database } from '../../database/database.ts';
import type { Administrator, Dependencies } from '../../ports.ts';
import { invalidField, ProblemError } from '../../problem-error.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { findRegistrationSettings, updateRegistrationSettings } from './installation.store.ts';
import { useInvitation } from './invitation.store.ts';
import { hashOneTimeToken } from './one-time-token.ts';

type Needed = Pick<Dependencies, 'database'>;

export const readRegistrationSettings = ({ database }: Needed): Promise<RegistrationSettings> =>
  findRegistrationSettings(database);

/** What anyone may know: whether they can register, and how a password is reset. */
export async function readRegistrationOptions({
  database,
  config,
}: Pick<Dependencies, 'database' | 'config'>): Promise<RegistrationOptions> {
  return {
    ...(await findRegistrationSettings(database)),
    password_reset: config.mail === undefined ? 'administrator' : 'email',
  };
}

export async function changeRegistration(
  { database }: Needed,
  administrator: Administrator,
  settings: RegistrationSettings,
): Promise<RegistrationSettings> {
  const changed = { ...settings, allowed_domains: [...new Set(settings.allowed_domains)] };
  await inTransaction(database, async (transaction) => {
    await updateRegistrationSettings(transaction, changed);
    await recordAudit(transaction, {
      action: 'registration_changed',
      actorId: administrator.userId,
      details: { mode: changed.mode, allowed_domains: changed.allowed_domains.join(' ') },
    });
  });
  return changed;
}

/**
 * Whether this address may register. An invitation is spent by it, in the transaction that makes the account.
 * @throws {ProblemError} registration_closed; validation_failed on `email` or `invitation`.
 */
export async function admitRegistration(
  transaction: Database,
  { email, invitation }: { email: string; invitation: string | undefined },
): Promise<void> {
  const { mode, allowed_domains: domains } = await findRegistrationSettings(transaction);
  if (mode === 'closed') {
    throw new ProblemError(
      'registration_closed',
      'Registration is closed. Ask an administrator for an account.',
    );
  }
  if (invitation !== undefined && invitation !== '') {
    const hash = hashOneTimeToken(invitation);
    if ((await useInvitation(transaction, { hash, email, now: new Date() })) !== undefined) return;
    throw invalidField(
      'invitation',
      'This invitation has been used, has expired, or is for another e-mail address. Ask for a new one.',
    );
  }
  if (mode === 'invite') {
    throw new ProblemError(
      'registration_closed',
      'Registration is by invitation. Ask an administrator for a link.',
    );
  }
  const domain = email.slice(email.lastIndexOf('@') + 1);
  if (domains.length > 0 && !domains.includes(domain)) {
    throw invalidField('email', `Use an e-mail address of ${domains.join(', ')}.`);
  }
}
