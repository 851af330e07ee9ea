import { z } from 'zod';
import { accountApiKey, accountSession, user } from './accounts.ts';
import { conversationWithMessages } from './assistant.ts';
import { course } from './courses.ts';
import { entityId, timestamp } from './fields.ts';
import { cue, LESSON_KINDS, lesson } from './lessons.ts';
import { bankCandidate } from './question-bank.ts';
import { draftQuestion } from './question-editing.ts';
import { questionSetWithQuestions } from './quizzes.ts';
import { TRANSCRIPTION_STATUSES } from './transcripts.ts';
import { trashItem } from './trash.ts';
import { UPLOAD_PURPOSES } from './uploads.ts';
import type { FromWire } from './wire-names.ts';

/** A question as drafted, or as it was before it was published again. */
const exportedQuestion = draftQuestion.omit({
  level_found: true,
  difficulty_found: true,
  difficulty_reason: true,
  difficulty_reason_coded: true,
  flaws: true,
});

export const exportedQuestionSet = questionSetWithQuestions.extend({
  draft: z.object({ updated_at: timestamp, questions: z.array(exportedQuestion) }).nullable(),
  versions: z
    .array(z.object({ version: z.int(), created_at: timestamp, questions: z.array(exportedQuestion) }))
    .meta({ description: 'What was published before; newest first.' }),
});
export type ExportedQuestionSet = z.infer<typeof exportedQuestionSet>;

/** A question that is kept with its lesson. */
export const exportedCandidate = bankCandidate
  .omit({ section_title: true, used_in: true })
  .extend({ is_rejected: z.boolean() });
export type ExportedCandidate = z.infer<typeof exportedCandidate>;

/** A text that Lectern read, of an uploaded document or of a transcript. */
export const exportedDocument = z.object({
  docsource_id: z.string(),
  spoken: z.boolean(),
  page_count: z.int().nullable(),
  plain_text: z.string(),
  created_at: timestamp,
});
export type ExportedDocument = FromWire<z.infer<typeof exportedDocument>>;

export const exportedTranscription = z.object({
  video_id: z.string(),
  lesson_id: entityId.nullable(),
  source_url: z.string().nullable(),
  status: z.enum(TRANSCRIPTION_STATUSES),
  error: z.string().nullable(),
  duration_seconds: z.number().nullable(),
  plain_text: z.string().nullable(),
  cues: z.array(cue),
  earlier_versions: z.array(z.object({ saved_at: timestamp, cues: z.array(cue) })),
  created_at: timestamp,
});
export type ExportedTranscription = FromWire<z.infer<typeof exportedTranscription>>;

export const exportedFile = z.object({
  name: z.string().meta({ description: 'As it was uploaded.' }),
  kind: z.enum(LESSON_KINDS),
  content_type: z.string(),
  size_bytes: z.int(),
  url: z.string().meta({ description: 'Where to download it; signed, for a few hours.' }),
  created_at: timestamp,
});
export type ExportedFile = z.infer<typeof exportedFile>;

/** An unfinished upload in pieces. */
export const exportedUpload = z.object({
  name: z.string(),
  purpose: z.enum(UPLOAD_PURPOSES),
  size_bytes: z.int(),
  received_bytes: z.int(),
  is_finished: z.boolean().meta({ description: 'Then its file is among the files.' }),
  created_at: timestamp,
  expires_at: timestamp,
});
export type ExportedUpload = z.infer<typeof exportedUpload>;

export const exportedWork = z.object({
  lesson_id: entityId,
  work: z.string(),
  status: z.string(),
  message: z.string().nullable(),
  started_at: timestamp,
  ended_at: timestamp.nullable(),
});
export type ExportedWork = z.infer<typeof exportedWork>;

/** An account at an institution's sign-in provider that opens this one. */
export const exportedIdentity = z.object({
  issuer: z.string(),
  subject: z.string(),
  created_at: timestamp,
  last_used_at: timestamp,
});
export type ExportedIdentity = z.infer<typeof exportedIdentity>;

/** Everything that Lectern keeps of a person, but for the password, the tokens and the key. */
export const accountExport = z.object({
  format: z.literal('lectern-export'),
  version: z.literal(1),
  exported_at: timestamp,
  profile: user.extend({
    created_at: timestamp,
    updated_at: timestamp,
    email_verified_at: timestamp.nullable(),
  }),
  sessions: z.array(accountSession),
  api_keys: z.array(accountApiKey),
  linked_identities: z.array(exportedIdentity),
  courses: z.array(course),
  lessons: z.array(lesson),
  trash: z.array(trashItem).meta({ description: 'Deleted courses and lessons that can be restored.' }),
  documents: z.array(exportedDocument),
  transcriptions: z.array(exportedTranscription),
  question_sets: z.array(exportedQuestionSet),
  question_bank: z.array(exportedCandidate),
  files: z.array(exportedFile),
  uploads: z.array(exportedUpload),
  conversations: z.array(conversationWithMessages),
  activity: z.array(exportedWork),
});
export type AccountExport = z.infer<typeof accountExport>;
