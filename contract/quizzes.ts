import { z } from 'zod';
import { evidence } from './evidence.ts';
import { boundedText, entityId, entityIdText, requiredText, timestamp } from './fields.ts';

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
  outcomes: z.array(boundedText(5)).max(10).optional(),
  criteria: z.enum(['mcq', 'difficulty', 'outcomes']).optional(),
  sections: z
    .array(z.int().min(0))
    .max(200)
    .optional()
    .meta({ description: 'Only ask about these sections of the lesson, as the coverage map numbers them.' }),
});
export type GenerateQuestionsRequest = z.infer<typeof generateQuestionsRequest>;

export const saveQuestionSetRequest = z.object({
  question_set_id: entityId,
  name: requiredText(300, 'Give the quiz a name.'),
});
export const renameQuestionSetRequest = z.object({ name: requiredText(300, 'Give the quiz a name.') });

/** Where an item has its flaw; `set` is beside another question of the same set. */
export const FLAW_PLACES = ['stem', 'options', 'evidence', 'set'] as const;
export type FlawPlace = (typeof FLAW_PLACES)[number];

export const flaw = z.object({
  code: z.string(),
  message: z.string().meta({ description: 'What is wrong, in which words, and how to mend it.' }),
  place: z.enum(FLAW_PLACES).optional(),
  option_index: z.int().nullable().optional().meta({ description: 'From 0, where one option is at fault.' }),
  words: z.array(z.string()).optional().meta({ description: 'The words at fault, as they stand.' }),
});

export type Flaw = z.infer<typeof flaw>;

/** Who wrote a question: the rules (`composer` on the wire), a language model, or the instructor by hand. */
export const QUESTION_WRITERS = ['composer', 'language_model', 'instructor'] as const;
export type QuestionWriter = (typeof QUESTION_WRITERS)[number];

export const questionOption = z.object({ id: entityId, text: z.string(), is_correct: z.boolean() });

export const question = z.object({
  id: entityId,
  text: z.string(),
  type: z.enum(ANSWER_STYLES),
  blooms_taxonomy: z.enum(BLOOM_LEVELS),
  level_found: z.enum(BLOOM_LEVELS).meta({
    description: 'The Bloom level that a classifier of its own finds; the writer claims `blooms_taxonomy`.',
  }),
  difficulty: z.enum(DIFFICULTIES),
  difficulty_reason: z.string().meta({ description: 'What makes it so hard, in a sentence.' }),
  outcome: z.object({ short_name: z.string() }).nullable(),
  options: z.array(questionOption),
  explanation: z.string(),
  evidence: evidence
    .nullable()
    .meta({ description: 'Null for a question written by hand that cites nothing.' }),
  flaws: z.array(flaw),
  key_points: z.array(z.string()),
  rubric: z.string().nullable(),
  written_by: z.enum(QUESTION_WRITERS),
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
  version: z.int().meta({ description: 'From 1; rises each time edited questions are published.' }),
  has_draft: z.boolean().meta({ description: 'Whether edits wait that are not published yet.' }),
});
export type QuestionSet = z.infer<typeof questionSet>;

export const shortfall = z.object({ asked: z.int(), made: z.int(), reason: z.string() });
export type Shortfall = z.infer<typeof shortfall>;

/** What a language model had to do with a set; null where none is configured. */
export const questionSetWriter = z.object({
  model: z.string(),
  questions_of_model: z.int(),
  questions_of_composer: z.int(),
  input_tokens: z.int(),
  output_tokens: z.int(),
  note: z.string().nullable().meta({ description: 'Why the model wrote none, or not all, in a sentence.' }),
});
export type QuestionSetWriter = z.infer<typeof questionSetWriter>;

/** The answer of every call about one question set. */
export const questionSetWithQuestions = z.object({
  question_set: questionSet,
  questions: z.array(question),
  shortfall: shortfall.nullable().meta({ description: 'Why fewer questions came than were asked for.' }),
  writer: questionSetWriter.nullable(),
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
