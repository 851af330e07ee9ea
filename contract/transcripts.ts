import { z } from 'zod';
import { boundedText, entityId, entityIdText, opaqueId, requiredText } from './fields.ts';
import { cue } from './lessons.ts';

export const TRANSCRIPTION_STATUSES = ['none', 'queued', 'running', 'done', 'failed'] as const;
export type TranscriptionStatus = (typeof TRANSCRIPTION_STATUSES)[number];

/** A transcript pasted or uploaded by a person: plain text, SubRip or WebVTT, told apart by content. */
export const transcriptRequest = z.object({
  text: boundedText(10 * 1024 * 1024, {
    missing: 'Paste or choose a transcript.',
    tooLong: 'A transcript may hold 10 MiB of text at most.',
  })
    .min(1, 'Paste or choose a transcript.')
    .meta({ maxLength: 10 * 1024 * 1024 }),
});

export const createTranscriptionRequest = z.object({
  video_url: requiredText(4_096, 'Please provide a content URL.'),
});
export const createdTranscription = z.object({ video_id: z.string(), access_token: z.string() });

export const retrieveTranscriptionRequest = z.object({
  video_id: opaqueId,
  video_url: boundedText(4_096).optional(),
  access_token: boundedText(256).min(1, 'The access token is missing.').meta({ maxLength: 256 }),
});

export const retrievedTranscription = z.object({
  video_id: z.string(),
  status: z.enum(TRANSCRIPTION_STATUSES),
  progress: z.int().min(0).max(100),
  error: z.string().nullable(),
  transcript: z.string().nullable(),
  cues: z.array(cue),
});
export type RetrievedTranscription = z.infer<typeof retrievedTranscription>;

export const lessonIdQuery = z.object({ lesson_id: entityIdText });

export const transcriptionState = z.object({
  lesson_id: entityId,
  video_id: z.string().nullable(),
  status: z.enum(TRANSCRIPTION_STATUSES),
  progress: z.int().min(0).max(100),
  error: z.string().nullable(),
});
export type TranscriptionState = z.infer<typeof transcriptionState>;
