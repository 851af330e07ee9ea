import type { TFunction } from 'i18next';
import { formatCost } from '#web/ui/describe-model-use.ts';
import { formatNumber } from '#web/ui/format.ts';

/** Such as "This month so far: 12,000 of 500,000 tokens. Cost: 0.40 of 5.00." */
export function describeUse(
  t: TFunction,
  language: string,
  used: { used_tokens: number; used_cost: number },
  limits: { tokens: number | null; cost: number | null },
): string {
  const withLimit = (amount: string, limit: string | null): string =>
    limit === null ? amount : t('administration.languageModel.budget.usedOf', { used: amount, limit });
  const tokens = withLimit(
    formatNumber(Math.round(used.used_tokens), language),
    limits.tokens === null ? null : formatNumber(limits.tokens, language),
  );
  if (used.used_cost === 0 && limits.cost === null)
    return t('administration.languageModel.budget.used', { tokens });
  const cost = withLimit(
    formatCost(used.used_cost, language),
    limits.cost === null ? null : formatCost(limits.cost, language),
  );
  return t('administration.languageModel.budget.usedWithCost', { tokens, cost });
}
