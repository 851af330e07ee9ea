import {
  GLOSSARY_TERMS_MAXIMUM,
  type ExportedCorrection,
  type ExportedGlossaryTerm,
  type Glossary,
  type GlossaryTerm,
  type GlossaryTermRequest,
} from '#contract/glossary.ts';
import type { Actor } from '#server/actor.ts';
import { inTransaction, type Database } from '#server/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { invalidField, notFound } from '#server/problem-error.ts';
import { ownsCourse } from '../courses/course.policy.ts';
import { getOwnCourse, holdOwnCourse } from '../courses/courses.ts';
import { listDocumentsOfCourse } from '../lessons/lesson-text.ts';
import { listKeyTermsOfCourse } from '../lessons/lessons.ts';
import {
  deleteTerm,
  findTerm,
  insertDismissal,
  insertTerm,
  listCorrections,
  listCorrectionsOf,
  listTermRows,
  listTermRowsOf,
  updateTerm,
  type GlossaryTermRow,
} from './glossary.store.ts';
import { listLatestReplacements } from './list-replacements.ts';
import { keyOfTerm, suggestTerms } from './suggest-terms.ts';

type Needed = Pick<Dependencies, 'database'>;

const MOST_CORRECTIONS = 200;

/** The terms of one's own course, and what its material suggests. @throws {ProblemError} not_found. */
export async function readGlossary(dependencies: Needed, actor: Actor, courseId: number): Promise<Glossary> {
  const { database } = dependencies;
  await getOwnCourse(dependencies, actor, courseId);
  const rows = await listTermRows(database, courseId);
  const known = new Set(rows.map(({ term }) => keyOfTerm(term)));
  const material = {
    corrections: await listCorrections(database, courseId, MOST_CORRECTIONS),
    keyTerms: await listKeyTermsOfCourse(dependencies, courseId),
    documents: await listDocumentsOfCourse(dependencies, courseId),
  };
  return {
    terms: rows.filter((row) => !row.is_dismissed).map(presentTerm),
    suggestions: suggestTerms(material, (key) => known.has(key)),
    replacements: await listLatestReplacements(dependencies, courseId),
  };
}

/** @throws {ProblemError} not_found; validation_failed for a term that the course has, or one too many. */
export async function addTerm(
  { database }: Needed,
  actor: Actor,
  courseId: number,
  request: GlossaryTermRequest,
): Promise<GlossaryTerm> {
  return inTransaction(database, async (transaction) => {
    await holdOwnCourse({ database: transaction }, actor, courseId);
    const rows = await listTermRows(transaction, courseId);
    if (rows.filter((row) => !row.is_dismissed).length >= GLOSSARY_TERMS_MAXIMUM)
      throw invalidField('term', 'glossary_full', { maximum: GLOSSARY_TERMS_MAXIMUM });
    const row = await insertTerm(transaction, { course_id: courseId, ...readRequest(request) });
    if (row === undefined) throw invalidField('term', 'glossary_term_exists');
    return presentTerm(row);
  });
}

/** @throws {ProblemError} not_found; validation_failed for a term that the course has. */
export async function changeTerm(
  { database }: Needed,
  actor: Actor,
  id: number,
  request: GlossaryTermRequest,
): Promise<GlossaryTerm> {
  return inTransaction(database, async (transaction) => {
    const term = await getOwnTerm(transaction, actor, id);
    await holdOwnCourse({ database: transaction }, actor, term.course_id);
    const row = await updateTerm(transaction, { id, ...readRequest(request) });
    if (row === undefined) throw invalidField('term', 'glossary_term_exists');
    return presentTerm(row);
  });
}

/** @throws {ProblemError} not_found. */
export async function removeTerm({ database }: Needed, actor: Actor, id: number): Promise<void> {
  await getOwnTerm(database, actor, id);
  await deleteTerm(database, id);
}

/** The suggestion is not made again. @throws {ProblemError} not_found. */
export async function dismissSuggestion(
  { database }: Needed,
  actor: Actor,
  courseId: number,
  term: string,
): Promise<void> {
  await inTransaction(database, async (transaction) => {
    await holdOwnCourse({ database: transaction }, actor, courseId);
    await insertDismissal(transaction, courseId, term);
  });
}

async function getOwnTerm(database: Database, actor: Actor, id: number): Promise<GlossaryTermRow> {
  const term = await findTerm(database, id);
  if (term === undefined || !ownsCourse(actor, term)) throw notFound('glossary_term');
  return term;
}

/** What is the same as the term itself is not misheard, and nothing is listed twice. */
function readRequest({ term, misheard_as: misheardAs = [] }: GlossaryTermRequest) {
  const kept = new Map(misheardAs.map((each) => [keyOfTerm(each), each]));
  kept.delete(keyOfTerm(term));
  return { term, misheard_as: [...kept.values()] };
}

const presentTerm = ({
  id,
  course_id: courseId,
  term,
  misheard_as: misheardAs,
  created_at: createdAt,
}: GlossaryTermRow): GlossaryTerm => ({
  id,
  course_id: courseId,
  term,
  misheard_as: misheardAs,
  created_at: createdAt.toISOString(),
});

/** The terms of all the actor's courses, with the suggestions that were dismissed. */
export const exportGlossaries = async ({ database }: Needed, actor: Actor): Promise<ExportedGlossaryTerm[]> =>
  (await listTermRowsOf(database, actor.instructorId)).map((row) => ({
    ...presentTerm(row),
    is_dismissed: row.is_dismissed,
  }));

export const exportCorrections = ({ database }: Needed, actor: Actor): Promise<ExportedCorrection[]> =>
  listCorrectionsOf(database, actor.instructorId);
