const WHAT_TO_DO = 'Write one yourself, choose a sentence to ask about, or try again.';

/** How many good questions Lectern could write, for the instructor who wanted more. It says nothing about the lesson. */
export function explainShortfall(made: number): string {
  if (made === 0) return `Lectern could write no good question here. ${WHAT_TO_DO}`;
  return `Lectern could write only ${made === 1 ? 'one good question' : `${made} good questions`} here. ${WHAT_TO_DO}`;
}
