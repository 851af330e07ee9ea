/*
 * The kinds and limits of questions, without zod: a screen that needs no more than these does not load the schemas.
 */

export const ANSWER_STYLES = ['multiple_choice', 'essay'] as const;
export type AnswerStyle = (typeof ANSWER_STYLES)[number];
/** Levels of the revised Bloom taxonomy (Anderson and Krathwohl, 2001), lowest first. */
export const BLOOM_LEVELS = ['remember', 'understand', 'apply', 'analyze', 'evaluate', 'create'] as const;
export type BloomLevel = (typeof BLOOM_LEVELS)[number];

export const EDITED_QUESTIONS_MAXIMUM = 100;
