import { SUPPORT_WEIGHTS, WORDS_ONLY_WEIGHTS } from './support-weights.ts';
import { SUPPORT_SIGNALS, type SupportSignals } from './support-signals.ts';

/**
 * How likely it is that the passages answer the question, as a log-odds: 0 or more is enough to answer. A logistic
 * regression, since its weights can be read, it was fitted on a few hundred questions without learning them by heart, and
 * nothing else that was tried did better on lessons it had not seen (docs/decisions/0028-when-lessons-do-not-answer.md).
 */
export function judgeSupport(signals: SupportSignals, isJudged: boolean): number {
  const { bias, weights } = isJudged ? SUPPORT_WEIGHTS : WORDS_ONLY_WEIGHTS;
  return SUPPORT_SIGNALS.reduce((sum, name) => sum + weights[name] * signals[name], bias);
}
