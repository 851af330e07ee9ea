import { randomBytes } from 'node:crypto';
import { inTransaction } from '#server/platform/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { SplitText } from '#server/documents/split-document.ts';
import { embedPassages } from './embedding.jobs.ts';
import { deleteUnusedSources } from './lesson-content.store.ts';
import { insertDocumentSource, insertPassages } from './passage.store.ts';

/**
 * Keeps a text that was split into passages under a document source of the given id, and has its
 * passages embedded in the background. Doing it again for the same id changes nothing.
 */
export async function keepText(
  dependencies: Pick<Dependencies, 'database' | 'jobs'>,
  source: {
    id: string;
    instructorId: number;
    fileKey: string | null;
    pageCount: number | null;
    spoken: boolean;
    /** Under which the recognized pages of the text are kept. */
    recognitionKey?: string | null;
    guessedEncoding?: string | null | undefined;
  },
  text: SplitText,
): Promise<void> {
  await inTransaction(dependencies.database, async (transaction) => {
    const isNew = await insertDocumentSource(transaction, {
      id: source.id,
      instructor_id: source.instructorId,
      file_key: source.fileKey,
      plain_text: text.plainText,
      page_count: source.pageCount,
      spoken: source.spoken,
      recognition_key: source.recognitionKey ?? null,
      guessed_encoding: source.guessedEncoding ?? null,
    });
    if (!isNew) return;
    await insertPassages(transaction, source.id, text.passages, text.plainText);
    await dependencies.jobs.enqueue(transaction, embedPassages, { docsource_id: source.id });
  });
}

/** Lets go of texts, with their passages, that no lesson uses any more. */
export const forgetText = (
  dependencies: Pick<Dependencies, 'database'>,
  ids: readonly string[],
): Promise<void> => deleteUnusedSources(dependencies.database, ids);

/** A document source's identity, which callers must not interpret. */
export const newDocumentSourceId = (): string => `ds_${randomBytes(16).toString('base64url')}`;
