import { toWire } from '#contract/wire-names.ts';
import { lesson as lessonSchema, type LessonListItem } from '#contract/lessons.ts';
import { readCuesAsJson, readTextAsJson, SLICE_BYTES } from '#server/platform/database/read-in-slices.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { createFileLink } from '#server/platform/files/file-links.ts';
import { notFound } from '#server/platform/problem-error.ts';
import { listSummaries } from './kept-summaries.ts';
import { findLesson, findLessonTexts, measureLessonTexts, type LessonRow } from './lesson.store.ts';

/** `origin` is where this request reached Lectern, such as `https://lectern.example`. */
export function presentLessonListItem(
  dependencies: Pick<Dependencies, 'secrets'>,
  origin: string,
  lesson: LessonRow,
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
    transcription_id: lesson.transcription_id,
    document_source_id: lesson.document_source_id,
    course: lesson.course_id,
    topic: lesson.topic,
    transcription_error: lesson.transcription_error,
    transcription_error_coded: lesson.transcription_error_coded,
    transcription_progress: lesson.transcription_progress,
    duration_seconds: lesson.duration_seconds,
    page_count: lesson.page_count,
    created_at: lesson.created_at.toISOString(),
    updated_at: lesson.updated_at.toISOString(),
  };
}

const lessonBeside = lessonSchema.omit({ audio_transcript: true, transcript_cues: true });

/**
 * The whole lesson as JSON, in pieces: a long transcript with its cues would fill the memory of the process.
 * @param beforeReading is given the bytes that one piece takes, before any is read.
 * @throws {ProblemError} not_found, before the first piece.
 */
export async function presentLesson(
  { database, secrets }: Pick<Dependencies, 'database' | 'secrets'>,
  origin: string,
  lesson: LessonRow,
  beforeReading?: (bytes: number) => Promise<void>,
): Promise<AsyncGenerator<string>> {
  await beforeReading?.(Math.min(await measureLessonTexts(database, lesson.id), SLICE_BYTES));
  let current = lesson;
  for (;;) {
    const texts = await findLessonTexts(database, lesson.id);
    if (texts === undefined) throw notFound('lesson');
    const beside = lessonBeside.parse({
      ...toWire(presentLessonListItem({ secrets }, origin, current)),
      ...texts,
      summaries: listSummaries(texts),
      recording: current.recording,
    });
    const { transcription_id: transcriptionId, transcription_status: status } = current;
    const cues =
      transcriptionId !== null && status === 'done' ? readCuesAsJson(database, transcriptionId) : undefined;
    try {
      const first = await cues?.next();
      const firstCues = first?.done === false ? first.value : '';
      const text = current.has_transcript
        ? // From the table: a lesson that goes to the trash now is still answered.
          readTextAsJson(database, { table: 'all_lessons', column: 'audio_transcript', id: lesson.id })
        : undefined;
      return writeLesson({ beside: JSON.stringify(beside), firstCues, cues, text });
    } catch (error) {
      // Another transcript may have replaced the one that the lesson had when it was looked up.
      const newer = await findLesson(database, lesson.id);
      if (newer === undefined || newer.transcription_id === current.transcription_id) throw error;
      current = newer;
    }
  }
}

interface ReadLesson {
  readonly beside: string;
  readonly firstCues: string;
  readonly cues: AsyncGenerator<string> | undefined;
  /** None where the lesson had none when it was looked up: one that arrived since would not match the rest of the answer. */
  readonly text: AsyncGenerator<string> | undefined;
}

async function* writeLesson({ beside, firstCues, cues, text }: ReadLesson): AsyncGenerator<string> {
  yield `${beside.slice(0, -1)},"transcript_cues":[${firstCues}`;
  if (cues !== undefined) yield* cues;
  yield '],"audio_transcript":"';
  if (text !== undefined) yield* text;
  yield '"}';
}
