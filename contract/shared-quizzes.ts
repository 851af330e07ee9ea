import { z } from 'zod';
import { evidence } from './evidence.ts';
import { boundedText, entityId, entityIdText, storableText, timestamp } from './fields.ts';
import { ANSWER_STYLES, BLOOM_LEVELS, DIFFICULTIES } from './quizzes.ts';

/** Attempts of one shared quiz, previews left aside: enough for the largest lecture, and an end for a script that joins forever. */
export const ATTEMPTS_PER_QUIZ_MAXIMUM = 5_000;
export const ATTEMPTS_PER_STUDENT_MAXIMUM = 20;
export const TIME_LIMIT_MINUTES_MAXIMUM = 1_440;
export const EXTENSION_MINUTES_MAXIMUM = 1_440;
export const PASSCODE_MAXIMUM_LENGTH = 40;
export const STUDENT_NAME_MAXIMUM_LENGTH = 100;

/** Whom an attempt belongs to: no one in particular, whoever gives a name, or a member of a class list. */
export const STUDENT_IDENTITIES = ['anonymous', 'name', 'class_list'] as const;
export type StudentIdentity = (typeof STUDENT_IDENTITIES)[number];
/** How much a student sees of how they did. Each includes the ones before it; `full` adds the reason and the evidence. */
export const FEEDBACK_CONTENTS = ['none', 'score', 'correct_answers', 'full'] as const;
export type FeedbackContent = (typeof FEEDBACK_CONTENTS)[number];
/** When: after each answer, which is then final; when the attempt is submitted; when the quiz has closed. */
export const FEEDBACK_TIMES = ['immediately', 'at_end', 'after_closing'] as const;
export type FeedbackTime = (typeof FEEDBACK_TIMES)[number];
/** What of the lesson a student may open from the evidence of a question. */
export const LESSON_ACCESSES = ['none', 'passages', 'lesson'] as const;
export type LessonAccess = (typeof LESSON_ACCESSES)[number];

/** Where the questions of an attempt come from. */
export const DRAW_SOURCES = ['quiz', 'bank'] as const;
export type DrawSource = (typeof DRAW_SOURCES)[number];

const minutes = (maximum: number) => z.int().min(1).max(maximum);

export const sharedQuizSettings = z.object({
  opens_at: timestamp.nullable().meta({ description: 'Null: open since it was shared.' }),
  closes_at: timestamp.nullable().meta({ description: 'Null: open until it is closed.' }),
  attempts_allowed: z.int().min(1).max(ATTEMPTS_PER_STUDENT_MAXIMUM).nullable().meta({
    description:
      'Of one student; null for any number. Without a class list, students can begin again under another name.',
  }),
  time_limit_minutes: minutes(TIME_LIMIT_MINUTES_MAXIMUM).nullable(),
  shuffle_questions: z.boolean(),
  shuffle_options: z.boolean(),
  draw_count: z
    .int()
    .min(1)
    .nullable()
    .meta({ description: 'Each attempt draws so many of the questions at random; null for all of them.' }),
  draw_from: z.enum(DRAW_SOURCES).meta({
    description:
      'bank: from the quiz and the candidates of the lesson’s question bank. A change makes a new version.',
  }),
  feedback_content: z.enum(FEEDBACK_CONTENTS),
  feedback_time: z.enum(FEEDBACK_TIMES),
  student_identity: z.enum(STUDENT_IDENTITIES),
  class_list_id: entityId.nullable(),
  passcode: storableText(PASSCODE_MAXIMUM_LENGTH).trim().nullable(),
  lesson_access: z.enum(LESSON_ACCESSES),
});
export type SharedQuizSettings = z.infer<typeof sharedQuizSettings>;

/** What one click on Share yields. */
export const DEFAULT_SHARED_QUIZ_SETTINGS: SharedQuizSettings = {
  opens_at: null,
  closes_at: null,
  attempts_allowed: 1,
  time_limit_minutes: null,
  shuffle_questions: true,
  shuffle_options: true,
  draw_count: null,
  draw_from: 'quiz',
  feedback_content: 'full',
  feedback_time: 'at_end',
  student_identity: 'name',
  class_list_id: null,
  passcode: null,
  lesson_access: 'passages',
};

/**
 * A question as a version of a shared quiz keeps it, with its key. `key` names the question in attempts and answers; a question
 * whose text stays the same keeps its key in the next version, so results can follow it.
 */
