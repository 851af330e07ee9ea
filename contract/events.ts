import { z } from 'zod';
import { entityId } from './fields.ts';

/** What `GET /api/events/` tells about one's own lessons. The page then fetches what it shows. */
export const lessonEvent = z.object({
  type: z.literal('lesson'),
  lesson_id: entityId,
  course_id: entityId,
  work: z.enum(['transcription', 'ingestion', 'summary', 'quiz', 'question_bank']),
  status: z.enum(['queued', 'running', 'done', 'failed']),
  progress: z.int().min(0).max(100),
  message: z.string().nullable(),
});
export type LessonEvent = z.infer<typeof lessonEvent>;
