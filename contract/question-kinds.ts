/*
 * The kinds and limits of questions, without zod: a screen that needs no more than these does not load the schemas.
 */

export const ANSWER_STYLES = ['multiple_choice', 'essay'] as const;
export type AnswerStyle = (typeof ANSWER_STYLES)[number];
/** Levels of the revised Bloom taxonomy (Anderson and Krathwohl, 2001), lowest first. */
export const BLOOM_LEVELS = ['remember', 'understand', 'apply', 'analyze', 'evaluate', 'create'] as const;
export type BloomLevel = (typeof BLOOM_LEVELS)[number];

export const DIFFICULTIES = ['easy', 'medium', 'hard'] as const;
export type Difficulty = (typeof DIFFICULTIES)[number];

export const QUESTION_COUNT_MINIMUM = 1;
export const QUESTION_COUNT_MAXIMUM = 50;
export const QUESTION_COUNT_DEFAULT = 10;

export const EDITED_QUESTIONS_MAXIMUM = 100;
export const EDITED_OPTIONS_MAXIMUM = 8;
export const EDITED_STEM_MAXIMUM_LENGTH = 2_000;
export const EDITED_OPTION_MAXIMUM_LENGTH = 1_000;
export const EDITED_EXPLANATION_MAXIMUM_LENGTH = 5_000;
export const EDITED_RUBRIC_MAXIMUM_LENGTH = 10_000;
export const KEY_POINTS_MAXIMUM = 20;
export const KEY_POINT_MAXIMUM_LENGTH = 1_000;
export const DISMISSAL_REASON_MAXIMUM_LENGTH = 300;
/** A multiple-choice question with fewer options cannot be published. */
export const PUBLISHED_OPTIONS_MINIMUM = 2;
