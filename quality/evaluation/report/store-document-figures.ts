import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocumentsEvaluation } from '../run/evaluate-documents.ts';

const FOLDER = join(import.meta.dirname, '../../../.cache/evaluation');

/**
 * Writes the figures of all documents as JSON, for comparison with another run; what was missed only for the dev half.
 * @returns the path of the file
 */
export async function storeDocumentFigures({ outcomes, absent }: DocumentsEvaluation): Promise<string> {
  const path = join(FOLDER, 'documents.json');
  const documents = outcomes.map((outcome) => {
    const { id, half, kind, tool, pages } = outcome.document;
    const about = { id, half, kind, tool, pages };
    if (outcome.problem !== undefined) return { ...about, problem: outcome.problem };
    const { figures, isEnglish, recognizedPages, milliseconds, peerMilliseconds } = outcome;
    const { misses, ...counts } = figures;
    return {
      ...about,
      ...counts,
      isEnglish,
      recognizedPages,
      milliseconds,
      peerMilliseconds,
      ...(half === 'dev' ? { misses } : {}),
    };
  });
  await mkdir(FOLDER, { recursive: true });
  await writeFile(path, `${JSON.stringify({ absent: absent.map(({ id }) => id), documents }, null, 1)}\n`);
  return path;
}
