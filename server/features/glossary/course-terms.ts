import type { Dependencies } from '#server/dependencies.ts';
import { createWordReplacer } from '#server/language/replace-words.ts';
import { findCorrections } from './find-corrections.ts';
import { addCorrections, listTermRows, type GlossaryTermRow } from './glossary.store.ts';

type Needed = Pick<Dependencies, 'database'>;

/** The terms of a course as transcribing needs them. For jobs: who may have them was asked before. */
export async function listTermsOfCourse(
  { database }: Needed,
  courseId: number,
): Promise<Pick<GlossaryTermRow, 'term' | 'misheard_as'>[]> {
  return (await listTermRows(database, courseId)).filter((row) => !row.is_dismissed);
}

/** Words of terms that are worth listening for, without the small words of a phrase. */
export const listWordsOfTerms = (terms: readonly Pick<GlossaryTermRow, 'term'>[]): string[] => [
  ...new Set(terms.flatMap(({ term }) => term.toLowerCase().match(/\p{L}{3,}/gu) ?? [])),
];

/**
 * Writes what a transcript misheard as the terms of the glossary, and names of several words or with capitals inside, such as
 * CRISPR, as the glossary writes them.
 */
export function createTermWriter(
  terms: readonly Pick<GlossaryTermRow, 'term' | 'misheard_as'>[],
): (text: string) => string {
  const replacer = createWordReplacer(
    terms.flatMap(({ term, misheard_as: misheardAs }) =>
      [...misheardAs, ...(/^.+\p{Lu}/u.test(term) ? [term] : [])].map((find) => ({
        find,
        replacement: term,
      })),
    ),
  );
  return (text) => replacer(text).text;
}

/** Remembers what an instructor corrected in the transcript of a lesson, to suggest it for the glossary. Call it in a transaction. */
export const recordCorrections = (
  { database }: Needed,
  lessonId: number,
  { before, after }: { before: string; after: string },
): Promise<void> => addCorrections(database, lessonId, findCorrections(before, after));
