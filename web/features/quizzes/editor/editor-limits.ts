/*
 * The limits of contract/question-editing.ts, written here again since importing them would bring the whole validation
 * library along; `editor-limits.test.ts` keeps them equal.
 */
export const QUESTIONS_MAXIMUM = 100;
export const OPTIONS_MAXIMUM = 8;
export const OPTIONS_MINIMUM = 2;
export const KEY_POINTS_MAXIMUM = 20;
export const STEM_MAXIMUM_LENGTH = 2_000;
export const OPTION_MAXIMUM_LENGTH = 1_000;
export const EXPLANATION_MAXIMUM_LENGTH = 5_000;
export const RUBRIC_MAXIMUM_LENGTH = 10_000;
export const KEY_POINT_MAXIMUM_LENGTH = 1_000;
export const DISMISSAL_REASON_MAXIMUM_LENGTH = 300;
