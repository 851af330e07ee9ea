import { z } from 'zod';
import { evidence } from './evidence.ts';
import { boundedText, entityId, entityIdText, opaqueId, requiredText, timestamp } from './fields.ts';
import { before } from './lists.ts';
import { modelUse } from './model-use.ts';
import { codedMessage } from './messages/sent-message.ts';
import { fieldText } from './messages/field-messages.ts';
import { FLAW_CODES, FORMER_FLAW_CODES } from './flaw-codes.ts';
import {
  ANSWER_STYLES,
  BLOOM_LEVELS,
  DIFFICULTIES,
  DISMISSAL_REASON_MAXIMUM_LENGTH,
  QUESTION_COUNT_DEFAULT,
  QUESTION_COUNT_MAXIMUM,
  QUESTION_COUNT_MINIMUM,
  type AnswerStyle,
  type BloomLevel,
  type Difficulty,
} from './question-kinds.ts';
import { fromWire } from './wire-names.ts';

export { ANSWER_STYLES, BLOOM_LEVELS, DIFFICULTIES, type AnswerStyle, type BloomLevel, type Difficulty };

const QUESTION_COUNT_MESSAGE = fieldText('question_count', {
  minimum: QUESTION_COUNT_MINIMUM,
  maximum: QUESTION_COUNT_MAXIMUM,
});

export const generateQuestionsRequestOnTheWire = z.object({
  lesson_id: entityId,
  answer_style: z.enum(ANSWER_STYLES, fieldText('answer_style')).default('multiple_choice'),
  n: z
    .int(QUESTION_COUNT_MESSAGE)
    .min(QUESTION_COUNT_MINIMUM, QUESTION_COUNT_MESSAGE)
    .max(QUESTION_COUNT_MAXIMUM, QUESTION_COUNT_MESSAGE)
    .default(QUESTION_COUNT_DEFAULT),
  name: requiredText(300, fieldText('quiz_name_missing')).optional(),
  taxonomy_levels: z
    .array(z.enum(BLOOM_LEVELS, fieldText('bloom_level')))
    .max(BLOOM_LEVELS.length)
    .optional(),
  difficulty: z.enum([...DIFFICULTIES, 'mixed'], fieldText('difficulty')).optional(),
  outcomes: z.array(boundedText(5)).max(10).optional(),
  criteria: z.enum(['mcq', 'difficulty', 'outcomes']).optional(),
  sections: z
    .array(z.int().min(0))
    .max(200)
    .optional()
    .meta({ description: 'Only ask about these sections of the lesson, as the coverage map numbers them.' }),
  passage_ids: z
    .array(opaqueId)
    .max(200)
    .optional()
    .meta({ description: 'Only ask about these passages, such as those that an answer cites.' }),
  pages: z.array(z.int().min(1)).max(200).optional().meta({ description: 'Only ask about these pages.' }),
});
export const generateQuestionsRequest = generateQuestionsRequestOnTheWire.transform(
  ({ criteria, ...request }) => ({
    ...fromWire(request),
    ...(criteria === undefined ? {} : { criteria: criteria === 'mcq' ? ('levels' as const) : criteria }),
  }),
);
export type GenerateQuestionsRequest = z.output<typeof generateQuestionsRequest>;

export const saveQuestionSetRequest = z.object({
  question_set_id: entityId,
  name: requiredText(300, fieldText('quiz_name_missing')),
});
export const renameQuestionSetRequest = z.object({ name: requiredText(300, fieldText('quiz_name_missing')) });

/** Where a question has its flaw; `set` is beside another question of the same set. */
export const FLAW_PLACES = ['stem', 'options', 'evidence', 'set'] as const;
export type FlawPlace = (typeof FLAW_PLACES)[number];

export const flaw = z.object({
  code: z.string(),
  message: z.string().meta({ description: 'What is wrong, in which words, and how to fix it.' }),
  place: z.enum(FLAW_PLACES).optional(),
  option_index: z.int().nullable().optional().meta({ description: 'From 0, where one option is at fault.' }),
  words: z.array(z.string()).optional().meta({ description: 'The words at fault, as they stand.' }),
});

export type Flaw = z.infer<typeof flaw>;

/** A question without exactly one right answer cannot be published, so that flaw cannot be dismissed. */
const dismissibleFlawCode = z
  .enum([...FLAW_CODES, ...FORMER_FLAW_CODES])
  .exclude(['key_count'], fieldText('flaw_not_dismissible'));

/** A flaw that the instructor accepts. A question has at most one of each code. */
export const flawDismissal = z.object({
  code: dismissibleFlawCode,
  reason: requiredText(DISMISSAL_REASON_MAXIMUM_LENGTH, fieldText('dismissal_reason_missing')),
});
export type FlawDismissal = z.infer<typeof flawDismissal>;

export const flawDismissals = z.array(flawDismissal).max(FLAW_CODES.length).default([]);

