import { z } from 'zod';
import { evidence } from './evidence.ts';
import { entityId, freeText, opaqueId, requiredText, timestamp } from './fields.ts';
import { codedMessage } from './messages/sent-message.ts';
import { isShortened } from './lists.ts';
import { modelUse } from './model-use.ts';
import { fieldText } from './messages/field-messages.ts';
import { countWordsIn, TRANSCRIPT_WORDS } from './text-limits.ts';
import { fromWire, type FromWire } from './wire-names.ts';

export const SUMMARY_LENGTHS = ['short', 'medium', 'long'] as const;
export type SummaryLength = (typeof SUMMARY_LENGTHS)[number];
export const LESSON_TYPES = ['lesson', 'syllabus', 'video', 'text'] as const;
export const LESSON_KINDS = ['video', 'pdf', 'text', 'document'] as const;
export type LessonKind = (typeof LESSON_KINDS)[number];

/** How much of a transcript and of a summary a list of lessons carries, in characters. */
export const EXCERPT_CHARACTERS = 400;

const TITLE_REQUIRED = fieldText('course_and_name_missing');

const wireLessonRequest = z.object({
  title: requiredText(300, TITLE_REQUIRED),
  description: freeText(20_000).optional(),
  file: requiredText(4_096, fieldText('content_url_missing')),
  type: z.enum(LESSON_TYPES, fieldText('lesson_type')),
  audio_transcript: freeText(2_000_000)
    .refine(
      (text) => countWordsIn(text) <= TRANSCRIPT_WORDS,
      fieldText('transcript_words_too_many', { maximum: TRANSCRIPT_WORDS }),
    )
    .nullish(),
  summary: freeText(200_000).nullish(),
  course: entityId,
  docsource_id: z.union([opaqueId, z.literal('')]).nullish(),
});
export const lessonRequest = wireLessonRequest.transform(fromWire);
export type LessonRequest = z.output<typeof lessonRequest>;
export type WireLessonRequest = z.input<typeof lessonRequest>;

export const LESSON_TOPIC_MAXIMUM_LENGTH = 200;

/** `PUT`: rename, describe, group or move. What is left out stays as it is. */
export const lessonUpdateRequest = z.object({
  title: requiredText(300, fieldText('lesson_name_missing')),
  description: freeText(20_000).optional(),
  topic: freeText(LESSON_TOPIC_MAXIMUM_LENGTH)
    .optional()
    .meta({ description: 'The week or topic; an empty one removes the lesson from its group.' }),
  course: entityId.optional().meta({ description: 'Another course of yours, to move the lesson there.' }),
});

export const cue = z.object({
  start_second: z.number(),
  end_second: z.number(),
  text: z.string(),
  word_confidences: z.array(z.int().min(0).max(100)).max(20_000).optional().meta({
    description: 'How sure the recognizer was of each word, in percent. Left out where it did not say.',
  }),
});
export const summaryPoint = z.object({
  text: z.string(),
  evidence,
  further_evidence: z.array(evidence).optional().meta({
    description: 'If the point combines several statements of the lesson: the evidence of the others.',
  }),
});
export type SummaryPoint = z.infer<typeof summaryPoint>;

/** A term that the lesson explains. */
export const keyTerm = z.object({ term: z.string(), definition: z.string(), evidence });
export type KeyTerm = z.infer<typeof keyTerm>;

const summaryModelUse = modelUse.extend({ model: z.string() });
export type SummaryModelUse = z.infer<typeof summaryModelUse>;

/** A summary of one length. */
const keptSummary = z.object({
  length: z.enum(SUMMARY_LENGTHS),
  text: z.string(),
  points: z.array(summaryPoint),
  note: z.string().nullable(),
  note_coded: codedMessage.nullable(),
  is_edited: z.boolean().meta({ description: 'An instructor changed it.' }),
  model_use: summaryModelUse.nullable(),
});
export type KeptSummary = z.infer<typeof keptSummary>;

