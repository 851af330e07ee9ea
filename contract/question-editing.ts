import { z } from 'zod';
import { entityId, entityIdText, idParameters, opaqueId, storableText, timestamp } from './fields.ts';
import {
  ANSWER_STYLES,
  BLOOM_LEVELS,
  EDITED_EXPLANATION_MAXIMUM_LENGTH,
  EDITED_OPTION_MAXIMUM_LENGTH,
  EDITED_OPTIONS_MAXIMUM,
  EDITED_QUESTIONS_MAXIMUM,
  EDITED_RUBRIC_MAXIMUM_LENGTH,
  EDITED_STEM_MAXIMUM_LENGTH,
  KEY_POINT_MAXIMUM_LENGTH,
  KEY_POINTS_MAXIMUM,
} from './question-kinds.ts';
import {
  DIFFICULTIES,
  flawDismissals,
  judgedQuestion,
  QUESTION_WRITERS,
  questionSet,
  questionSetWithQuestions,
} from './quizzes.ts';
import { countQuizCharacters, QUIZ_CHARACTERS_MAXIMUM } from './quiz-length.ts';
import { codedMessage } from './messages/sent-message.ts';
import { fieldText } from './messages/field-messages.ts';

/**
 * Text that is being typed: white space is kept until it is published. Half a character, left over where text
 * was cut, becomes a replacement character: PostgreSQL keeps no such halves.
 */
const typedText = (maximum: number) => storableText(maximum).transform((text) => text.toWellFormed());

export const editedOption = z.object({
  text: typedText(EDITED_OPTION_MAXIMUM_LENGTH),
  is_correct: z.boolean(),
});

/** Page and seconds follow from the passage and the words; what is sent of them is left aside. */
export const editedEvidence = z.object({
  quote: typedText(2_000),
  passage_id: opaqueId,
});

/** A question as it is being edited: nothing needs to be complete yet. */
export const editedQuestion = z.object({
  id: entityId
    .nullable()
    .optional()
    .meta({ description: 'Of the published question it was; null or absent for a new one.' }),
  text: typedText(EDITED_STEM_MAXIMUM_LENGTH),
  type: z.enum(ANSWER_STYLES),
  blooms_taxonomy: z.enum(BLOOM_LEVELS),
  difficulty: z.enum(DIFFICULTIES),
  outcome: typedText(5).nullable().meta({ description: 'Short name of the outcome it serves.' }),
  options: z
    .array(editedOption)
    .max(EDITED_OPTIONS_MAXIMUM, fieldText('options_too_many', { maximum: EDITED_OPTIONS_MAXIMUM })),
  explanation: typedText(EDITED_EXPLANATION_MAXIMUM_LENGTH),
  evidence: editedEvidence.nullable(),
  key_points: z
    .array(typedText(KEY_POINT_MAXIMUM_LENGTH))
    .max(KEY_POINTS_MAXIMUM, fieldText('key_points_too_many', { maximum: KEY_POINTS_MAXIMUM })),
  rubric: typedText(EDITED_RUBRIC_MAXIMUM_LENGTH).nullable(),
  dismissed_flaws: flawDismissals,
  written_by: z.enum(QUESTION_WRITERS),
  is_draft: z.boolean().default(false).meta({
    description: 'Sent back as it was while the question is unchanged; an edited question is no draft.',
  }),
});
export type EditedQuestion = z.infer<typeof editedQuestion>;

const editedQuestions = z
  .array(editedQuestion)
  .max(EDITED_QUESTIONS_MAXIMUM, fieldText('questions_too_many', { maximum: EDITED_QUESTIONS_MAXIMUM }))
  .refine(
    (questions) => countQuizCharacters(questions) <= QUIZ_CHARACTERS_MAXIMUM,
    fieldText('quiz_too_long', { maximum: QUIZ_CHARACTERS_MAXIMUM }),
  );

/** What the editor sends: its questions, and what it had opened. */
const edits = {
  based_on_version: entityId.meta({ description: 'The set’s version that was edited.' }),
  updated_at: timestamp.nullable().optional().meta({
    description:
      'The draft’s `updated_at` as the editor saw it, null when there was no draft; left out, whatever draft is there is overwritten.',
  }),
  questions: editedQuestions,
  save_id: z.uuid().optional().meta({
    description:
      'Chosen by the client, and makes a save idempotent: a retry after a lost response returns the first result.',
  }),
  unanswered_publication: z.uuid().nullable().optional().meta({
    description:
      'The `save_id` of a publication whose response was lost. If it was stored, these edits are based on it.',
  }),
};

/** `PUT …/draft/`: keeps edits apart from the published questions. */
export const saveDraftRequest = z.object(edits);
export type SaveDraftRequest = z.infer<typeof saveDraftRequest>;

