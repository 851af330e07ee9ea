import type { BankCandidate } from '#contract/question-bank.ts';
import type { Question } from '#contract/quizzes.ts';
import type { SnapshotQuestion } from '#contract/shared-quizzes.ts';

/** A candidate is no question of the quiz. */
type CandidateOfBank = Omit<BankCandidate, 'id'> & { readonly id: null };

/**
 * The questions of a quiz as a version keeps them.
 * @param before of the previous version: a question whose text is the same keeps its key.
 */
export function takeSnapshot(
  lessonId: number,
  questions: readonly (Question | CandidateOfBank)[],
  before: readonly SnapshotQuestion[],
): SnapshotQuestion[] {
  const keyOf = new Map(before.map(({ text, key }) => [text, key]));
  let highest = Math.max(0, ...before.map(({ key }) => key));
  return questions.map((question) => {
    const known = keyOf.get(question.text);
    // Two questions with one text are two questions.
    keyOf.delete(question.text);
    if (known === undefined) highest += 1;
    return {
      key: known ?? highest,
      question_id: question.id,
      lesson_id: lessonId,
      text: question.text,
      type: question.type,
      blooms_taxonomy: question.blooms_taxonomy,
      difficulty: question.difficulty,
      outcome: question.outcome?.short_name ?? null,
      options: question.options.map(({ text, is_correct: isCorrect }) => ({ text, is_correct: isCorrect })),
      explanation: question.explanation,
      evidence: question.evidence,
      key_points: question.key_points,
      rubric: question.rubric,
    };
  });
}

/** Whether an answer to one is an answer to the other. */
export const isSameQuestion = (one: SnapshotQuestion, other: SnapshotQuestion): boolean =>
  one.text === other.text &&
  one.type === other.type &&
  JSON.stringify(one.options) === JSON.stringify(other.options);