export const lessonListItem = z.object({
  id: entityId,
  title: z.string(),
  description: z.string(),
  is_shortened: isShortened,
  file: z.string().meta({ description: 'A URL: of the outside world, or signed and short-lived.' }),
  type: z.enum(LESSON_TYPES),
  kind: z.enum(LESSON_KINDS),
  has_transcript: z.boolean(),
  transcript_excerpt: z.string().meta({ description: 'The beginning of the transcript.' }),
  hasSummary: z.boolean(),
  summary_excerpt: z.string().meta({ description: 'The beginning of the summary.' }),
  summary_point_count: z.int().min(0),
  video_id: z.string().nullable(),
  docsource_id: z.string().nullable(),
  course: entityId,
  topic: z.string().meta({ description: 'The week or topic that it is listed under; may be empty.' }),
  transcription_error: z.string().nullable(),
  transcription_error_coded: codedMessage.nullable(),
  transcription_progress: z.int().min(0).max(100).nullable(),
  duration_seconds: z.number().nullable(),
  page_count: z.int().nullable(),
  created_at: timestamp,
  updated_at: timestamp,
});
export type LessonListItem = FromWire<z.infer<typeof lessonListItem>>;

/** A list carries no long texts: the transcripts of a course of hour-long videos are megabytes. */
export const lessonList = z.array(lessonListItem);

/** What a transcribed file contains. The player uses it to say what the browser cannot play. */
const recording = z.object({
  picture: z.enum(['moving', 'still', 'none']),
  picture_codec: z
    .string()
    .nullable()
    .meta({ description: 'As in RFC 6381; null for a codec without a name.' }),
  sound_codec: z.string().nullable().meta({ description: 'Of the track that browsers play.' }),
  has_unheard_speech: z
    .boolean()
    .meta({ description: 'Someone speaks on a track that browsers do not play.' }),
  is_cut_off: z.boolean().meta({ description: 'The file ends in the middle of its last part.' }),
  read_seconds: z.number(),
  stated_seconds: z
    .number()
    .nullable()
    .meta({ description: 'Of a recording that is cut off: its full length, where the file states it.' }),
});
export type Recording = z.infer<typeof recording>;

export const lesson = lessonListItem.extend({
  audio_transcript: z.string(),
  summary: z.string(),
  summary_points: z.array(summaryPoint),
  summary_length: z
    .enum(SUMMARY_LENGTHS)
    .nullable()
    .meta({ description: 'As it was asked for; null without one.' }),
  key_terms: z.array(keyTerm),
  summary_note: z
    .string()
    .nullable()
    .meta({ description: 'What is to be said of how the summary came about, in a sentence or two.' }),
  summary_note_coded: codedMessage.nullable(),
  summaries: z.array(keptSummary).meta({
    description: 'Of each length that was written. `summary` is the one written or edited last.',
  }),
  transcript_cues: z.array(cue),
  recording: recording.nullable().meta({ description: 'Null unless Lectern made the transcript.' }),
});
export type WireLesson = z.infer<typeof lesson>;
export type Lesson = FromWire<WireLesson>;

export const lessonIdRequest = z.object({ lesson_id: entityId });

/** The position of a passage in the lesson, by which the web app finds pages and headings. */
export const lessonPassage = z.object({
  id: z.string(),
  heading: z.string().nullable(),
  kind: z.enum(['prose', 'slide', 'code', 'table']).meta({ description: 'What it is made of.' }),
  page: z.int().nullable().meta({ description: 'From 1; null when the lesson has no pages.' }),
  page_end: z.int().nullable().meta({
    description: 'The last page, which for a slide built up step by step is the one that shows all of it.',
  }),
  start_second: z.number().nullable(),
  end_second: z.number().nullable(),
  start_offset: z.int().meta({ description: 'In `plain_text`, in UTF-16 code units.' }),
  end_offset: z.int().meta({ description: 'Exclusive.' }),
  paragraph: z.int().nullable().meta({ description: 'From 1: the paragraph in which it begins, if known.' }),
});

/** What Lectern read in a lesson; both empty while it has read nothing. */
export const lessonText = z.object({
  plain_text: z.string(),
  passages: z.array(lessonPassage),
  guessed_encoding: z
    .string()
    .optional()
    .meta({ description: 'The encoding of a text file, if it had to be guessed.' }),
});
export type LessonText = z.infer<typeof lessonText>;