/** `POST …/publish/`: these questions take the place of the published ones. */
export const publishRequest = z.object(edits);
export type PublishRequest = z.infer<typeof publishRequest>;

/** `POST …/review/`: the instructor accepts drafts of the small model, or makes them drafts again. */
export const reviewQuestionsRequest = z.object({
  question_ids: z
    .array(entityId)
    .min(1, fieldText('candidates_missing'))
    .max(EDITED_QUESTIONS_MAXIMUM, fieldText('questions_too_many', { maximum: EDITED_QUESTIONS_MAXIMUM })),
  is_draft: z.boolean(),
});
export type ReviewQuestionsRequest = z.infer<typeof reviewQuestionsRequest>;

/** `POST …/review/skip/`: rejects a question and replaces it. */
export const skipQuestionRequest = z.object({ question_id: entityId });
export type SkipQuestionRequest = z.infer<typeof skipQuestionRequest>;

/** `PUT …/questions/{question_id}/`: edits one question in the review. */
export const editedQuestionParameters = idParameters.extend({ question_id: entityIdText });

/** What an instructor can do to a question in a review, and undo. */
export const REVIEW_STEPS = ['accepted', 'edited', 'skipped'] as const;
export type ReviewStep = (typeof REVIEW_STEPS)[number];

export const reviewedQuestionSet = questionSetWithQuestions.extend({
  question_id: entityId.nullable().meta({
    description: 'The replacement, edited or restored question; null if there is none.',
  }),
  undone: z.enum(REVIEW_STEPS).nullable().meta({ description: 'The step that was undone; otherwise null.' }),
});
export type ReviewedQuestionSet = z.infer<typeof reviewedQuestionSet>;

/** A question in the editor, with what the checker finds in it. May be sent back as an {@link editedQuestion}. */
export const draftQuestion = judgedQuestion.extend({
  id: entityId.nullable().meta({ description: 'Of the published question it was; null for a new one.' }),
  difficulty: z.enum(DIFFICULTIES).meta({ description: 'As its writer says.' }),
  difficulty_found: z
    .enum(DIFFICULTIES)
    .meta({ description: 'As estimated from its features, for `difficulty_reason`.' }),
  outcome: z.string().nullable().meta({ description: 'Short name of the outcome it serves.' }),
});
export type DraftQuestion = z.infer<typeof draftQuestion>;

/** What the editor opens: the draft, or the published questions when there is none. */
export const questionSetDraft = z.object({
  question_set: questionSet,
  questions: z.array(draftQuestion),
  based_on_version: z.int(),
  updated_at: timestamp.nullable().meta({ description: 'When the draft was last kept; null without one.' }),
  is_draft: z.boolean(),
});
export type QuestionSetDraft = z.infer<typeof questionSetDraft>;

export const questionSetVersion = z.object({
  version: z.int(),
  question_count: z.int(),
  created_at: timestamp.meta({ description: 'When it was published.' }),
  is_current: z.boolean(),
});
export type QuestionSetVersion = z.infer<typeof questionSetVersion>;

/** Newest first. */
export const questionSetVersionList = z.array(questionSetVersion);

/** Questions of an older version carry no ids: they are no longer there to be changed. */
export const questionSetVersionWithQuestions = questionSetVersion.extend({
  questions: z.array(draftQuestion),
});
export type QuestionSetVersionWithQuestions = z.infer<typeof questionSetVersionWithQuestions>;

export const versionParameters = idParameters.extend({ version: entityIdText });

/** `POST …/regenerate/`: one question more, other than those the editor holds. */
export const regenerateQuestionRequest = z.object({
  avoid: z
    .array(typedText(EDITED_STEM_MAXIMUM_LENGTH))
    .max(EDITED_QUESTIONS_MAXIMUM, fieldText('questions_too_many', { maximum: EDITED_QUESTIONS_MAXIMUM }))
    .meta({ description: 'Stems of the questions that are there, the one to replace included.' }),
  answer_style: z
    .enum(ANSWER_STYLES, fieldText('answer_style'))
    .optional()
    .meta({ description: 'As the set’s, unless given.' }),
  taxonomy_level: z.enum(BLOOM_LEVELS, fieldText('bloom_level')).optional(),
  section: z
    .int()
    .min(0)
    .optional()
    .meta({ description: 'Only ask about this section, as the coverage map numbers them.' }),
});
export type RegenerateQuestionRequest = z.infer<typeof regenerateQuestionRequest>;

/** Nothing of it is stored. Exactly one of the two is null. */
export const regeneratedQuestion = z.object({
  question: draftQuestion.nullable(),
  reason: z.string().nullable().meta({ description: 'Why there is no further question, in a sentence.' }),
  reason_coded: codedMessage.nullable().default(null),
});
export type RegeneratedQuestion = z.infer<typeof regeneratedQuestion>;
