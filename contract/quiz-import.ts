import { z } from 'zod';
import { requiredText } from './fields.ts';
import { fieldText } from './messages/field-messages.ts';
import { draftQuestion, editedQuestion } from './question-editing.ts';
import { EDITED_QUESTIONS_MAXIMUM } from './question-kinds.ts';

export const IMPORT_FILE_BYTES = 20 * 1024 * 1024;
/** Questions of one file, those that cannot be imported included. */
export const IMPORTED_ITEMS_MAXIMUM = 500;

export const IMPORT_FORMATS = [
  'gift',
  'moodle_xml',
  'aiken',
  'qti_1',
  'qti_2',
  'qti_3',
  'csv',
  'json',
] as const;
export type ImportFormatName = (typeof IMPORT_FORMATS)[number];

/** Why a part of a file cannot become a question of a quiz. */
export const UNREAD_REASONS = [
  'matching',
  'numerical',
  'cloze',
  'short_answer',
  'ordering',
  'calculated',
  'graphic',
  'file_upload',
  'description',
  'several_parts',
  'other_type',
  'several_right',
  'no_right',
  'too_few_options',
  'too_many_options',
  'empty_option',
  'empty_question',
  'too_long',
  'broken',
] as const;
export type UnreadReason = (typeof UNREAD_REASONS)[number];

/** What a question had in its file and does not have here. */
export const IMPORT_NOTES = [
  'images',
  'media',
  'formulas',
  'tables',
  'option_feedback',
  'partial_credit',
  'points',
  'hints',
  'tags',
  'level_estimated',
  'difficulty_estimated',
  'cut_explanation',
  'cut_essay_notes',
  'outcome_unknown',
] as const;
export type ImportNote = (typeof IMPORT_NOTES)[number];

const place = z.object({
  item: z.int().meta({ description: 'Which question of the file, from 1.' }),
  line: z
    .int()
    .nullable()
    .meta({ description: 'Where it begins in its file, from 1; null where files have no lines.' }),
  file: z.string().nullable().meta({ description: 'Its file in a package; null outside of packages.' }),
});
export type ImportPlace = z.infer<typeof place>;

/** `POST …/questions-import/preview/`: nothing is changed. */
export const importPreview = z.object({
  format: z.enum(IMPORT_FORMATS),
  name: z.string().nullable().meta({ description: 'What the file calls the quiz, or null.' }),
  lesson_has_text: z.boolean().meta({ description: 'False while there is nothing to find evidence in.' }),
  questions: z.array(
    z.object({
      place,
      question: draftQuestion.meta({
        description:
          'Send it back to import it. Its evidence is null where the lesson does not contain the answer.',
      }),
      notes: z.array(z.enum(IMPORT_NOTES)),
    }),
  ),
  unread: z.array(
    z.object({
      place,
      reason: z.enum(UNREAD_REASONS),
      detail: z.string().nullable().meta({ description: 'What the file calls the type, or what is broken.' }),
      text: z.string().meta({ description: 'The part as plain text.' }),
    }),
  ),
});
export type ImportPreview = z.infer<typeof importPreview>;
export type PreviewedQuestion = ImportPreview['questions'][number];
export type UnreadPart = ImportPreview['unread'][number];

/** `POST …/questions-import/`: a new saved quiz with these questions. */
export const importQuestionsRequest = z.object({
  name: requiredText(300, fieldText('quiz_name_missing')),
  questions: z
    .array(editedQuestion)
    .min(1, fieldText('candidates_missing'))
    .max(EDITED_QUESTIONS_MAXIMUM, fieldText('questions_too_many', { maximum: EDITED_QUESTIONS_MAXIMUM })),
});
export type ImportQuestionsRequest = z.infer<typeof importQuestionsRequest>;
