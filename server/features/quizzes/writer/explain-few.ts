interface Few {
  /** How many good questions there are. */
  readonly made: number;
  /** Whether no language model wrote them. */
  readonly isByRules: boolean;
  readonly answerStyle: 'multiple_choice' | 'essay';
}

/** How many good questions Lectern could write, for the instructor who wanted more, and what to do. It says nothing about the lesson. */
export function explainFew({ made, isByRules, answerStyle }: Few): string {
  const count =
    made === 0 ? 'no good question' : `only ${made === 1 ? 'one good question' : `${made} good questions`}`;
  return isByRules && answerStyle === 'multiple_choice'
    ? `Lectern could write ${count} here without a language model. Connect one, request essay questions, or write a question yourself.`
    : `Lectern could write ${count} here. Write one yourself, choose a sentence to ask about, or try again.`;
}
