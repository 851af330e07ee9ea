import type { ChoiceDraft } from '../author/prompts.ts';

/** A question as a model writes it; the first option is right. */
export const draftOf = (
  question: string,
  [right = '', ...wrong]: readonly string[],
  quote: string,
): ChoiceDraft => ({
  number: 1,
  idea: 'the idea',
  level: 'understand',
  question,
  right_answer: right,
  wrong_answers: wrong.map((text) => ({ mistake: 'a misunderstanding', text })),
  quotes: [quote],
  explanation: 'The material says so.',
});
