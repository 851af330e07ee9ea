import { z } from 'zod';
import { toWire } from '#contract/wire-names.ts';
import type { ExportedDocument } from '#contract/account-export.ts';
import { lessonPassage, type LessonText } from '#contract/lessons.ts';
import { LESSONS_MAXIMUM } from '#contract/courses.ts';
import { LIST_TEXT_BYTES } from '#contract/list-limits.ts';
import type { Actor } from '#server/actor.ts';
import type { Database } from '#server/platform/database/database.ts';
import { readTextAsJson, SLICE_BYTES } from '#server/platform/database/read-in-slices.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { notFound, ProblemError } from '#server/platform/problem-error.ts';
import { ownsCourse } from '../courses/course.policy.ts';
import { getOwnCourse } from '../courses/courses.ts';
import { listDocumentIdsOf, listLessonIdsOf } from './lesson-export.store.ts';
import { countLessonsToAdd, measureLessonDescriptions } from './lesson-limits.store.ts';
import { findLesson, holdLessonInPlace, listLessonsOfCourse, type LessonRow } from './lesson.store.ts';
import {
  findDocumentSource,
  listPassagePlaces,
  measureDocumentSource,
  type PassagePlaceRow,
} from './passage.store.ts';
import { presentLesson } from './present-lesson.ts';

/** Undefined also for a lesson of another instructor's course. */
export async function findOwnLesson(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
  id: number,
): Promise<LessonRow | undefined> {
  const lesson = await findLesson(dependencies.database, id);
  return lesson !== undefined && ownsCourse(actor, lesson) ? lesson : undefined;
}

/** @throws {ProblemError} not_found, also for a lesson of another user's course. */
export async function getOwnLesson(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
  id: number,
): Promise<LessonRow> {
  const lesson = await findOwnLesson(dependencies, actor, id);
  if (lesson === undefined) throw notFound('lesson');
  return lesson;
}

/** Keeps a lesson in or outside of the trash until the transaction ends. */
export const keepLessonInPlace = ({ database }: Pick<Dependencies, 'database'>, id: number): Promise<void> =>
  holdLessonInPlace(database, id);

/** The lessons of the actor's course, in its order. @throws {ProblemError} not_found. */
export async function listLessons(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
  courseId: number,
): Promise<{ lessons: LessonRow[]; isShortened: boolean }> {
  const { database } = dependencies;
  await getOwnCourse(dependencies, actor, courseId);
  const isShortened = (await measureLessonDescriptions(database, courseId)) > LIST_TEXT_BYTES;
  return { lessons: await listLessonsOfCourse(database, courseId, isShortened), isShortened };
}

/** Call it in the transaction that adds a lesson. @throws {ProblemError} conflict. */
export async function refuseManyLessons(transaction: Database, courseId: number): Promise<void> {
  if ((await countLessonsToAdd(transaction, courseId)) >= LESSONS_MAXIMUM)
    throw new ProblemError('lessons_too_many', { params: { maximum: LESSONS_MAXIMUM } });
}

/** Passages whose places are read at once. */
const PLACES = 2_000;

/**
 * The text of a lesson and the positions of its passages, for reading, as JSON in pieces; empty while nothing has been read.
 * @param beforeReading is given the bytes that one piece takes, before any is read.
 * @throws {ProblemError} not_found, also for a lesson of another user's course, before the first piece.
 */
export async function readLessonText(
  { database }: Pick<Dependencies, 'database'>,
  actor: Actor,
  lessonId: number,
  beforeReading: (bytes: number) => Promise<void>,
): Promise<AsyncGenerator<string>> {
  const { document_source_id: id } = await getOwnLesson({ database }, actor, lessonId);
  const source = id === null ? undefined : await findDocumentSource(database, id);
  if (source !== undefined)
    await beforeReading(Math.min(await measureDocumentSource(database, source.id), SLICE_BYTES));
  return writeText(database, source);
}

async function* writeText(
  database: Dependencies['database'],
  source: { id: string; guessed_encoding: string | null } | undefined,
): AsyncGenerator<string> {
  const sourceId = source?.id;
  const encoding = source?.guessed_encoding ?? null;
  yield `{${encoding === null ? '' : `"guessed_encoding":${JSON.stringify(encoding)},`}"passages":[`;
  for (let from = 0; sourceId !== undefined; from += PLACES) {
    const places = await listPassagePlaces(database, sourceId, { from, to: from + PLACES });
    if (places.length === 0) break;
    const text = JSON.stringify(z.array(lessonPassage).parse(places.map(presentPassage)));
    yield (from === 0 ? '' : ',') + text.slice(1, -1);
  }
  yield '],"plain_text":"';
  // Last: deleted in between, the text cannot be read, and the answer does not look complete.
  if (sourceId !== undefined)
    yield* readTextAsJson(database, { table: 'available_sources', column: 'plain_text', id: sourceId });
  yield '"}';
}

const presentPassage = ({
  page_end: pageEnd,
  ...place
}: PassagePlaceRow): LessonText['passages'][number] => ({
  ...place,
  page_end: pageEnd ?? place.page,
});

/** All lessons of the actor with summaries and transcripts, one at a time, as JSON in pieces; lessons deleted while it runs are left out. */
export async function* exportLessons(
  dependencies: Pick<Dependencies, 'database' | 'secrets'>,
  actor: Actor,
  origin: string,
): AsyncGenerator<AsyncIterable<string>> {
  for (const id of await listLessonIdsOf(dependencies.database, actor.instructorId)) {
    const lesson = await findLesson(dependencies.database, id);
    if (lesson === undefined || !ownsCourse(actor, lesson)) continue;
    const presented = await presentLesson(dependencies, origin, lesson).catch(passOverMissing);
    if (presented !== undefined) yield presented;
  }
}

function passOverMissing(error: unknown): undefined {
  if (!(error instanceof ProblemError && error.code === 'not_found')) throw error;
}

/** All texts that were read for the actor, of lessons or not, one at a time, as JSON in pieces. */
export async function* exportDocuments(
  { database }: Pick<Dependencies, 'database'>,
  actor: Actor,
): AsyncGenerator<AsyncIterable<string>> {
  for (const id of await listDocumentIdsOf(database, actor.instructorId)) {
    const source = await findDocumentSource(database, id);
    if (source === undefined) continue;
    const beside: Omit<ExportedDocument, 'plain_text'> = {
      document_source_id: source.id,
      spoken: source.spoken,
      page_count: source.page_count,
      created_at: source.created_at.toISOString(),
    };
    yield writeDocument(database, beside);
  }
}

async function* writeDocument(
  database: Dependencies['database'],
  beside: Omit<ExportedDocument, 'plain_text'>,
): AsyncGenerator<string> {
  yield `${JSON.stringify(toWire(beside)).slice(0, -1)},"plain_text":"`;
  yield* readTextAsJson(database, {
    table: 'available_sources',
    column: 'plain_text',
    id: beside.document_source_id,
  });
  yield '"}';
}
