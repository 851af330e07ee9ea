import { createHmac, timingSafeEqual } from 'node:crypto';
import { configuredOrigin } from '#server/configuration/configured-origin.ts';
import { inTransaction, type Database } from '#server/platform/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { ProblemError } from '#server/platform/problem-error.ts';
import { isOnLoopback } from '#server/configuration/sign-in-config.ts';
import {
  countFirstAdministratorRenewals,
  hasAccounts,
  lacksAdministrator,
  renewFirstAdministrator,
} from './installation.store.ts';
import { hashOneTimeToken, oneTimeLink } from './one-time-tokens.ts';

/*
 * Decides who becomes the first administrator. On loopback, whoever registers first. If others can reach Lectern, whoever has the
 * link in its log or verifies the address in FIRST_ADMIN_EMAIL. The link works like an invitation. It derives from the root
 * secret, so that every process prints the same one after every restart, and no table contains it.
 */

async function firstAdministratorToken(
  { secrets }: Pick<Dependencies, 'secrets'>,
  database: Database,
): Promise<string> {
  const renewals = await countFirstAdministratorRenewals(database);
  return createHmac('sha256', secrets.firstAdministratorKey).update(String(renewals)).digest('base64url');
}

/** Whether the hash is that of the link's token and there is no administrator yet. */
export async function opensFirstAdministrator(
  dependencies: Pick<Dependencies, 'secrets'>,
  transaction: Database,
  invitation: Buffer | undefined,
): Promise<boolean> {
  if (invitation === undefined || !(await lacksAdministrator(transaction))) return false;
  const expected = hashOneTimeToken(await firstAdministratorToken(dependencies, transaction));
  return timingSafeEqual(expected, invitation);
}

/** Whether registration requires the link: other people can reach Lectern, and there is no account yet. */
export const awaitsFirstAdministrator = async (
  { config }: Pick<Dependencies, 'config'>,
  database: Database,
): Promise<boolean> =>
  config.hasLocalAccounts &&
  config.firstAdministratorEmail === undefined &&
  !isOnLoopback(config) &&
  !(await hasAccounts(database));

/** @throws {ProblemError} registration_closed until the first administrator has registered with the link. */
export async function refuseBeforeFirstAdministrator(
  dependencies: Pick<Dependencies, 'config'>,
  database: Database,
): Promise<void> {
  if (await awaitsFirstAdministrator(dependencies, database))
    throw new ProblemError('first_administrator_missing');
}

/** Whether a new account without the link becomes the first administrator. */
export async function isFirstAdministrator(
  { config }: Pick<Dependencies, 'config'>,
  transaction: Database,
  { email, emailVerifiedAt }: { readonly email: string; readonly emailVerifiedAt: Date | null },
): Promise<boolean> {
  if (!(await lacksAdministrator(transaction))) return false;
  if (config.firstAdministratorEmail !== undefined)
    return emailVerifiedAt !== null && email === config.firstAdministratorEmail;
  return isOnLoopback(config) && !(await hasAccounts(transaction));
}

/** The link with which the first administrator registers; undefined when there is an administrator. */
export const readFirstAdministratorLink = (
  dependencies: Pick<Dependencies, 'config' | 'database' | 'secrets'>,
  { isNew }: { readonly isNew: boolean },
): Promise<string | undefined> =>
  inTransaction(dependencies.database, async (transaction) => {
    if (!(await lacksAdministrator(transaction))) return undefined;
    if (isNew) await renewFirstAdministrator(transaction);
    const token = await firstAdministratorToken(dependencies, transaction);
    return oneTimeLink(configuredOrigin(dependencies.config), 'register', token);
  });

/** Logs at every start how the first administrator registers, until there is one. */
export async function announceFirstAdministrator(
  dependencies: Pick<Dependencies, 'config' | 'database' | 'log' | 'secrets'>,
): Promise<void> {
  const { config, database, log } = dependencies;
  if (isOnLoopback(config) || (await hasAccounts(database))) return;
  if (config.firstAdministratorEmail !== undefined) {
    log.warn(
      {},
      `There is no account yet. ${config.firstAdministratorEmail} becomes the administrator after registering.`,
    );
  } else if (config.hasLocalAccounts) {
    const url = (await readFirstAdministratorLink(dependencies, { isNew: false })) ?? '';
    log.warn(
      {},
      `There is no account yet. Register the administrator with this link, which works once: ${url}`,
    );
  } else {
    log.warn(
      {},
      'There is no account yet. Set FIRST_ADMIN_EMAIL, or sign in and run lectern-admin grant-administrator.',
    );
  }
}
