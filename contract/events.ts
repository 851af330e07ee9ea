import { z } from 'zod';
import { entityId } from './fields.ts';
import { codedMessage } from './messages/sent-message.ts';

/** What `GET /api/events/` reports about the user's lessons. The page then fetches what it shows. */
export const lessonEvent = z.object({
  type: z.literal('lesson'),
  lesson_id: entityId,
  course_id: entityId,
  work: z.enum(['transcription', 'ingestion', 'summary', 'quiz', 'question_bank']),
  status: z.enum(['queued', 'running', 'done', 'failed']),
  progress: z.int().min(0).max(100),
  message: z.string().nullable(),
  message_coded: codedMessage.nullable(),
});
export type LessonEvent = z.infer<typeof lessonEvent>;

/** What `GET /api/events/` says when a course, lesson or quiz is put into the trash, restored, or deleted for good. */
export const trashEvent = z.object({
  type: z.literal('trash'),
  change: z.enum(['trashed', 'restored', 'deleted']),
  course_id: entityId,
  lesson_id: entityId.nullable().meta({ description: 'Null when it is about the course.' }),
  question_set_id: entityId
    .nullable()
    .meta({ description: 'Null when the event is about the course or lesson.' }),
});
export type TrashEvent = z.infer<typeof trashEvent>;
