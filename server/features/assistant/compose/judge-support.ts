import { SUPPORT_WEIGHTS, WORDS_ONLY_WEIGHTS } from './support-weights.ts';
import { SUPPORT_SIGNALS, type SupportSignals } from './support-signals.ts';

/**
 * How likely it is that the passages answer the question, as a log-odds: 0 or more is enough to answer. A logistic
 * regression, since its weights can be read, it was fitted on a few hundred questions without learning them by heart, and
 * nothing else that was tried did better on lessons it had not seen (docs/decisions/0028-when-lessons-do-not-answer.md).
 */
export function judgeSupport(signals: SupportSignals, isJudged: boolean): number {
  if (isJudged && nothingIsNear(signals)) return Number.NEGATIVE_INFINITY;
  const { bias, weights } = isJudged ? SUPPORT_WEIGHTS : WORDS_ONLY_WEIGHTS;
  return SUPPORT_SIGNALS.reduce((sum, name) => sum + weights[name] * signals[name], bias);
}

/**
 * The regression weighs what stands out; in a few lessons about something else, something always does. Below these cosines
 * nothing is about what was asked. They cost one answer in a hundred of the tuning questions.
 */
function nothingIsNear({ passage, meaning, words }: SupportSignals): boolean {
  return (passage < 0.3 && meaning < 0.35) || (words === 0 && passage < 0.32 && meaning < 0.45);
}
