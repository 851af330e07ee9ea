import type { Question } from '#contract/quizzes.ts';

/** @param option the index of the chosen option; undefined before one is chosen */
export const isRightAnswer = (
  question: Pick<Question, 'options'> | undefined,
  option: number | undefined,
): boolean => option !== undefined && question?.options[option]?.is_correct === true;
