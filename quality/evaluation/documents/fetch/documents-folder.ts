import { join } from 'node:path';

const DEFAULT_FOLDER = join(import.meta.dirname, '../files');

/** Where real documents are kept: the folder named by `DOCUMENTS_DIR`, or `quality/evaluation/documents/files`. */
export function findDocumentsFolder(): string {
  const named = process.env['DOCUMENTS_DIR'];
  return named === undefined || named === '' ? DEFAULT_FOLDER : named;
}

/** The path of a document below that folder. Halves have folders of their own, so that one can be left unopened. */
export const locateDocument = (
  folder: string,
  { id, half }: { readonly id: string; readonly half: string },
): string => join(folder, half, `${id}.pdf`);