/**
 * Who wrote a question: a language model, the small local model, or the instructor by hand. Questions marked `composer` were written
 * by the rules of earlier versions.
 */
export const QUESTION_WRITERS = ['composer', 'language_model', 'small_model', 'instructor'] as const;
export type QuestionWriter = (typeof QUESTION_WRITERS)[number];

export const draftMark = z.boolean().meta({
  description: 'Whether the small model wrote it and no one has accepted or edited it yet.',
});

/** An option that has no id: of a candidate, a draft or an older version. */
const optionText = z.object({ text: z.string(), is_correct: z.boolean() });
export const questionOption = optionText.extend({ id: entityId });

/** What every question has: of a quiz, in the question bank and in the editor. */
export const questionContent = z.object({
  text: z.string(),
  type: z.enum(ANSWER_STYLES),
  blooms_taxonomy: z.enum(BLOOM_LEVELS),
  difficulty: z.enum(DIFFICULTIES),
  options: z.array(optionText),
  explanation: z.string(),
  evidence: evidence
    .nullable()
    .meta({ description: 'Null for a question written by hand that cites nothing.' }),
  flaws: z.array(flaw).meta({ description: 'Includes those that were dismissed.' }),
  key_points: z.array(z.string()),
  rubric: z.string().nullable(),
  written_by: z.enum(QUESTION_WRITERS),
  is_draft: draftMark,
});

/** What a question of a quiz has too, published or not. */
export const judgedQuestion = questionContent.extend({
  level_found: z.enum(BLOOM_LEVELS).meta({
    description: 'The Bloom level that an independent classifier finds; the writer claims `blooms_taxonomy`.',
  }),
  difficulty_reason: z.string().meta({ description: 'Why this difficulty, in a sentence.' }),
  difficulty_reason_coded: codedMessage,
  dismissed_flaws: flawDismissals,
});

export const question = judgedQuestion.extend({
  id: entityId,
  outcome: z.object({ short_name: z.string() }).nullable(),
  options: z.array(questionOption),
});
export type Question = z.infer<typeof question>;

export const questionSet = z.object({
  id: entityId,
  name: z.string(),
  answer_style: z.enum(ANSWER_STYLES),
  question_count: z.int(),
  created_at: timestamp,
  lesson_id: entityId,
  lesson_title: z.string(),
  taxonomy_levels: z
    .array(z.enum(BLOOM_LEVELS))
    .meta({ description: 'Of its published questions, lowest first.' }),
  saved_at: timestamp.nullable(),
  version: z.int().meta({ description: 'From 1; rises each time edited questions are published.' }),
  has_draft: z.boolean().meta({ description: 'Whether edits wait that are not published yet.' }),
});
export type QuestionSet = z.infer<typeof questionSet>;

export const shortfall = z.object({
  asked: z.int(),
  made: z.int(),
  reason: z.string(),
  reason_coded: codedMessage.nullable(),
});
export type Shortfall = z.infer<typeof shortfall>;

/** A language model's part in a set; null where none is configured. The tokens are those of the set's questions. */
export const questionSetWriter = z.object({
  model: z.string(),
  input_tokens: z.int(),
  output_tokens: z.int(),
  cost: modelUse.shape.cost,
  note: z.string().nullable().meta({ description: 'Why the model wrote none, or not all, in a sentence.' }),
  note_coded: codedMessage.nullable(),
});
export type QuestionSetWriter = z.infer<typeof questionSetWriter>;

/** The answer of every call about one question set. */
export const questionSetWithQuestions = z.object({
  question_set: questionSet,
  questions: z.array(question),
  shortfall: shortfall.nullable().meta({ description: 'Why fewer questions came than were asked for.' }),
  writer: questionSetWriter.nullable(),
  uncovered_outcomes: z.array(z.string()).meta({
    description:
      'Short names of the outcomes that no question tests: of those requested, or of the course’s where none was.',
  }),
});
export type QuestionSetWithQuestions = z.infer<typeof questionSetWithQuestions>;

/** The mix that a request would give now. */
export const quizPreview = z.object({
  ready: z
    .int()
    .meta({ description: 'How many of the requested questions are ready. The others are written first.' }),
  by_level: z.array(z.object({ level: z.enum(BLOOM_LEVELS), count: z.int() })),
  by_difficulty: z.array(z.object({ difficulty: z.enum(DIFFICULTIES), count: z.int() })),
  by_outcome: z.array(z.object({ short_name: z.string(), count: z.int() })),
  uncovered_outcomes: z.array(z.string()),
});
export type QuizPreview = z.infer<typeof quizPreview>;

export const questionSetList = z.array(questionSet);
export const questionSetQuery = z.object({ question_set_id: entityIdText });
export const questionSetListQuery = z.object({
  before,
  course_id: entityIdText.optional(),
  saved: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'With `false`, the sets that were made and not saved; otherwise the saved ones.' }),
});
