import type { TokenCount, TokenPrices } from './text-generator.ts';

/** An upper bound: tokens are longer than two bytes on average in every language. */
export const countTokensAtMost = (...texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + Math.ceil(Buffer.byteLength(text) / 2), 0);

/** Some services report no tokens. */
export const reportedOr = (reported: TokenCount, estimate: TokenCount): TokenCount =>
  reported.inputTokens + reported.outputTokens > 0 ? reported : estimate;

const MILLION = 1_000_000;

/**
 * What was spent, in the currency of the prices, to a millionth of it; null where the prices are unknown. Tokens that a
 * service sells for less, such as those it has read before, count as the others: the sum is an upper bound.
 */
export function countCost(tokens: TokenCount, prices: TokenPrices | undefined): number | null {
  if (prices === undefined) return null;
  const millionths = tokens.inputTokens * prices.input + tokens.outputTokens * prices.output;
  return Math.round(millionths) / MILLION;
}
