import { z } from 'zod';
import { evidence } from './evidence.ts';
import { timestamp } from './fields.ts';
import { fieldText } from './messages/field-messages.ts';
import { ANSWER_STYLES, BLOOM_LEVELS, DIFFICULTIES } from './quizzes.ts';

export const EXPORT_FORMATS = [
  'moodle_xml',
  'gift',
  'qti_1_2',
  'qti_2_1',
  'qti_3_0',
  'aiken',
  'kahoot',
  'wayground',
  'anki',
  'csv',
  'json',
] as const;
export type ExportFormatName = (typeof EXPORT_FORMATS)[number];

export const exportQuery = z.object({ format: z.enum(EXPORT_FORMATS, fieldText('export_format')) });

/** Of a course: all saved quizzes, or the question banks of all lessons. */
export const COURSE_CONTENTS = ['quizzes', 'question_banks'] as const;
export type CourseContent = (typeof COURSE_CONTENTS)[number];
export const courseExportOptionsQuery = z.object({
  content: z.enum(COURSE_CONTENTS, fieldText('export_content')).default('quizzes'),
});
export const courseExportQuery = exportQuery.extend(courseExportOptionsQuery.shape);

/**
 * What a format cannot hold. `essays` and `long_texts` are left out, `line_breaks` become spaces, of `many_options` some wrong
 * ones are dropped, and everything else is dropped.
 */
export const EXPORT_LOSSES = [
  'essays',
  'long_texts',
  'many_options',
  'explanations',
  'evidence',
  'levels',
  'outcomes',
  'key_points',
  'rubrics',
  'line_breaks',
] as const;
export type ExportLossCode = (typeof EXPORT_LOSSES)[number];

export const exportOptions = z.array(
  z.object({
    format: z.enum(EXPORT_FORMATS),
    question_count: z.int().meta({ description: 'How many questions a file in this format would have.' }),
    losses: z
      .array(z.object({ code: z.enum(EXPORT_LOSSES), question_count: z.int() }))
      .meta({ description: 'What a file in this format would lack, and how many questions that affects.' }),
  }),
);
export type ExportOptions = z.infer<typeof exportOptions>;

/** The JSON format. A later version only adds fields, or raises `version`. */
export const exportedQuiz = z.object({
  format: z.literal('lectern-quiz'),
  version: z.literal(1),
  name: z.string().meta({ description: 'Of the quiz, the lesson of a question bank, or the course.' }),
  lesson_title: z.string().meta({ description: 'Empty for a course: each of its questions has its own.' }),
  created_at: timestamp,
  questions: z.array(
    z.object({
      quiz: z
        .string()
        .optional()
        .meta({ description: 'Name of its quiz; only for the quizzes of a course.' }),
      lesson_title: z
        .string()
        .optional()
        .meta({ description: 'Of its lesson, where that is not the lesson of the whole file.' }),
      text: z.string().meta({ description: 'Plain text; code is between lines of three or more backticks.' }),
      type: z.enum(ANSWER_STYLES),
      blooms_taxonomy: z.enum(BLOOM_LEVELS),
      difficulty: z.enum(DIFFICULTIES),
      outcome: z.string().nullable().meta({ description: 'Short name of the outcome.' }),
      options: z.array(z.object({ text: z.string(), is_correct: z.boolean() })),
      explanation: z.string(),
      evidence: evidence.omit({ passage_id: true }).nullable(),
      key_points: z.array(z.string()),
      rubric: z.string().nullable(),
    }),
  ),
});
export type ExportedQuiz = z.infer<typeof exportedQuiz>;
export type ExportedQuestion = Omit<ExportedQuiz['questions'][number], 'quiz' | 'lesson_title'>;
