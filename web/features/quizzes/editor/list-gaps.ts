import { PUBLISHED_OPTIONS_MINIMUM } from '#contract/question-kinds.ts';
import type { EditorQuestion } from './editor-question.ts';

/** What a question lacks to be answered by anybody: the server refuses to publish it. */
export type Gap = 'stem' | 'options' | 'key' | 'optionText';

export interface QuestionGaps {
  readonly key: string;
  /** From 1. */
  readonly number: number;
  readonly gaps: readonly Gap[];
}

/** The questions that are not complete yet, in order. */
export function listGaps(questions: readonly EditorQuestion[]): QuestionGaps[] {
  return questions
    .map((question, index) => ({ key: question.key, number: index + 1, gaps: gapsOf(question) }))
    .filter(({ gaps }) => gaps.length > 0);
}

function gapsOf({ text, type, options }: EditorQuestion): Gap[] {
  const isChoice = type === 'multiple_choice';
  const gaps: [Gap, boolean][] = [
    ['stem', text.trim() === ''],
    ['options', isChoice && options.length < PUBLISHED_OPTIONS_MINIMUM],
    ['key', isChoice && options.filter(({ isCorrect }) => isCorrect).length !== 1],
    ['optionText', isChoice && options.some((option) => option.text.trim() === '')],
  ];
  return gaps.filter(([, isThere]) => isThere).map(([gap]) => gap);
}
