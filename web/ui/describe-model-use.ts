import type { TFunction } from 'i18next';
import type { ModelUse } from '#contract/model-use.ts';
import { formatNumber } from './format.ts';

const COST_DIGITS = 6;

/** Such as "3,210 tokens read, 412 written · Cost: 0.0123"; empty if nothing was counted. */
export function describeModelUse(t: TFunction, language: string, use: ModelUse | null | undefined): string {
  if (use == null || use.input_tokens + use.output_tokens === 0) return '';
  const tokens = t('common.modelUse.tokens', {
    input: formatNumber(use.input_tokens, language),
    output: formatNumber(use.output_tokens, language),
  });
  if (use.cost === null) return tokens;
  const cost = new Intl.NumberFormat(language, { maximumFractionDigits: COST_DIGITS }).format(use.cost);
  return `${tokens} · ${t('common.modelUse.cost', { cost })}`;
}
