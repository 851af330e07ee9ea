import type {
  AccountModelBudget,
  AccountModelBudgetChange,
  LanguageModelBudget,
  LanguageModelBudgetChange,
} from '#contract/language-model.ts';
import { message } from '#contract/messages/make-message.ts';
import type { Message } from '#contract/messages/message.ts';
import type { ModelUse } from '#contract/model-use.ts';
import { countCost } from '#server/ai/token-cost.ts';
import type { CurrentLanguageModel } from '#server/ai/language-models.ts';
import {
  TextGeneratorOutputError,
  TextGeneratorUnavailableError,
  type GeneratedObject,
  type ObjectGenerator,
  type ObjectRequest,
  type SpendMeter,
  type TokenCount,
  type TokenPrices,
} from '#server/ai/text-generator.ts';
import type { Administrator } from '#server/actor.ts';
import { inTransaction, type Database } from '#server/platform/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { findEmails, noAccount } from '../accounts/administer-accounts.ts';
import { recordAudit } from '../audit/record-audit.ts';
import {
  addToAccount,
  addToInstallation,
  correctUse,
  findAccountUse,
  findBudget,
  upsertAccountLimits,
  upsertLimits,
  type AccountUse,
  type BudgetRow,
  type MonthlyUse,
  type Spent,
} from './budget.store.ts';
import { listAdministratorNames } from './language-model.store.ts';

type Needed = Pick<Dependencies, 'database' | 'clock'>;

/**
 * Charges what a service spends to an account. Each call is charged in advance with the most that it can spend and corrected
 * afterwards, so a budget is never exceeded, even if a process crashes in between.
 */
export const meterAccount = (
  dependencies: Needed,
  accountId: number,
  prices: TokenPrices | undefined,
): SpendMeter => ({
  begin: async (most) => {
    const charged = priceOf(most, prices);
    const month = monthOf(dependencies.clock.now());
    await charge(dependencies, accountId, month, charged);
    return async (spent) => {
      const { tokens, cost } = priceOf(spent, prices);
      const change = { tokens: tokens - charged.tokens, cost: cost - charged.cost };
      await inTransaction(dependencies.database, (transaction) =>
        correctUse(transaction, accountId, month, change),
      );
    };
  },
});

const priceOf = (tokens: TokenCount, prices: TokenPrices | undefined): Spent => ({
  tokens: tokens.inputTokens + tokens.outputTokens,
  cost: countCost(tokens, prices) ?? 0,
});

/** The meter of an account for the current model; undefined for a model on this computer, which costs nothing. */
export const meterOf = (
  dependencies: Needed,
  accountId: number,
  { choice }: Pick<CurrentLanguageModel, 'choice'>,
): SpendMeter | undefined =>
  choice.service === undefined ? undefined : meterAccount(dependencies, accountId, choice.service.prices);

/** The generator with its calls charged to `meter`. `takeUse` returns what it read and wrote since the last `takeUse`. */
export function meterGenerator<Generator extends ObjectGenerator>(
  generator: Generator,
  meter: SpendMeter | undefined,
): { readonly generator: Generator; readonly takeUse: () => ModelUse } {
  let untaken: TokenCount = NO_TOKENS;
  const count = ({ inputTokens, outputTokens }: TokenCount): void => {
    untaken = {
      inputTokens: untaken.inputTokens + inputTokens,
      outputTokens: untaken.outputTokens + outputTokens,
    };
  };
  return {
    generator: {
      ...generator,
      generateObject: async <T>(request: ObjectRequest<T>): Promise<GeneratedObject<T>> => {
        try {
          const answer = await generator.generateObject({ ...request, meter });
          count(answer);
          return answer;
        } catch (error) {
          if (error instanceof TextGeneratorUnavailableError || error instanceof TextGeneratorOutputError)
            count(error.tokens);
          throw error;
        }
      },
    },
    takeUse: () => {
      const use = useOf(untaken, generator.prices);
      untaken = NO_TOKENS;
      return use;
    },
  };
}

export const useOf = (
  { inputTokens, outputTokens }: TokenCount,
  prices: TokenPrices | undefined,
): ModelUse => ({
  input_tokens: inputTokens,
  output_tokens: outputTokens,
  cost: countCost({ inputTokens, outputTokens }, prices),
});

const NO_TOKENS: TokenCount = { inputTokens: 0, outputTokens: 0 };

/** @throws {TextGeneratorUnavailableError} if a budget has no room for the call. */
async function charge({ database }: Needed, accountId: number, month: number, spent: Spent): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const installation = await addToInstallation(transaction, month, spent);
    const account = await addToAccount(transaction, accountId, month, spent);
    const over = findExceeded(installation, account);
    if (over === undefined) return;
    throw new TextGeneratorUnavailableError(
      'The monthly budget for the language model is used up.',
      'budget',
      {
        explanation: await explainBudget(transaction, over, month),
      },
    );
  });
}

/** What a short piece of work uses: with less left, a budget counts as used up. */
const LEAST_WORK: TokenCount = { inputTokens: 6_000, outputTokens: 2_000 };

