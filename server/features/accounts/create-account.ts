import type { Database } from '../../database/database.ts';
import type { Dependencies } from '../../ports.ts';
import { createApiKey, encryptApiKey, hashApiKey } from '../../security/api-keys.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { insertUser, type UserRow } from './account.store.ts';
import { isFirstAccount } from './installation.store.ts';

export interface NewAccount {
  readonly email: string;
  /** Without one, people are called what is before the @. */
  readonly name: string | undefined;
  readonly department: string;
  readonly passwordHash: string;
  readonly hasPassword: boolean;
}

const nameFromEmail = (email: string): string => email.slice(0, email.indexOf('@'));

/**
 * Creates an account, or returns undefined when the e-mail address is taken. The first account of an installation is its
 * administrator. Who may register has been checked in the same transaction.
 */
export async function createAccount(
  { secrets }: Pick<Dependencies, 'secrets'>,
  transaction: Database,
  account: NewAccount,
): Promise<UserRow | undefined> {
  const apiKey = createApiKey();
  const isFirst = await isFirstAccount(transaction);
  const user = await insertUser(transaction, {
    email: account.email,
    name: account.name === undefined || account.name === '' ? nameFromEmail(account.email) : account.name,
    department: account.department,
    password_hash: account.passwordHash,
    has_password: account.hasPassword,
    api_key_hash: hashApiKey(secrets, apiKey),
    api_key_encrypted: encryptApiKey(secrets, apiKey),
    is_staff: isFirst,
  });
  if (user === undefined) return undefined;
  await recordAudit(transaction, {
    action: 'registration',
    actorId: user.id,
    subject: { kind: 'account', id: user.id },
    details: account.hasPassword ? {} : { method: 'provider' },
  });
  return user;
}
