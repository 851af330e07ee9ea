import { EXPLAINED_REASONS } from '../../../language-model/explained-reasons.ts';
import type { Written } from './write-answer.ts';

/** What the person should know of the language model's part in an answer; null when it wrote all of it. */
export function explainWritten({ end, kept, dropped }: Written): string | null {
  // The lessons' own sentences are a whole answer: that a model is too slow here is not news with every question.
  if (end === 'too_slow') return null;
  if (kept === 0) return `${explainNothing(end, dropped)}, so this answer is in the words of your lessons.`;
  if (end !== 'whole')
    return 'The language model broke off, so the rest of this answer is in the words of your lessons.';
  if (dropped === 0) return null;
  return dropped === 1
    ? 'One sentence of the language model was left out, because the lessons do not say it.'
    : `${dropped} sentences of the language model were left out, because the lessons do not say them.`;
}

function explainNothing(end: Exclude<Written['end'], 'too_slow'>, dropped: number): string {
  if (end === 'no_answer') return 'The language model found no answer in what your lessons say';
  if (end === 'cut_off') return 'The language model broke off';
  if (end === 'whole')
    return dropped === 0
      ? 'The language model gave no answer'
      : 'Your lessons support no sentence of the language model';
  return EXPLAINED_REASONS[end];
}
