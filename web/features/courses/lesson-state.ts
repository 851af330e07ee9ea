import type { LessonListItem } from '#contract/lessons.ts';
import { hasNoSpeech } from '#web/ui/has-no-speech.ts';

export type LessonState =
  | { state: 'transcribing'; percent: number }
  | { state: 'failed' }
  | { state: 'without-speech' }
  | { state: 'transcribed' }
  | { state: 'untranscribed' }
  | { state: 'unread' }
  | { state: 'read' };

type StateFields = Pick<
  LessonListItem,
  | 'kind'
  | 'has_transcript'
  | 'transcription_id'
  | 'document_source_id'
  | 'transcription_error'
  | 'transcription_error_coded'
  | 'transcription_progress'
>;

/** How far Lectern is with a lesson: a video with its transcript, anything else with its text. */
export function lessonStateOf(lesson: StateFields): LessonState {
  if (lesson.kind !== 'video') return { state: lesson.document_source_id === null ? 'unread' : 'read' };
  if (lesson.has_transcript) return { state: 'transcribed' };
  if (lesson.transcription_id !== null) {
    return { state: 'transcribing', percent: lesson.transcription_progress ?? 0 };
  }
  if (hasNoSpeech(lesson)) return { state: 'without-speech' };
  return { state: lesson.transcription_error === null ? 'untranscribed' : 'failed' };
}
