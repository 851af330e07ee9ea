import { z } from 'zod';
import { evidence } from './evidence.ts';
import { entityId, entityIdText, storableText, timestamp } from './fields.ts';
import { ANSWER_STYLES } from './quizzes.ts';
import {
  FEEDBACK_CONTENTS,
  FEEDBACK_TIMES,
  LESSON_ACCESSES,
  PASSCODE_MAXIMUM_LENGTH,
  SHARED_QUIZ_STATES,
  STUDENT_IDENTITIES,
  STUDENT_NAME_MAXIMUM_LENGTH,
} from './shared-quizzes.ts';

/** About eight printed pages. */
export const ESSAY_ANSWER_MAXIMUM_LENGTH = 20_000;

/** Without characters that are mistaken for each other; upper and lower case and hyphens make no difference. */
export const quizCodeParameters = z.object({ code: z.string().max(20) });

/** What anyone with the link sees before joining: no question. */
export const quizInvitation = z.object({
  name: z.string(),
  state: z.enum(SHARED_QUIZ_STATES),
  opens_at: timestamp.nullable(),
  closes_at: timestamp.nullable(),
  student_identity: z.enum(STUDENT_IDENTITIES),
  needs_passcode: z.boolean(),
  question_count: z.int(),
  time_limit_minutes: z.int().nullable(),
  attempts_allowed: z.int().nullable(),
  feedback_content: z.enum(FEEDBACK_CONTENTS),
  feedback_time: z.enum(FEEDBACK_TIMES),
  server_time: timestamp,
});
export type QuizInvitation = z.infer<typeof quizInvitation>;

export const joinRequest = z.object({
  name: storableText(STUDENT_NAME_MAXIMUM_LENGTH).trim().optional(),
  code: storableText(40).trim().optional().meta({
    description:
      'The personal code of a class list, or the code that continues an attempt on another device.',
  }),
  passcode: storableText(PASSCODE_MAXIMUM_LENGTH).trim().optional(),
});
export type JoinRequest = z.infer<typeof joinRequest>;

/** Send the token as `Authorization: Bearer` with every call about the attempt. */
export const joinedAttempt = z.object({ token: z.string() });

/** A question without anything that gives its answer away. */
export const attemptQuestion = z.object({
  key: z.int(),
  text: z.string(),
  type: z.enum(ANSWER_STYLES),
  options: z.array(z.object({ id: z.int().meta({ description: 'To choose it.' }), text: z.string() })),
});

/** What the settings allow a student to see of one answer. Fields that they do not allow are absent. */
export const answerFeedback = z.object({
  key: z.int(),
  points: z
    .number()
    .nullable()
    .meta({ description: 'From 0 to 1; null for an essay that has no points yet.' }),
  comment: z.string().optional(),
  correct_option: z.int().nullable().optional(),
  explanation: z.string().optional(),
  key_points: z.array(z.string()).optional(),
  evidence: evidence.nullable().optional(),
});
export type AnswerFeedback = z.infer<typeof answerFeedback>;

export const savedAnswer = z.object({
  key: z.int(),
  choice: z.int().nullable(),
  text: z.string().nullable(),
  is_flagged: z.boolean(),
  is_final: z
    .boolean()
    .meta({ description: 'Checked with immediate feedback; it can no longer be changed.' }),
  is_late: z.boolean(),
  seconds_spent: z.int(),
});
export type SavedAnswer = z.infer<typeof savedAnswer>;

/** Everything the student's page shows of an attempt. */
export const studentAttempt = z.object({
  quiz_name: z.string(),
  student_name: z.string(),
  resume_code: z.string().nullable().meta({
    description: 'Continues the attempt on another device; null with a class list, whose personal code does.',
  }),
  is_preview: z.boolean(),
  attempt_number: z.int(),
  may_start_again: z.boolean(),
  questions: z.array(attemptQuestion),
  answers: z.array(savedAnswer),
  started_at: timestamp,
  deadline_at: timestamp.nullable(),
  submitted_at: timestamp.nullable(),
  server_time: timestamp,
  feedback_content: z.enum(FEEDBACK_CONTENTS),
  feedback_time: z.enum(FEEDBACK_TIMES),
  feedback_from: timestamp.nullable().meta({ description: 'When a closing time decides.' }),
  lesson_access: z.enum(LESSON_ACCESSES),
  score: z
    .object({ points: z.number(), maximum: z.int(), ungraded: z.int() })
    .nullable()
    .meta({ description: 'Null while the settings do not allow it.' }),
  feedback: z
    .array(answerFeedback)
    .meta({ description: 'Of the questions whose feedback may be shown now.' }),
});
export type StudentAttempt = z.infer<typeof studentAttempt>;

export const answerParameters = z.object({ key: entityIdText });

/**
 * Saves one answer. `device` and `sequence` make a repeated or delayed call harmless: of one device, only a higher sequence
 * replaces what is saved.
 */
export const saveAnswerRequest = z.object({
  choice: z.int().min(0).nullable(),
  text: storableText(ESSAY_ANSWER_MAXIMUM_LENGTH).nullable(),
  is_flagged: z.boolean(),
  is_final: z.boolean().default(false),
  seconds_spent: z.int().min(0).max(86_400),
  device: z.string().regex(/^[\w-]{8,40}$/),
  sequence: z.int().min(1),
});
export type SaveAnswerRequest = z.infer<typeof saveAnswerRequest>;

/** Sent once the answer is durable. */
export const answerSaved = z.object({
  saved: savedAnswer,
  deadline_at: timestamp.nullable(),
  submitted_at: timestamp.nullable(),
  server_time: timestamp,
  feedback: answerFeedback.nullable(),
});
export type AnswerSaved = z.infer<typeof answerSaved>;

/** The passage that a question rests on, and the lesson where the settings allow it. */
export const attemptEvidence = z.object({
  text: z.string(),
  quote: z.string(),
  page: z.int().nullable(),
  start_second: z.number().nullable(),
  lesson: z
    .object({
      title: z.string(),
      kind: z.enum(['video', 'pdf', 'text', 'document']),
      url: z.string().nullable(),
    })
    .nullable(),
});
export type AttemptEvidence = z.infer<typeof attemptEvidence>;

/** An attempt with its answers, as the account export contains it. */
export const exportedAttempt = z.object({
  id: entityId,
  student_name: z.string(),
  version: z.int(),
  is_preview: z.boolean(),
  started_at: timestamp,
  deadline_at: timestamp.nullable(),
  submitted_at: timestamp.nullable(),
  answers: z.array(
    savedAnswer.extend({ answered_at: timestamp, points: z.number().nullable(), comment: z.string() }),
  ),
});
