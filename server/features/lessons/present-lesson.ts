import type { Lesson, LessonListItem } from '../../../contract/lessons.ts';
import { createFileLink } from '../../files/file-links.ts';
import type { Dependencies } from '../../ports.ts';
import { findCues, type LessonRow, type ListedLesson } from './lesson.store.ts';

/** `origin` is where this request reached Lectern, such as `https://lectern.example`. */
export function presentLessonListItem(
  dependencies: Pick<Dependencies, 'secrets'>,
  origin: string,
  lesson: ListedLesson,
): LessonListItem {
  return {
    id: lesson.id,
    title: lesson.title,
    description: lesson.description,
    file:
      lesson.file_key === null
        ? (lesson.source_url ?? '')
        : origin + createFileLink(dependencies.secrets.fileLinkKey, lesson.file_key),
    type: lesson.type,
    kind: lesson.kind,
    has_transcript: lesson.has_transcript,
    transcript_excerpt: lesson.transcript_excerpt,
    hasSummary: lesson.has_summary,
    summary_excerpt: lesson.summary_excerpt,
    summary_point_count: lesson.summary_point_count,
    video_id: lesson.video_id,
    docsource_id: lesson.docsource_id,
    course: lesson.course_id,
    transcription_error: lesson.transcription_error,
    transcription_progress: lesson.transcription_progress,
    duration_seconds: lesson.duration_seconds,
    page_count: lesson.page_count,
    created_at: lesson.created_at.toISOString(),
    updated_at: lesson.updated_at.toISOString(),
  };
}

/** The whole lesson, with its long texts and its cues. */
export async function presentLesson(
  dependencies: Pick<Dependencies, 'database' | 'secrets'>,
  origin: string,
  lesson: LessonRow,
): Promise<Lesson> {
  const hasCues = lesson.video_id !== null && lesson.transcription_status === 'done';
  return {
    ...presentLessonListItem(dependencies, origin, lesson),
    audio_transcript: lesson.audio_transcript,
    summary: lesson.summary,
    summary_points: lesson.summary_points,
    summary_length: lesson.summary_length,
    key_terms: lesson.key_terms,
    summary_note: lesson.summary_note,
    transcript_cues: hasCues ? await findCues(dependencies.database, lesson.video_id ?? '') : [],
  };
}
