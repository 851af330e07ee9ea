import type { Selectable } from 'kysely';
import type { LanguageModelSettingsTable } from '#server/platform/database/account-tables.ts';
import type { Database } from '#server/platform/database/database.ts';

export type LanguageModelRow = Omit<Selectable<LanguageModelSettingsTable>, 'is_only'>;

export const findLanguageModel = (database: Database): Promise<LanguageModelRow | undefined> =>
  database.selectFrom('language_model_settings').selectAll().executeTakeFirst();

export async function upsertLanguageModel(
  transaction: Database,
  row: Omit<LanguageModelRow, 'updated_at'>,
): Promise<void> {
  await transaction
    .insertInto('language_model_settings')
    .values(row)
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet({ ...row, updated_at: new Date() }))
    .execute();
}

/** Returns whether there was a row. */
export async function deleteLanguageModel(transaction: Database): Promise<boolean> {
  const result = await transaction.deleteFrom('language_model_settings').executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export async function updateModelKey(transaction: Database, encrypted: Buffer): Promise<void> {
  await transaction.updateTable('language_model_settings').set({ api_key_encrypted: encrypted }).execute();
}

const MOST_NAMES = 3;

/** Administrators who can sign in, oldest account first. */
export async function listAdministratorNames(database: Database): Promise<string[]> {
  const rows = await database
    .selectFrom('users')
    .select('name')
    .where('is_staff', '=', true)
    .where('is_active', '=', true)
    .orderBy('id')
    .limit(MOST_NAMES)
    .execute();
  return rows.flatMap(({ name }) => (name.trim() === '' ? [] : [name]));
}
