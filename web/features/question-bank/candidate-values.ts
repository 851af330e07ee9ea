import type { BankCandidate, EditCandidateRequest } from '#contract/question-bank.ts';

/*
 * The limits of contract/question-bank.ts, written here again since importing them would bring the whole validation
 * library along; `candidate-values.test.ts` keeps them equal.
 */
export const STEM_MAXIMUM_LENGTH = 2_000;
export const ANSWER_MAXIMUM_LENGTH = 500;
export const EXPLANATION_MAXIMUM_LENGTH = 2_000;
export const ANSWERS_MAXIMUM = 6;
export const ANSWERS_MINIMUM = 2;

export interface AnswerValue {
  /** Stays the same while answers are added and removed. */
  readonly key: number;
  readonly text: string;
  readonly isRight: boolean;
}

export interface CandidateValues {
  readonly text: string;
  readonly answers: readonly AnswerValue[];
  readonly explanation: string;
}

export type CandidateProblem =
  | { readonly field: 'text'; readonly problem: 'text' }
  | { readonly field: 'answer'; readonly key: number; readonly problem: 'answer' | 'twoAlike' }
  | { readonly field: 'key'; readonly problem: 'key' };

export const toValues = (candidate: BankCandidate): CandidateValues => ({
  text: candidate.text,
  answers: candidate.options.map((option, key) => ({ key, text: option.text, isRight: option.is_correct })),
  explanation: candidate.explanation,
});

const plain = (text: string): string => text.trim().toLowerCase();

/** What must be fixed before the question can be saved, in the order of the form. */
export function listProblems({ text, answers }: CandidateValues): CandidateProblem[] {
  const problems: CandidateProblem[] = [];
  if (text.trim() === '') problems.push({ field: 'text', problem: 'text' });
  for (const [place, answer] of answers.entries()) {
    if (answer.text.trim() === '') problems.push({ field: 'answer', key: answer.key, problem: 'answer' });
    else if (answers.slice(0, place).some((other) => plain(other.text) === plain(answer.text)))
      problems.push({ field: 'answer', key: answer.key, problem: 'twoAlike' });
  }
  if (answers.length > 0 && answers.filter(({ isRight }) => isRight).length !== 1)
    problems.push({ field: 'key', problem: 'key' });
  return problems;
}

export const toEditRequest = (values: CandidateValues): EditCandidateRequest => ({
  text: values.text.trim(),
  options: values.answers.map(({ text, isRight }) => ({ text: text.trim(), is_correct: isRight })),
  explanation: values.explanation.trim(),
});

export const withRightAnswer = (values: CandidateValues, key: number): CandidateValues => ({
  ...values,
  answers: values.answers.map((answer) => ({ ...answer, isRight: answer.key === key })),
});

export const withAnswerText = (values: CandidateValues, key: number, text: string): CandidateValues => ({
  ...values,
  answers: values.answers.map((answer) => (answer.key === key ? { ...answer, text } : answer)),
});

export const withAddedAnswer = (values: CandidateValues): CandidateValues => ({
  ...values,
  answers: [
    ...values.answers,
    { key: Math.max(-1, ...values.answers.map(({ key }) => key)) + 1, text: '', isRight: false },
  ],
});

export const withoutAnswer = (values: CandidateValues, key: number): CandidateValues => ({
  ...values,
  answers: values.answers.filter((answer) => answer.key !== key),
});