/** Why the account's next request would be refused; null if it would not be. */
export async function explainSpentBudget(
  { database, clock, languageModels }: Needed & Pick<Dependencies, 'languageModels'>,
  accountId: number,
): Promise<Message | null> {
  const { service } = languageModels.current().choice;
  if (service === undefined) return null;
  const [limits, account] = await Promise.all([findBudget(database), findAccountUse(database, accountId)]);
  const month = monthOf(clock.now());
  const least = priceOf(LEAST_WORK, service.prices);
  const afterLeast = (row: MonthlyUse | undefined): MonthlyUse => {
    const used = usedIn(month, row);
    return {
      month,
      used_tokens: used.used_tokens + least.tokens,
      used_cost: used.used_cost + least.cost,
    };
  };
  const over = findExceeded(
    { ...NO_LIMITS, ...limits, ...afterLeast(limits) },
    { ...NO_LIMITS, ...account, ...afterLeast(account) },
  );
  return over === undefined ? null : explainBudget(database, over, month);
}

/** The monthly budgets, and what the installation has used this month. */
export async function readBudget({ database, clock }: Needed): Promise<LanguageModelBudget> {
  const row = await findBudget(database);
  const used = usedIn(monthOf(clock.now()), row);
  return {
    tokens: row?.tokens ?? null,
    cost: row?.cost ?? null,
    account_tokens: row?.account_tokens ?? null,
    account_cost: row?.account_cost ?? null,
    used_tokens: used.used_tokens,
    used_cost: used.used_cost,
  };
}

/** Sets the monthly budgets. They apply from the next call of the service. */
export async function changeBudget(
  dependencies: Needed,
  administrator: Administrator,
  limits: LanguageModelBudgetChange,
): Promise<LanguageModelBudget> {
  const { database, clock } = dependencies;
  await inTransaction(database, async (transaction) => {
    await upsertLimits(transaction, monthOf(clock.now()), limits);
    await recordAudit(transaction, 'language_model_budget_changed', {
      by: administrator.userId,
      details: { ...limits },
    });
  });
  return readBudget(dependencies);
}

/**
 * The limits of an account, which are those of every account if it has none, and what it has used this month.
 * @throws {ProblemError} not_found
 */
export async function readAccountBudget(
  dependencies: Needed,
  accountId: number,
): Promise<AccountModelBudget> {
  const { database, clock } = dependencies;
  if (!(await findEmails(dependencies, [accountId])).has(accountId)) throw noAccount();
  const [limits, account] = await Promise.all([findBudget(database), findAccountUse(database, accountId)]);
  const used = usedIn(monthOf(clock.now()), account);
  return {
    tokens: account?.tokens ?? null,
    cost: account?.cost ?? null,
    default_tokens: limits?.account_tokens ?? null,
    default_cost: limits?.account_cost ?? null,
    used_tokens: used.used_tokens,
    used_cost: used.used_cost,
  };
}

/**
 * Sets the limits of one account. They apply from its next call.
 * @throws {ProblemError} not_found
 */
export async function changeAccountBudget(
  dependencies: Needed,
  administrator: Administrator,
  accountId: number,
  limits: AccountModelBudgetChange,
): Promise<AccountModelBudget> {
  const { database, clock } = dependencies;
  await inTransaction(database, async (transaction) => {
    if (!(await upsertAccountLimits(transaction, accountId, monthOf(clock.now()), limits))) throw noAccount();
    await recordAudit(transaction, 'language_model_budget_changed', {
      by: administrator.userId,
      on: ['account', accountId],
      details: { ...limits },
    });
  });
  return readAccountBudget(dependencies, accountId);
}

const NO_LIMITS = { tokens: null, cost: null, account_tokens: null, account_cost: null };
const NOTHING_USED: MonthlyUse = { month: 0, used_tokens: 0, used_cost: 0 };

const usedIn = (month: number, row: MonthlyUse | undefined): MonthlyUse =>
  row?.month === month ? row : NOTHING_USED;

type Exceeded = 'installation' | 'account';

function findExceeded(limits: Omit<BudgetRow, 'is_only'>, account: AccountUse): Exceeded | undefined {
  const isOver = (used: number, limit: number | null): boolean => limit !== null && used > limit;
  if (isOver(limits.used_tokens, limits.tokens) || isOver(limits.used_cost, limits.cost))
    return 'installation';
  return isOver(account.used_tokens, account.tokens ?? limits.account_tokens) ||
    isOver(account.used_cost, account.cost ?? limits.account_cost)
    ? 'account'
    : undefined;
}

async function explainBudget(database: Database, over: Exceeded, month: number): Promise<Message> {
  const [name] = await listAdministratorNames(database);
  const who =
    name === undefined ? message('administrator_unnamed') : message('administrator_named', { name });
  const until = firstDayAfter(month);
  return over === 'account'
    ? message('model_account_budget_spent', { until, who })
    : message('model_budget_spent', { until, who });
}

/** In UTC, such as 202611. */
const monthOf = (time: Date): number => time.getUTCFullYear() * 100 + time.getUTCMonth() + 1;

const firstDayAfter = (month: number): string =>
  new Date(Date.UTC(Math.floor(month / 100), month % 100, 1)).toISOString().slice(0, 10);
