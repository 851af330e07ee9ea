import type { LessonEvent } from '../../../contract/events.ts';
import type { Database } from '../../database/database.ts';
import { announce } from '../../events/event-bus.ts';

/** Tells the lesson's owner how its transcription stands. */
export const announceTranscription = (
  database: Database,
  instructorId: number,
  lesson: { id: number; course_id: number },
  state: Pick<LessonEvent, 'status' | 'progress'> & { message?: string },
): Promise<void> =>
  announce(database, {
    kind: 'lesson',
    instructorId,
    event: {
      type: 'lesson',
      lesson_id: lesson.id,
      course_id: lesson.course_id,
      work: 'transcription',
      status: state.status,
      progress: state.progress,
      message: state.message ?? null,
    },
  });