export const snapshotQuestion = z.object({
  key: z.int(),
  question_id: entityId.nullable().meta({ description: 'Of the quiz, when the version was made.' }),
  lesson_id: entityId,
  text: z.string(),
  type: z.enum(ANSWER_STYLES),
  blooms_taxonomy: z.enum(BLOOM_LEVELS),
  difficulty: z.enum(DIFFICULTIES).meta({ description: 'As predicted by whoever wrote it.' }),
  outcome: z.string().nullable(),
  options: z
    .array(z.object({ text: z.string(), is_correct: z.boolean() }))
    .meta({ description: 'In the order of the quiz; answers name an option by its place here, from 0.' }),
  explanation: z.string(),
  evidence: evidence.nullable(),
  key_points: z.array(z.string()),
  rubric: z.string().nullable(),
});
export type SnapshotQuestion = z.infer<typeof snapshotQuestion>;
export const snapshotQuestions = z.array(snapshotQuestion);

export const SHARED_QUIZ_STATES = ['scheduled', 'open', 'closed'] as const;
export type SharedQuizState = (typeof SHARED_QUIZ_STATES)[number];

/** A quiz that students can take, as its instructor sees it. */
export const sharedQuiz = z.object({
  id: entityId,
  code: z.string().meta({ description: 'The link is /q/ and this code.' }),
  question_set_id: entityId,
  lesson_id: entityId,
  name: z.string(),
  state: z.enum(SHARED_QUIZ_STATES),
  settings: sharedQuizSettings,
  version: z.int().meta({ description: 'From 1; rises each time edited questions are given to students.' }),
  question_count: z.int(),
  is_outdated: z.boolean().meta({ description: 'The quiz has been published again since this version.' }),
  attempt_count: z.int(),
  open_attempt_count: z.int(),
  created_at: timestamp,
  server_time: timestamp,
});
export type SharedQuiz = z.infer<typeof sharedQuiz>;
export const sharedQuizList = z.array(sharedQuiz);
export const sharedQuizListQuery = z.object({ question_set_id: entityIdText.optional() });

/** `PATCH`: settings that are left out stay as they are. */
export const changeSharedQuizRequest = sharedQuizSettings.partial();
export type ChangeSharedQuizRequest = z.infer<typeof changeSharedQuizRequest>;

/** What becomes of attempts that are under way when students get edited questions. */
export const OPEN_ATTEMPT_CHOICES = ['keep', 'move'] as const;
export const updateVersionRequest = z.object({
  open_attempts: z.enum(OPEN_ATTEMPT_CHOICES).meta({
    description:
      'keep: they finish with the questions that they began with. move: they get the new ones, and answers to questions that did not change stay.',
  }),
});

export const extendRequest = z.object({ minutes: minutes(EXTENSION_MINUTES_MAXIMUM) });

/** The token of an attempt of one's own, which counts in no result. */
export const previewLink = z.object({ token: z.string() });

export const attemptParameters = z.object({ id: entityIdText, attempt_id: entityIdText });

/** How far a student is. `correct` is null for essays and where nothing was answered. */
export const liveAttempt = z.object({
  id: entityId,
  student_name: z.string().meta({ description: 'Empty where students give no name.' }),
  attempt_number: z.int(),
  version: z.int(),
  started_at: timestamp,
  deadline_at: timestamp.nullable(),
  submitted_at: timestamp.nullable(),
  seen_at: timestamp,
  extra_seconds: z.int(),
  question_count: z.int(),
  answers: z.array(
    z.object({
      key: z.int(),
      choice: z.int().nullable(),
      is_answered: z.boolean(),
      is_correct: z.boolean().nullable(),
      is_late: z.boolean(),
    }),
  ),
});
export type LiveAttempt = z.infer<typeof liveAttempt>;

export const liveQuiz = z.object({
  quiz: sharedQuiz,
  questions: snapshotQuestions.meta({ description: 'Of the current version.' }),
  attempts: z.array(liveAttempt),
  server_time: timestamp,
});
export type LiveQuiz = z.infer<typeof liveQuiz>;

/** A class list, without the codes: only their hashes are stored. */
export const classList = z.object({
  id: entityId,
  name: boundedText(200),
  member_count: z.int(),
  created_at: timestamp,
});
export type ClassList = z.infer<typeof classList>;
export const classListList = z.array(classList);
