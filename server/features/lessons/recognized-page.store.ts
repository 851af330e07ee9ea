import type { Selectable } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import type { KeptWord, RecognizedPageTable } from '#server/platform/database/recognized-page-table.ts';
import type { RecognitionOutcome } from '#server/documents/recognition/page-recognizer.ts';
import type { RecognizedWord } from '#server/documents/recognition/recognized-page.ts';

type RecognizedPageRow = Selectable<RecognizedPageTable>;

/** A recognition: whose, and of which PDF by which engine. */
export interface Recognition {
  readonly instructorId: number;
  readonly key: string;
}

/** Keeps what became of a page; what became of it at an earlier attempt goes. */
export async function insertRecognizedPage(
  database: Database,
  { instructorId, key }: Recognition,
  page: number,
  { page: recognized, problem }: RecognitionOutcome,
): Promise<void> {
  const outcome = {
    width: recognized?.width ?? 0,
    height: recognized?.height ?? 0,
    turned_degrees: recognized?.turnedDegrees ?? 0,
    confidence: recognized?.confidence ?? 0,
    words: JSON.stringify((recognized?.words ?? []).map(toKeptWord)),
    problem: problem ?? null,
  };
  await database
    .insertInto('recognized_pages')
    .values({ instructor_id: instructorId, recognition_key: key, page, ...outcome })
    .onConflict((conflict) =>
      conflict.columns(['instructor_id', 'recognition_key', 'page']).doUpdateSet(outcome),
    )
    .execute();
}

/** In the order of the pages. */
export async function listRecognizedPages(
  database: Database,
  { instructorId, key }: Recognition,
): Promise<{ page: number; words: RecognizedWord[]; problem: RecognizedPageRow['problem'] }[]> {
  const rows = await database
    .selectFrom('recognized_pages')
    .select(['page', 'words', 'problem'])
    .where('instructor_id', '=', instructorId)
    .where('recognition_key', '=', key)
    .orderBy('page')
    .execute();
  return rows.map(({ page, words, problem }) => ({ page, problem, words: words.map(toRecognizedWord) }));
}

/** Without the words, which of a long scan are megabytes. */
export const listRecognizedPageStates = (
  database: Database,
  { instructorId, key }: Recognition,
): Promise<Pick<RecognizedPageRow, 'page' | 'confidence' | 'problem'>[]> =>
  database
    .selectFrom('recognized_pages')
    .select(['page', 'confidence', 'problem'])
    .where('instructor_id', '=', instructorId)
    .where('recognition_key', '=', key)
    .orderBy('page')
    .execute();

export const findRecognizedPage = (
  database: Database,
  { instructorId, key }: Recognition,
  page: number,
): Promise<RecognizedPageRow | undefined> =>
  database
    .selectFrom('recognized_pages')
    .selectAll()
    .where('instructor_id', '=', instructorId)
    .where('recognition_key', '=', key)
    .where('page', '=', page)
    .executeTakeFirst();

/** Deletes pages recognized before `before` that no text is made of. Returns how many went. */
export async function deleteUnusedRecognizedPages(
  database: Database,
  which: { before: Date } | { keys: readonly string[] },
): Promise<number> {
  const result = await database
    .deleteFrom('recognized_pages')
    .where((where) =>
      'before' in which
        ? where('created_at', '<', which.before)
        : where('recognition_key', 'in', [...which.keys]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('document_sources')
            .select('document_sources.id')
            .whereRef('document_sources.instructor_id', '=', 'recognized_pages.instructor_id')
            .whereRef('document_sources.recognition_key', '=', 'recognized_pages.recognition_key'),
        ),
      ),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

const toKeptWord = (word: RecognizedWord): KeptWord => [
  // PostgreSQL keeps every character in JSON but this one.
  word.text.replaceAll('\0', ''),
  word.left,
  word.top,
  word.right,
  word.bottom,
  word.size,
  word.confidence,
  word.follows ? 1 : 0,
];

const toRecognizedWord = ([
  text,
  left,
  top,
  right,
  bottom,
  size,
  confidence,
  follows,
]: KeptWord): RecognizedWord => ({
  text,
  left,
  top,
  right,
  bottom,
  size,
  confidence,
  follows: follows === 1,
});

/** The pages with the beginning of an unsure passage. */
export async function listUnsurePages(database: Database, documentSourceId: string): Promise<Set<number>> {
  const rows = await database
    .selectFrom('passages')
    .select('page')
    .distinct()
    .where('docsource_id', '=', documentSourceId)
    .where('is_unsure', '=', true)
    .execute();
  return new Set(rows.flatMap(({ page }) => page ?? []));
}
