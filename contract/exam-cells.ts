import { EDITED_QUESTIONS_MAXIMUM, type AnswerStyle, type BloomLevel } from './question-kinds.ts';

/*
 * What an exam's blueprint is counted by, without zod: the screen of an exam does not load the schemas.
 */

/** A quiz has no more. */
export const EXAM_QUESTIONS_MAXIMUM = EDITED_QUESTIONS_MAXIMUM;
export const EXAM_LESSONS_MAXIMUM = 50;
/** Each becomes a quiz whose name ends with its letter. */
export const EXAM_VERSIONS = ['A', 'B', 'C'] as const;
export type ExamVersion = (typeof EXAM_VERSIONS)[number];
/** A quiz's name has 300, and the letter takes two. */
export const EXAM_NAME_MAXIMUM_LENGTH = 298;

export interface CellKind {
  outcome: string | null;
  level: BloomLevel;
  answer_style: AnswerStyle;
}

export const keyOfCell = ({ outcome, level, answer_style: style }: CellKind): string =>
  JSON.stringify([style, level, outcome]);

export const countQuestions = (cells: readonly { readonly count: number }[]): number =>
  cells.reduce((sum, { count }) => sum + count, 0);

/** For one version, as far as the estimates go. */
export const countMinutes = ({
  cells,
  minutes: each,
}: {
  readonly cells: readonly (CellKind & { readonly count: number })[];
  readonly minutes: Readonly<Record<AnswerStyle, Readonly<Record<BloomLevel, number>>>>;
}): number =>
  cells.reduce((sum, { count, level, answer_style: style }) => sum + count * each[style][level], 0);
