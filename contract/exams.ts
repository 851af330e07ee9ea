import { z } from 'zod';
import { MAXIMUM_OUTCOMES, OUTCOME_SHORT_NAME_MAXIMUM_LENGTH } from './courses.ts';
import {
  countQuestions,
  EXAM_LESSONS_MAXIMUM,
  EXAM_NAME_MAXIMUM_LENGTH,
  EXAM_QUESTIONS_MAXIMUM,
  EXAM_VERSIONS,
  keyOfCell,
} from './exam-cells.ts';
import { boundedText, entityId, freeText } from './fields.ts';
import { codedMessage } from './messages/sent-message.ts';
import { QUESTION_BANK_STATUSES } from './question-bank.ts';
import { ANSWER_STYLES, BLOOM_LEVELS, type AnswerStyle, type BloomLevel } from './question-kinds.ts';
import { questionSet } from './quizzes.ts';
import { fieldText } from './messages/field-messages.ts';

const minutes = z
  .number()
  .min(0.5, fieldText('at_least', { minimum: 0.5 }))
  .max(240, fieldText('at_most', { maximum: 240 }));
const minutesByLevel = z.object(
  Object.fromEntries(BLOOM_LEVELS.map((level) => [level, minutes])) as Record<BloomLevel, typeof minutes>,
);

/** How many questions of one kind each version has. */
export const blueprintCell = z.object({
  outcome: boundedText(OUTCOME_SHORT_NAME_MAXIMUM_LENGTH)
    .nullable()
    .meta({ description: 'Short name of the outcome that the questions test; null: those that test none.' }),
  level: z.enum(BLOOM_LEVELS, fieldText('bloom_level')),
  answer_style: z.enum(ANSWER_STYLES, fieldText('answer_style')),
  count: z
    .int(fieldText('whole_number'))
    .min(1, fieldText('at_least', { minimum: 1 }))
    .max(EXAM_QUESTIONS_MAXIMUM, fieldText('at_most', { maximum: EXAM_QUESTIONS_MAXIMUM })),
});
export type BlueprintCell = z.infer<typeof blueprintCell>;

/** What an exam asks: outcomes × levels with counts. */
export const examBlueprint = z.object({
  name: freeText(EXAM_NAME_MAXIMUM_LENGTH),
  lesson_ids: z
    .array(entityId)
    .max(EXAM_LESSONS_MAXIMUM, fieldText('exam_lessons_too_many', { maximum: EXAM_LESSONS_MAXIMUM }))
    .meta({ description: 'Lessons of the course whose question banks the exam draws from.' }),
  version_count: z
    .int(fieldText('whole_number'))
    .min(1, fieldText('at_least', { minimum: 1 }))
    .max(EXAM_VERSIONS.length, fieldText('at_most', { maximum: EXAM_VERSIONS.length })),
  minutes: z
    .object({ multiple_choice: minutesByLevel, essay: minutesByLevel })
    .meta({ description: 'Estimated minutes for a question of each style and level.' }),
  cells: z
    .array(blueprintCell)
    .max((MAXIMUM_OUTCOMES + 1) * BLOOM_LEVELS.length * ANSWER_STYLES.length)
    .refine((cells) => new Set(cells.map(keyOfCell)).size === cells.length, fieldText('exam_cells_alike'))
    .refine(
      (cells) => countQuestions(cells) <= EXAM_QUESTIONS_MAXIMUM,
      fieldText('questions_too_many', { maximum: EXAM_QUESTIONS_MAXIMUM }),
    ),
});
export type ExamBlueprint = z.infer<typeof examBlueprint>;

/** A minute for a question that is recognized, two for one that is thought through, and some to write an essay. */
export const USUAL_MINUTES: Record<AnswerStyle, Record<BloomLevel, number>> = {
  multiple_choice: { remember: 1, understand: 1, apply: 2, analyze: 2, evaluate: 2, create: 2 },
  essay: { remember: 5, understand: 8, apply: 10, analyze: 15, evaluate: 15, create: 20 },
};

export const examLesson = z.object({
  id: entityId,
  title: z.string(),
  has_text: z.boolean().meta({ description: 'Without text it has no questions yet.' }),
  ready_count: z.int().meta({ description: 'Questions in its bank.' }),
  status: z.enum(QUESTION_BANK_STATUSES),
  note: z.string().nullable(),
  note_coded: codedMessage.nullable(),
});
export type ExamLesson = z.infer<typeof examLesson>;

export const plannedCell = blueprintCell.extend({
  drawn_count: z.int().meta({ description: 'How many of them every version gets.' }),
  lesson_ids: z.array(entityId).meta({
    description:
      'Where questions are missing: the chosen lessons that have material for more, the most fitting first.',
  }),
});

/** What the blueprint gives now. Nothing of it is stored. */
export const examPlan = z.object({
  blueprint: examBlueprint,
  outcomes: z.array(z.object({ short_name: z.string(), description: z.string() })),
  lessons: z.array(examLesson).meta({ description: 'Every lesson of the course that can have questions.' }),
  ready: z.array(blueprintCell).meta({ description: 'What the banks of the chosen lessons hold.' }),
  cells: z.array(plannedCell),
  versions: z.array(
    z.object({
      name: z.enum(EXAM_VERSIONS),
      question_count: z.int(),
      shared_count: z
        .int()
        .meta({ description: 'Questions that another version has too, in another order.' }),
    }),
  ),
  total_minutes: z.number().meta({ description: 'For one version, all cells filled.' }),
  is_matching: z.boolean().meta({
    description: 'Whether questions are being matched with the outcomes, which changed. Ask again soon.',
  }),
});
export type ExamPlan = z.infer<typeof examPlan>;

/** The versions as saved quizzes, with the plan that they fulfil. */
export const createdExam = z.object({ question_sets: z.array(questionSet), plan: examPlan });
export type CreatedExam = z.infer<typeof createdExam>;
