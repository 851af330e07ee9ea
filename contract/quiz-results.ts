import { z } from 'zod';
import { evidence } from './evidence.ts';
import { entityId, entityIdText, storableText, timestamp } from './fields.ts';
import { ANSWER_STYLES, BLOOM_LEVELS, DIFFICULTIES } from './quizzes.ts';

export const GRADE_COMMENT_MAXIMUM_LENGTH = 5_000;

/** Below 10 answers nothing is judged; below 30 a result is labelled as a small sample. */
export const SAMPLE_SIZES = ['too_few', 'small', 'sufficient'] as const;
export type SampleSize = (typeof SAMPLE_SIZES)[number];

export const WEAKNESS_CODES = [
  'key_rejected',
  'distractor_preferred',
  'discriminates_negatively',
  'discriminates_little',
  'too_easy',
  'too_hard',
] as const;

const share = z.number().meta({ description: 'From 0 to 1.' });

/** Who chose an option: how many, and which share of the stronger and of the weaker students. */
export const optionShares = z.object({
  count: z.int(),
  stronger: share.nullable().meta({ description: 'Null for fewer than two students.' }),
  weaker: share.nullable(),
});
export type OptionShares = z.infer<typeof optionShares>;

export const questionResult = z.object({
  key: z.int().meta({ description: 'Stays the same over versions while the question’s text does.' }),
  question_id: entityId
    .nullable()
    .meta({ description: 'Of the quiz when the version was made; null for a question that is not in it.' }),
  lesson_id: entityId,
  text: z.string(),
  type: z.enum(ANSWER_STYLES),
  blooms_taxonomy: z.enum(BLOOM_LEVELS),
  outcome: z.string().nullable(),
  evidence: evidence.nullable(),
  versions: z.array(z.int()).meta({ description: 'The versions of the shared quiz that contain it.' }),
  is_current: z.boolean().meta({ description: 'Whether the latest version contains it.' }),
  answer_count: z.int().meta({ description: 'Students with a graded answer, empty answers included.' }),
  ungraded_count: z.int(),
  sample: z.enum(SAMPLE_SIZES),
  facility: share.nullable().meta({ description: 'Mean score, as a share of the question’s points.' }),
  discrimination: z.number().nullable().meta({
    description: 'Correlation with the score on the other questions, from −1 to 1.',
  }),
  predicted_difficulty: z.enum(DIFFICULTIES),
  observed_difficulty: z.enum(DIFFICULTIES).nullable(),
  median_seconds: z.number().nullable(),
  options: z.array(z.object({ text: z.string(), is_correct: z.boolean(), shares: optionShares })),
  no_answer: optionShares.nullable().meta({ description: 'Null for an essay.' }),
  groups: z.object({
    size: z.int(),
    kind: z.enum(['halves', 'upper_and_lower_27_percent']),
  }),
  weaknesses: z
    .array(z.object({ code: z.enum(WEAKNESS_CODES), option: z.int().nullable() }))
    .meta({ description: 'The gravest first. `option` counts from 0.' }),
});
export type QuestionResult = z.infer<typeof questionResult>;

/** How well the class did on one learning outcome, or on one section of a lesson. */
const understanding = {
  mean: share,
  answer_count: z.int(),
  sample: z.enum(SAMPLE_SIZES),
  is_understood: z.boolean().meta({ description: 'Whether the class won at least 60 % of the points.' }),
  question_keys: z.array(z.int()),
  revisit: z.array(z.object({ lesson_id: entityId, evidence })).meta({
    description:
      'Where the lesson explains what the class missed: the evidence of its questions, hardest first.',
  }),
};
export const outcomeResult = z.object({ outcome: z.string(), ...understanding });
export type OutcomeResult = z.infer<typeof outcomeResult>;
export const sectionResult = z.object({
  lesson_id: entityId,
  lesson_title: z.string(),
  title: z.string(),
  page: z.int().nullable(),
  start_second: z.number().nullable(),
  ...understanding,
});
export type SectionResult = z.infer<typeof sectionResult>;

