import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LecternRefusedError, type LecternClient } from './lectern-client.ts';

const EMAIL = 'demo@lectern.example';
const NAME = 'Demo Instructor';

export interface DemoAccount {
  readonly email: string;
  readonly password: string;
  /** Where the password is kept, readable by its owner only. */
  readonly passwordFile: string;
}

/** The account with a password that is made once for each data directory: a known one would be a way in. */
export async function loadDemoAccount(dataDirectory: string): Promise<DemoAccount> {
  const passwordFile = join(dataDirectory, 'demo-password');
  try {
    await writeFile(passwordFile, `${randomBytes(9).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return { email: EMAIL, password: (await readFile(passwordFile, 'utf8')).trim(), passwordFile };
}

/**
 * Signs in, and makes the account when there is none. Returns whether it was made now.
 * @throws {LecternRefusedError} when the account exists with another password.
 */
export async function signIn(client: LecternClient, account: DemoAccount): Promise<boolean> {
  try {
    await client.logIn(account.email, account.password);
    return false;
  } catch (error) {
    if (!(error instanceof LecternRefusedError && error.problem?.code === 'invalid_credentials')) throw error;
  }
  try {
    await client.register(account.email, account.password, NAME);
    return true;
  } catch (error) {
    if (!(error instanceof LecternRefusedError && error.problem?.code === 'validation_failed')) throw error;
    throw new LecternRefusedError(
      `${account.email} exists in this database with another password than the one in ${account.passwordFile}. ` +
        'Put its password there, or use another DATA_DIR and database for the demo.',
    );
  }
}
