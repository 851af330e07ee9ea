import { z } from 'zod';
import { evidence } from './evidence.ts';
import { boundedText, entityId, entityIdText, requiredText, timestamp } from './fields.ts';
import {
  EDITED_EXPLANATION_MAXIMUM_LENGTH,
  EDITED_OPTION_MAXIMUM_LENGTH,
  EDITED_OPTIONS_MAXIMUM,
  EDITED_STEM_MAXIMUM_LENGTH,
  QUESTION_COUNT_MAXIMUM,
} from './question-kinds.ts';
import { BLOOM_LEVELS, DIFFICULTIES, questionContent } from './quizzes.ts';
import { codedMessage } from './messages/sent-message.ts';
import { fieldText } from './messages/field-messages.ts';

/**
 * `off`: nothing is prepared because no language model is connected, or because PREPARE_QUESTIONS is off and no one requested questions. `waiting`: the lesson has no text
 * yet, or the job is queued. `failed`: `note` says why, and what to do.
 */
export const QUESTION_BANK_STATUSES = ['off', 'waiting', 'preparing', 'ready', 'failed'] as const;
export type QuestionBankStatus = (typeof QUESTION_BANK_STATUSES)[number];

/** How far the preparation of a lesson's candidates is. */
export const questionBankState = z.object({
  lesson_id: entityId,
  status: z.enum(QUESTION_BANK_STATUSES),
  ready_count: z.int().meta({ description: 'Candidates that can be used now; rejected ones do not count.' }),
  target_count: z.int().meta({ description: 'How many candidates the preparation aims for.' }),
  seconds_left: z
    .int()
    .nullable()
    .meta({ description: 'Estimate; null while there is nothing to estimate from.' }),
  writer: z
    .string()
    .nullable()
    .meta({ description: 'The language model that writes; null if none is connected.' }),
  note: z.string().nullable().meta({ description: 'One sentence for the instructor, or null.' }),
  note_coded: codedMessage.nullable(),
});
export type QuestionBankState = z.infer<typeof questionBankState>;

/** A generated question that is kept with its lesson until it is chosen for a quiz. */
export const bankCandidate = questionContent.extend({
  id: entityId,
  lesson_id: entityId,
  outcome: z.object({ short_name: z.string() }).nullable(),
  evidence,
  section: z.int().meta({ description: 'Section of the lesson, from 0, as in the coverage map.' }),
  section_title: z.string(),
  used_in: z.array(z.object({ question_set_id: entityId, name: z.string() })).meta({
    description: 'Quizzes of this lesson that contain the question.',
  }),
  is_edited: z.boolean(),
  created_at: timestamp,
});
export type BankCandidate = z.infer<typeof bankCandidate>;

/** Candidates come best first. */
export const questionBank = z.object({ bank: questionBankState, candidates: z.array(bankCandidate) });
export type QuestionBank = z.infer<typeof questionBank>;

/** `PUT /api/question-bank/{id}/`: the candidate as the instructor wants it. */
export const editCandidateRequest = z.object({
  text: requiredText(EDITED_STEM_MAXIMUM_LENGTH, fieldText('question_text_missing')),
  options: z
    .array(
      z.object({
        text: requiredText(EDITED_OPTION_MAXIMUM_LENGTH, fieldText('answer_missing')),
        is_correct: z.boolean(),
      }),
    )
    .max(EDITED_OPTIONS_MAXIMUM, fieldText('options_too_many', { maximum: EDITED_OPTIONS_MAXIMUM })),
  explanation: boundedText(EDITED_EXPLANATION_MAXIMUM_LENGTH).optional(),
  blooms_taxonomy: z.enum(BLOOM_LEVELS).optional(),
  difficulty: z.enum(DIFFICULTIES).optional(),
});
export type EditCandidateRequest = z.infer<typeof editCandidateRequest>;

/**
 * `POST /api/question-sets/from_bank/`: puts candidates into a quiz, in the order given. With `question_set_id` they are
 * appended to that quiz as a new version; without it a new unsaved quiz is made. Without candidates and a name, the answer is the
 * quiz that was started this way before, as long as it has no published questions.
 */
export const questionsFromBankRequest = z.object({
  lesson_id: entityId,
  candidate_ids: z
    .array(entityId)
    .max(QUESTION_COUNT_MAXIMUM, fieldText('candidates_too_many', { maximum: QUESTION_COUNT_MAXIMUM })),
  question_set_id: entityId.optional(),
  name: requiredText(300, fieldText('quiz_name_missing')).optional(),
});
export type QuestionsFromBankRequest = z.infer<typeof questionsFromBankRequest>;

export const candidateParameters = z.object({ id: entityIdText });