export const studentResult = z.object({
  attempt_id: entityId,
  student_name: z.string().meta({ description: 'Empty where students give no name.' }),
  student_number: z.string(),
  attempt_number: z.int(),
  version: z.int(),
  started_at: timestamp,
  submitted_at: timestamp.nullable().meta({ description: 'Null: still under way.' }),
  seconds: z.int().nullable(),
  has_late_answers: z.boolean(),
  late_accepted: z.boolean().meta({ description: 'Whether late answers count instead of those in time.' }),
  points: z.number(),
  maximum: z.int().meta({ description: 'Points of the graded questions.' }),
  ungraded_keys: z.array(z.int()),
});
export type StudentResult = z.infer<typeof studentResult>;

export const scoreSummary = z.object({
  count: z.int(),
  mean: share,
  median: share,
  standard_deviation: z.number().nullable(),
  lowest: share,
  highest: share,
  histogram: z.array(z.int()).meta({ description: 'Students from 0 %, 10 %, …, 90 % on.' }),
});

/** Statistics count each student's first submitted attempt; the list of students has all attempts. */
export const quizResults = z.object({
  shared_quiz_id: entityId,
  question_set_id: entityId,
  lesson_id: entityId,
  name: z.string(),
  code: z.string(),
  version: z.int(),
  counted_attempts: z.int(),
  sample: z.enum(SAMPLE_SIZES),
  scores: scoreSummary.nullable(),
  reliability: z
    .object({ coefficient: z.number(), kind: z.enum(['kr20', 'alpha']) })
    .nullable()
    .meta({ description: 'Null where students had different questions, or scores do not differ.' }),
  median_seconds: z.number().nullable(),
  questions: z.array(questionResult),
  outcomes: z.array(outcomeResult).meta({ description: 'Least understood first.' }),
  sections: z.array(sectionResult).meta({ description: 'Least understood first.' }),
  students: z.array(studentResult),
});
export type QuizResults = z.infer<typeof quizResults>;

export const attemptResultParameters = z.object({ id: entityIdText, attempt_id: entityIdText });
export const answerGradeParameters = attemptResultParameters.extend({ key: entityIdText });

/** A key point of an essay, and where the answer seems to make it. */
export const keyPointInAnswer = z.object({
  text: z.string(),
  start: z.int().nullable().meta({ description: 'Place in the answer; null where it was not found.' }),
  end: z.int().nullable(),
});
export type KeyPointInAnswer = z.infer<typeof keyPointInAnswer>;

export const answerResult = z.object({
  key: z.int(),
  text: z.string(),
  type: z.enum(ANSWER_STYLES),
  options: z.array(z.object({ text: z.string(), is_correct: z.boolean() })),
  choice: z.int().nullable(),
  answer: z.string().nullable(),
  points: z.number().nullable().meta({ description: 'From 0 to 1; null for an essay without points.' }),
  comment: z.string(),
  is_late: z.boolean(),
  late: z
    .object({ choice: z.int().nullable(), answer: z.string().nullable() })
    .nullable()
    .meta({ description: 'What the student answered after the time was up, where it does not count.' }),
  seconds: z.int(),
  key_points: z.array(keyPointInAnswer),
  rubric: z.string().nullable(),
  explanation: z.string(),
  evidence: evidence.nullable(),
  lesson_id: entityId,
});
export type AnswerResult = z.infer<typeof answerResult>;

/** One attempt: to print, and to grade. Questions in the order in which the student saw them. */
export const attemptResult = z.object({
  quiz_name: z.string(),
  student: studentResult,
  answers: z.array(answerResult),
});
export type AttemptResult = z.infer<typeof attemptResult>;

export const gradeRequest = z.object({
  points: z.number().min(0).max(1).nullable().meta({ description: 'Null takes the points back.' }),
  comment: storableText(GRADE_COMMENT_MAXIMUM_LENGTH).trim().default(''),
});
export type GradeRequest = z.infer<typeof gradeRequest>;

export const acceptLateRequest = z.object({ late_accepted: z.boolean() });

export const resultsExportQuery = z.object({ format: z.enum(['csv', 'xlsx']) });
