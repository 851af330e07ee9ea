import type { TFunction } from 'i18next';
import type { ModelUse } from '#contract/model-use.ts';
import { formatNumber } from './format.ts';

/** Two decimals, as money has; two figures for a fraction of a hundredth. The currency is that of the prices. */
export const formatCost = (cost: number, language: string): string =>
  new Intl.NumberFormat(
    language,
    cost > 0 && cost < 0.01
      ? { maximumSignificantDigits: 2 }
      : { minimumFractionDigits: 2, maximumFractionDigits: 2 },
  ).format(cost);

/** Such as "3,210 tokens read, 412 written · Cost: 0.01"; empty if nothing was counted. */
export function describeModelUse(t: TFunction, language: string, use: ModelUse | null | undefined): string {
  if (use == null || use.input_tokens + use.output_tokens === 0) return '';
  const tokens = t('common.modelUse.tokens', {
    input: formatNumber(use.input_tokens, language),
    output: formatNumber(use.output_tokens, language),
  });
  if (use.cost === null) return tokens;
  return `${tokens} · ${t('common.modelUse.cost', { cost: formatCost(use.cost, language) })}`;
}
