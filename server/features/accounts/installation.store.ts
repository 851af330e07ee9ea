import { sql } from 'kysely';
import type { RegistrationSettings } from '#contract/administration.ts';
import type { Database } from '#server/platform/database/database.ts';

/** The fingerprint of the root secret in use, null before the first start. Locks the row until the transaction ends. */
export async function lockSecretFingerprint(transaction: Database): Promise<Buffer | null> {
  await transaction
    .insertInto('installation')
    .values({ secret_fingerprint: null })
    .onConflict((conflict) => conflict.column('is_only').doNothing())
    .execute();
  const row = await transaction
    .selectFrom('installation')
    .select('secret_fingerprint')
    .forUpdate()
    .executeTakeFirstOrThrow();
  return row.secret_fingerprint;
}

export async function updateSecretFingerprint(transaction: Database, fingerprint: Buffer): Promise<void> {
  await transaction
    .updateTable('installation')
    .set({ secret_fingerprint: fingerprint, updated_at: new Date() })
    .execute();
}

/** Open to everyone unless an administrator has changed it. */
export async function findRegistrationSettings(database: Database): Promise<RegistrationSettings> {
  const row = await database
    .selectFrom('installation')
    .select(['registration_mode as mode', 'allowed_domains'])
    .executeTakeFirst();
  return row ?? { mode: 'open', allowed_domains: [] };
}

export async function updateRegistrationSettings(
  database: Database,
  { mode, allowed_domains: domains }: RegistrationSettings,
): Promise<void> {
  const row = { registration_mode: mode, allowed_domains: JSON.stringify(domains) };
  await database
    .insertInto('installation')
    .values({ secret_fingerprint: null, ...row })
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet({ ...row, updated_at: new Date() }))
    .execute();
}

export const hasAccounts = async (database: Database): Promise<boolean> =>
  (await database.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;

const hasAdministrators = async (database: Database): Promise<boolean> =>
  (await database
    .selectFrom('users')
    .select('id')
    .where('is_staff', '=', true)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Serializes registrations while there is no administrator, so that exactly one becomes the first. */
export async function lacksAdministrator(transaction: Database): Promise<boolean> {
  if (await hasAdministrators(transaction)) return false;
  await sql`select pg_advisory_xact_lock(hashtext('lectern first account'))`.execute(transaction);
  return !(await hasAdministrators(transaction));
}

export async function countFirstAdministratorRenewals(database: Database): Promise<number> {
  const row = await database
    .selectFrom('installation')
    .select('first_administrator_renewals')
    .executeTakeFirst();
  return row?.first_administrator_renewals ?? 0;
}

export async function renewFirstAdministrator(transaction: Database): Promise<void> {
  await transaction
    .insertInto('installation')
    .values({ secret_fingerprint: null, first_administrator_renewals: 1 })
    .onConflict((conflict) =>
      conflict.column('is_only').doUpdateSet({
        first_administrator_renewals: sql`installation.first_administrator_renewals + 1`,
        updated_at: new Date(),
      }),
    )
    .execute();
}
