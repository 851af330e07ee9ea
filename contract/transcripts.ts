import { z } from 'zod';
import { boundedText, entityId, entityIdText, opaqueId, requiredText } from './fields.ts';
import { before } from './lists.ts';
import { cue } from './lessons.ts';
import { codedMessage } from './messages/sent-message.ts';
import { fieldText } from './messages/field-messages.ts';
import { fromWire, type FromWire } from './wire-names.ts';

export const TRANSCRIPTION_STATUSES = ['none', 'queued', 'running', 'done', 'failed'] as const;
export type TranscriptionStatus = (typeof TRANSCRIPTION_STATUSES)[number];

/** A transcript pasted or uploaded by a person: plain text, SubRip or WebVTT, detected from the content. */
export const transcriptRequest = z.object({
  text: boundedText(10 * 1024 * 1024, {
    missing: fieldText('transcript_missing'),
    tooLong: fieldText('transcript_too_long', { maximum: 10 }),
  })
    .min(1, fieldText('transcript_missing'))
    .meta({ maxLength: 10 * 1024 * 1024 }),
  file_name: boundedText(1_000).optional().meta({
    description: 'The name of the file with the text. A file named .srt or .vtt must contain captions.',
  }),
});

export const createTranscriptionRequest = z.object({
  video_url: requiredText(4_096, fieldText('content_url_missing')),
});
export const createdTranscription = z.object({ video_id: z.string(), access_token: z.string() });
export type CreatedTranscription = FromWire<z.infer<typeof createdTranscription>>;

export const retrieveTranscriptionRequest = z
  .object({
    video_id: opaqueId,
    video_url: boundedText(4_096).optional(),
    access_token: boundedText(256).min(1, fieldText('access_token_missing')).meta({ maxLength: 256 }),
  })
  .transform(fromWire);
export type RetrieveTranscriptionRequest = z.output<typeof retrieveTranscriptionRequest>;

export const retrievedTranscription = z.object({
  video_id: z.string(),
  status: z.enum(TRANSCRIPTION_STATUSES),
  progress: z.int().min(0).max(100),
  error: z.string().nullable(),
  error_coded: codedMessage.nullable(),
  transcript: z.string().nullable(),
  cues: z.array(cue),
});
export type RetrievedTranscription = FromWire<z.infer<typeof retrievedTranscription>>;

export const lessonIdQuery = z.object({ lesson_id: entityIdText });
export const lessonPageQuery = lessonIdQuery.extend({ before });

export const transcriptionState = z.object({
  lesson_id: entityId,
  video_id: z.string().nullable(),
  status: z.enum(TRANSCRIPTION_STATUSES),
  progress: z.int().min(0).max(100),
  error: z.string().nullable(),
  error_coded: codedMessage.nullable(),
});
export type TranscriptionState = FromWire<z.infer<typeof transcriptionState>>;
