import type { LessonKind, LessonRequest } from '../../../contract/lessons.ts';
import { inTransaction, type Database } from '../../database/database.ts';
import { findFileKey } from '../../files/file-links.ts';
import type { Actor, Dependencies } from '../../ports.ts';
import { invalidField, notFound } from '../../problem-error.ts';
import { getOwnCourse } from '../courses/get-own-course.ts';
import { followLessonText } from '../quizzes/bank/request-preparation.ts';
import { haveTranscriptRead } from '../transcripts/bring-transcript.ts';
import { getOwnLesson } from './get-own-lesson.ts';
import { inferKind } from './infer-kind.ts';
import { findOwnFile } from '../uploads/find-own-file.ts';
import { insertLesson, type LessonRow } from './lesson.store.ts';
import { requestReading } from './request-reading.ts';
import { findDocumentSource, findDocumentSourceOfFile } from './passage.store.ts';

/** Where a lesson's content is: an own file, or an address of the outside world. */
type Content = { kind: LessonKind; awaitsRecognition: boolean } & (
  { file_key: string; source_url: null } | { file_key: null; source_url: string }
);

/**
 * Adds a lesson to a course. A document that was uploaded brings its passages along, whether or not
 * `docsource_id` names them; a scan of many pages is recognized in the background. A video's transcript that is given is read in the background.
 * @throws {ProblemError} not_found for another's course, file or document; validation_failed.
 */
export async function createLesson(
  dependencies: Pick<Dependencies, 'database' | 'jobs' | 'config'>,
  actor: Actor,
  input: LessonRequest,
): Promise<LessonRow> {
  return inTransaction(dependencies.database, async (transaction) => {
    await getOwnCourse({ database: transaction }, actor, input.course);
    const content = await locateContent(transaction, actor, input.file);
    if (input.type === 'syllabus' && content.kind === 'video') {
      throw invalidField('type', 'For syllabus, please select PDF or TXT files only.');
    }
    const transcript = input.audio_transcript ?? '';
    const docsourceId = await findDocsourceId(transaction, actor, input.docsource_id ?? '', content.file_key);
    const id = await insertLesson(transaction, {
      course_id: input.course,
      title: input.title,
      description: input.description ?? '',
      type: input.type,
      kind: content.kind,
      file_key: content.file_key,
      source_url: content.source_url,
      docsource_id: docsourceId,
      summary: input.summary ?? '',
      audio_transcript: transcript,
    });
    const inside = { ...dependencies, database: transaction };
    if (docsourceId !== null) await followLessonText(inside, id);
    else if (content.awaitsRecognition) {
      await requestReading(inside, { id, instructor_id: actor.instructorId });
    }
    if (transcript !== '' && content.kind === 'video') {
      await haveTranscriptRead({ ...dependencies, database: transaction }, actor, id, transcript);
    }
    return getOwnLesson({ database: transaction }, actor, id);
  });
}

async function locateContent(database: Database, actor: Actor, file: string): Promise<Content> {
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
  const url = URL.parse(file);
  if (url === null || !/^https?:$/.test(url.protocol)) throw invalidField('file', 'Invalid file URL format');
  return { kind: inferKind(file), file_key: null, source_url: url.href, awaitsRecognition: false };
}

async function findDocsourceId(
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
