import { sql, type Selectable } from 'kysely';
import type {
  LanguageModelBudgetTable,
  LanguageModelUseTable,
} from '#server/platform/database/account-tables.ts';
import type { Database } from '#server/platform/database/database.ts';

export type BudgetRow = Selectable<LanguageModelBudgetTable>;
type BudgetLimits = Pick<BudgetRow, 'tokens' | 'cost' | 'account_tokens' | 'account_cost'>;
export type AccountUse = Selectable<Omit<LanguageModelUseTable, 'user_id'>>;
export type MonthlyUse = Omit<AccountUse, 'tokens' | 'cost'>;
export interface Spent {
  readonly tokens: number;
  readonly cost: number;
}

export const findBudget = (database: Database): Promise<BudgetRow | undefined> =>
  database.selectFrom('language_model_budget').selectAll().executeTakeFirst();

export const findAccountUse = (database: Database, userId: number): Promise<AccountUse | undefined> =>
  database.selectFrom('language_model_use').selectAll().where('user_id', '=', userId).executeTakeFirst();

/** Adds to what the installation has used in the month, or starts a new month. Locks the row, so charges are made one at a time. */
export async function addToInstallation(
  transaction: Database,
  month: number,
  { tokens, cost }: Spent,
): Promise<BudgetRow> {
  return transaction
    .insertInto('language_model_budget')
    .values({ month, used_tokens: tokens, used_cost: cost })
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet(inMonth('language_model_budget')))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The same for an account. */
export async function addToAccount(
  transaction: Database,
  userId: number,
  month: number,
  { tokens, cost }: Spent,
): Promise<AccountUse> {
  return transaction
    .insertInto('language_model_use')
    .values({ user_id: userId, month, used_tokens: tokens, used_cost: cost })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(inMonth('language_model_use')))
    .returningAll()
    .executeTakeFirstOrThrow();
}

const inMonth = (table: 'language_model_budget' | 'language_model_use') => {
  const add = (column: string) =>
    sql<number>`excluded.${sql.ref(column)} + case when ${sql.table(table)}.month = excluded.month
      then ${sql.ref(`${table}.${column}`)} else 0 end`;
  return {
    month: sql<number>`excluded.month`,
    used_tokens: add('used_tokens'),
    used_cost: add('used_cost'),
  };
};

/** Corrects the charge for a call, unless a new month has begun. The account may have been deleted. */
export async function correctUse(
  transaction: Database,
  userId: number,
  month: number,
  { tokens, cost }: Spent,
): Promise<void> {
  const change = {
    used_tokens: sql<number>`used_tokens + ${tokens}::float8`,
    used_cost: sql<number>`greatest(0, used_cost + ${cost}::float8)`,
  };
  await transaction.updateTable('language_model_budget').set(change).where('month', '=', month).execute();
  await transaction
    .updateTable('language_model_use')
    .set(change)
    .where('user_id', '=', userId)
    .where('month', '=', month)
    .execute();
}

export async function upsertLimits(
  transaction: Database,
  month: number,
  limits: BudgetLimits,
): Promise<void> {
  await transaction
    .insertInto('language_model_budget')
    .values({ ...limits, month })
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet(limits))
    .execute();
}

/** The limits of one account. Returns whether it exists. */
export async function upsertAccountLimits(
  transaction: Database,
  userId: number,
  month: number,
  limits: Pick<AccountUse, 'tokens' | 'cost'>,
): Promise<boolean> {
  const result = await transaction
    .insertInto('language_model_use')
    .columns(['user_id', 'month', 'tokens', 'cost'])
    .expression((build) =>
      build
        .selectFrom('users')
        .select(({ val }) => [
          'id',
          val(month).as('month'),
          sql<number | null>`${limits.tokens}::float8`.as('tokens'),
          sql<number | null>`${limits.cost}::float8`.as('cost'),
        ])
        .where('id', '=', userId)
        .forKeyShare(),
    )
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(limits))
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}
