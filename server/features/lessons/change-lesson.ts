import type { z } from 'zod';
import type { LessonKind, LessonRequest, lessonUpdateRequest } from '#contract/lessons.ts';
import { completeAddress } from '#contract/youtube-address.ts';
import type { Actor } from '#server/actor.ts';
import { inTransaction, type Database } from '#server/platform/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { refuseYoutubeFault } from '../transcripts/refuse-youtube-fault.ts';
import { findFileKey, isInFileFolder } from '#server/platform/files/file-links.ts';
import { invalidField, notFound } from '#server/platform/problem-error.ts';
import { getOwnCourse } from '../courses/courses.ts';
import { matchOutcomes, renameOutcomes } from '../quizzes/rename-outcomes.ts';
import { followLessonText } from '../quizzes/bank/request-preparation.ts';
import { haveTranscriptRead } from '../transcripts/bring-transcript.ts';
import { putIntoTrash } from '../trash/put-into-trash.ts';
import { holdRoomForTexts } from '../uploads/storage.ts';
import { findOwnFile } from '../uploads/stored-files.ts';
import { insertLesson, orderLessonRows, updateLessonRow, type LessonRow } from './lesson.store.ts';
import { getOwnLesson, refuseManyLessons } from './lessons.ts';
import { findDocumentSource, findDocumentSourceOfFile } from './passage.store.ts';
import { requestReading } from './request-reading.ts';

/** Where a lesson's content is: an own file, or an address of the outside world. */
type Content = { kind: LessonKind; awaitsRecognition: boolean } & (
  { file_key: string; source_url: null } | { file_key: null; source_url: string }
);

/**
 * Adds a lesson to a course. A document that was uploaded brings its passages along, whether or not
 * `document_source_id` names them; a scan of many pages is recognized in the background. A video's transcript that is given is read in the background.
 * @throws {ProblemError} not_found for another's course, file or document; validation_failed.
 */
export async function createLesson(
  dependencies: Pick<Dependencies, 'database' | 'jobs' | 'config'>,
  actor: Actor,
  input: LessonRequest,
  origin: string,
): Promise<LessonRow> {
  return inTransaction(dependencies.database, async (transaction) => {
    await getOwnCourse({ database: transaction }, actor, input.course);
    await refuseManyLessons(transaction, input.course);
    const texts = [input.description, input.audio_transcript, input.summary];
    await holdRoomForTexts(
      { ...dependencies, database: transaction },
      actor,
      texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 0),
    );
    const content = await locateContent(transaction, actor, input.file, origin);
    if (input.type === 'syllabus' && content.kind === 'video') {
      throw invalidField('type', 'syllabus_type');
    }
    const transcript = input.audio_transcript ?? '';
    const documentSourceId = await findDocumentSourceId(
      transaction,
      actor,
      input.document_source_id ?? '',
      content.file_key,
    );
    const id = await insertLesson(transaction, {
      course_id: input.course,
      title: input.title,
      description: input.description ?? '',
      type: input.type,
      kind: content.kind,
      file_key: content.file_key,
      source_url: content.source_url,
      document_source_id: documentSourceId,
      summary: input.summary ?? '',
      audio_transcript: transcript,
    });
    const inside = { ...dependencies, database: transaction };
    if (documentSourceId !== null) {
      await followLessonText(inside, id);
    } else if (content.awaitsRecognition) {
      await requestReading(inside, { id, instructor_id: actor.instructorId });
    }
    if (transcript !== '' && content.kind === 'video') {
      await haveTranscriptRead({ ...dependencies, database: transaction }, actor, id, transcript);
    }
    return getOwnLesson({ database: transaction }, actor, id);
  });
}

async function locateContent(
  database: Database,
  actor: Actor,
  file: string,
  origin: string,
): Promise<Content> {
  const key = findFileKey(file);
  if (key !== undefined) {
    const stored = await findOwnFile({ database }, actor, key);
    if (stored !== undefined) {
      const awaitsRecognition = stored.awaits_recognition;
      return { kind: stored.kind, file_key: key, source_url: null, awaitsRecognition };
    }
    // Another user's file, or one that is gone. Only Lectern names files so: kept as an address, it would be a dead link.
    throw notFound('file');
  }
  if (isInFileFolder(file, origin)) throw notFound('file');
  const url = URL.parse(completeAddress(file));
  if (url === null || !/^https?:$/.test(url.protocol)) throw invalidField('file', 'file_url_invalid');
  refuseYoutubeFault('file', url.href);
  return { kind: inferKind(url.href), file_key: null, source_url: url.href, awaitsRecognition: false };
}

async function findDocumentSourceId(
  database: Database,
  actor: Actor,
  named: string,
  fileKey: string | null,
): Promise<string | null> {
  if (named !== '') {
    const source = await findDocumentSource(database, named);
    if (source?.instructor_id !== actor.instructorId) throw notFound('document');
    return source.id;
  }
  if (fileKey === null) return null;
  return (await findDocumentSourceOfFile(database, fileKey))?.id ?? null;
}

/** Renames, describes, groups or moves a lesson. @throws {ProblemError} not_found, also for another's course. */
export async function updateLesson(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
  id: number,
  { title, description, topic, course }: z.infer<typeof lessonUpdateRequest>,
): Promise<LessonRow> {
  return inTransaction(dependencies.database, async (transaction) => {
    const inside = { database: transaction };
    const lesson = await getOwnLesson(inside, actor, id);
    const isMoved = course !== undefined && course !== lesson.course_id;
    if (isMoved) {
      const [left, entered] = [
        await getOwnCourse(inside, actor, lesson.course_id),
        await getOwnCourse(inside, actor, course),
      ];
      await refuseManyLessons(transaction, course);
      await renameOutcomes(inside, id, matchOutcomes(left.outcomes, entered.outcomes));
    }
    await updateLessonRow(transaction, id, {
      title,
      ...(description === undefined ? {} : { description }),
      // The other course has different topics.
      ...(isMoved ? { course_id: course, position: null, topic: topic ?? '' } : {}),
      ...(topic === undefined ? {} : { topic }),
    });
    return getOwnLesson(inside, actor, id);
  });
}

/** Puts the lessons of a course in a new order. @throws {ProblemError} not_found, also for a lesson of another course. */
export async function orderLessons(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
  courseId: number,
  ids: readonly number[],
): Promise<void> {
  await inTransaction(dependencies.database, async (transaction) => {
    await getOwnCourse({ database: transaction }, actor, courseId);
    const ordered = await orderLessonRows(transaction, courseId, ids);
    if (ordered !== new Set(ids).size) throw notFound('lesson');
  });
}

/** Deletes a lesson: it can be restored from the trash for 30 days. @throws {ProblemError} not_found. */
export async function deleteLesson(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
  id: number,
): Promise<void> {
  await inTransaction(dependencies.database, async (transaction) => {
    const { course_id: courseId } = await getOwnLesson({ database: transaction }, actor, id);
    await putIntoTrash(transaction, actor, { kind: 'lesson', id, course_id: courseId, lesson_id: id });
  });
}

/** The kind that an outside address announces by its name (docs/product.md, “Lessons”). */
function inferKind(url: string): LessonKind {
  if (/mp4|video|youtube|youtu\.be/i.test(url)) return 'video';
  if (/pdf/i.test(url)) return 'pdf';
  if (/txt/i.test(url)) return 'text';
  return 'document';
}
