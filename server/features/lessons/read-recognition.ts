import type { RecognizedPage, RecognizedPageList } from '#contract/recognition.ts';
import type { KeptWord } from '#server/platform/database/recognized-page-table.ts';
import type { Actor } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { notFound } from '#server/platform/problem-error.ts';
import { getOwnLesson } from './lessons.ts';
import { findDocumentSource } from './passage.store.ts';
import {
  findRecognizedPage,
  listRecognizedPageStates,
  listUnsurePages,
  type Recognition,
} from './recognized-page.store.ts';

/** Of a page whose own text proved right. */
const ownTextConfidence = 100;

type Needed = Pick<Dependencies, 'database'>;

/**
 * Which pages of a lesson's document were recognized, wholly or in part.
 * @throws {ProblemError} not_found, also for a lesson of another user's course.
 */
export async function listLessonRecognition(
  dependencies: Needed,
  actor: Actor,
  lessonId: number,
): Promise<RecognizedPageList> {
  const recognition = await findRecognition(dependencies, actor, lessonId);
  if (recognition === undefined) return [];
  const pages = await listRecognizedPageStates(dependencies.database, recognition);
  const unsure = await listUnsurePages(dependencies.database, recognition.documentSourceId);
  return pages
    .filter(({ confidence }) => confidence < ownTextConfidence)
    .map(({ page, confidence, problem }) => ({
      page,
      confidence,
      has_unsure_text: unsure.has(page),
      is_readable: problem === null,
    }));
}

/**
 * The words of a recognized page and where they stand.
 * @throws {ProblemError} not_found, also for a page that was not recognized.
 */
export async function readRecognizedPage(
  dependencies: Needed,
  actor: Actor,
  lessonId: number,
  page: number,
): Promise<RecognizedPage> {
  const recognition = await findRecognition(dependencies, actor, lessonId);
  const found =
    recognition === undefined
      ? undefined
      : await findRecognizedPage(dependencies.database, recognition, page);
  if (found === undefined) throw notFound('page');
  return {
    page: found.page,
    confidence: found.confidence,
    width: found.width,
    height: found.height,
    turned_degrees: found.turned_degrees,
    lines: groupLines(found.words),
  };
}

async function findRecognition(
  dependencies: Needed,
  actor: Actor,
  lessonId: number,
): Promise<(Recognition & { documentSourceId: string }) | undefined> {
  const lesson = await getOwnLesson(dependencies, actor, lessonId);
  if (lesson.document_source_id === null) return undefined;
  const source = await findDocumentSource(dependencies.database, lesson.document_source_id);
  if (source === undefined || source.recognition_key === null) return undefined;
  return {
    instructorId: source.instructor_id,
    key: source.recognition_key,
    documentSourceId: lesson.document_source_id,
  };
}

function groupLines(words: readonly KeptWord[]): RecognizedPage['lines'] {
  const lines: RecognizedPage['lines'] = [];
  for (const [text, left, top, right, bottom, , , follows] of words) {
    const word = { text, left, top, right, bottom };
    const line = lines.at(-1);
    if (follows === 1 && line !== undefined) line.push(word);
    else lines.push([word]);
  }
  return lines;
}
