import { z } from 'zod';
import { evidence } from './evidence.ts';
import { entityId, entityIdText, requiredText, timestamp } from './fields.ts';

export const QUESTION_COUNT_MINIMUM = 1;
export const QUESTION_COUNT_MAXIMUM = 50;
export const QUESTION_COUNT_DEFAULT = 10;
const QUESTION_COUNT_MESSAGE = `Number of questions must be between ${QUESTION_COUNT_MINIMUM} and ${QUESTION_COUNT_MAXIMUM}.`;

export const ANSWER_STYLES = ['multiple_choice', 'essay'] as const;
export type AnswerStyle = (typeof ANSWER_STYLES)[number];
/** Levels of the revised Bloom taxonomy (Anderson and Krathwohl, 2001), lowest first. */
export const BLOOM_LEVELS = ['remember', 'understand', 'apply', 'analyze', 'evaluate', 'create'] as const;
export type BloomLevel = (typeof BLOOM_LEVELS)[number];
export const DIFFICULTIES = ['easy', 'medium', 'hard'] as const;
export type Difficulty = (typeof DIFFICULTIES)[number];

export const generateQuestionsRequest = z.object({
  lesson_id: entityId,
  answer_style: z.enum(ANSWER_STYLES, 'Choose multiple_choice or essay.').default('multiple_choice'),
  n: z
    .int(QUESTION_COUNT_MESSAGE)
    .min(QUESTION_COUNT_MINIMUM, QUESTION_COUNT_MESSAGE)
    .max(QUESTION_COUNT_MAXIMUM, QUESTION_COUNT_MESSAGE)
    .default(QUESTION_COUNT_DEFAULT),
  name: requiredText(300, 'Give the quiz a name.').optional(),
  taxonomy_levels: z.array(z.enum(BLOOM_LEVELS, 'Is not a Bloom level.')).max(BLOOM_LEVELS.length).optional(),
  difficulty: z.enum([...DIFFICULTIES, 'mixed'], 'Choose easy, medium, hard or mixed.').optional(),
  outcomes: z.array(z.string().max(5)).max(10).optional(),
  criteria: z.enum(['mcq', 'difficulty', 'outcomes']).optional(),
});
export type GenerateQuestionsRequest = z.infer<typeof generateQuestionsRequest>;

export const saveQuestionSetRequest = z.object({
  question_set_id: entityId,
  name: requiredText(300, 'Give the quiz a name.'),
});
export const renameQuestionSetRequest = z.object({ name: requiredText(300, 'Give the quiz a name.') });

export const questionOption = z.object({ id: entityId, text: z.string(), is_correct: z.boolean() });

export const question = z.object({
  id: entityId,
  text: z.string(),
  type: z.enum(ANSWER_STYLES),
  blooms_taxonomy: z.enum(BLOOM_LEVELS),
  difficulty: z.enum(DIFFICULTIES),
  outcome: z.object({ short_name: z.string() }).nullable(),
  options: z.array(questionOption),
  explanation: z.string(),
  evidence,
  flaws: z.array(z.object({ code: z.string(), message: z.string() })),
  key_points: z.array(z.string()),
  rubric: z.string().nullable(),
});
export type Question = z.infer<typeof question>;

export const questionSet = z.object({
  id: entityId,
  name: z.string(),
  answer_style: z.enum(ANSWER_STYLES),
  question_count: z.int(),
  created_at: timestamp,
  lesson_id: entityId,
  saved_at: timestamp.nullable(),
});
export type QuestionSet = z.infer<typeof questionSet>;

export const shortfall = z.object({ asked: z.int(), made: z.int(), reason: z.string() });
export type Shortfall = z.infer<typeof shortfall>;

/** The answer of every call about one question set. */
export const questionSetWithQuestions = z.object({
  question_set: questionSet,
  questions: z.array(question),
  shortfall: shortfall.nullable().meta({ description: 'Why fewer questions came than were asked for.' }),
});
export type QuestionSetWithQuestions = z.infer<typeof questionSetWithQuestions>;

export const questionSetList = z.array(questionSet);
export const questionSetQuery = z.object({ question_set_id: entityIdText });
export const questionSetListQuery = z.object({
  course_id: entityIdText.optional(),
  saved: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'With `false`, the sets that were made and not saved; otherwise the saved ones.' }),
});
