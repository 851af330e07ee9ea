import { sql, type Selectable } from 'kysely';
import type { Database } from '#server/database/database.ts';
import type { GlossaryTermTable } from '#server/database/glossary-tables.ts';

export type GlossaryTermRow = Selectable<GlossaryTermTable>;

/** By the alphabet, with the suggestions that were dismissed. */
export const listTermRows = (database: Database, courseId: number): Promise<GlossaryTermRow[]> =>
  database
    .selectFrom('glossary_terms')
    .selectAll()
    .where('course_id', '=', courseId)
    .orderBy(sql`lower(term)`)
    .execute();

/** With whose it is. */
export const findTerm = (
  database: Database,
  id: number,
): Promise<(GlossaryTermRow & { instructor_id: number }) | undefined> =>
  database
    .selectFrom('glossary_terms')
    .innerJoin('courses', 'courses.id', 'glossary_terms.course_id')
    .selectAll('glossary_terms')
    .select('courses.instructor_id')
    .where('glossary_terms.id', '=', id)
    .where('glossary_terms.is_dismissed', '=', false)
    .executeTakeFirst();

/** A dismissed suggestion becomes a term. Returns undefined when the course has the term. */
export async function insertTerm(
  database: Database,
  {
    course_id: courseId,
    term,
    misheard_as: misheardAs,
  }: Pick<GlossaryTermRow, 'course_id' | 'term' | 'misheard_as'>,
): Promise<GlossaryTermRow | undefined> {
  const { rows } = await sql<GlossaryTermRow>`
    insert into glossary_terms as kept (course_id, term, misheard_as)
    values (${courseId}, ${term}, ${JSON.stringify(misheardAs)})
    on conflict (course_id, lower(term)) do update
      set term = excluded.term, misheard_as = excluded.misheard_as, is_dismissed = false
      where kept.is_dismissed
    returning *`.execute(database);
  return rows[0];
}

export async function insertDismissal(database: Database, courseId: number, term: string): Promise<void> {
  await sql`
    insert into glossary_terms (course_id, term, is_dismissed) values (${courseId}, ${term}, true)
    on conflict (course_id, lower(term)) do nothing`.execute(database);
}

/** Returns undefined when another term of the course is the same word. */
export const updateTerm = (
  database: Database,
  { id, term, misheard_as: misheardAs }: Pick<GlossaryTermRow, 'id' | 'term' | 'misheard_as'>,
): Promise<GlossaryTermRow | undefined> =>
  database
    .updateTable('glossary_terms')
    .set({ term, misheard_as: JSON.stringify(misheardAs) })
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('glossary_terms as other')
            .select('other.id')
            .whereRef('other.course_id', '=', 'glossary_terms.course_id')
            .where('other.id', '<>', id)
            .where(sql<boolean>`lower(other.term) = lower(${term})`),
        ),
      ),
    )
    .returningAll()
    .executeTakeFirst();

export async function deleteTerm(database: Database, id: number): Promise<void> {
  await database.deleteFrom('glossary_terms').where('id', '=', id).execute();
}

export const listTermRowsOf = (database: Database, instructorId: number): Promise<GlossaryTermRow[]> =>
  database
    .selectFrom('glossary_terms')
    .innerJoin('courses', 'courses.id', 'glossary_terms.course_id')
    .selectAll('glossary_terms')
    .where('courses.instructor_id', '=', instructorId)
    .orderBy('glossary_terms.course_id')
    .orderBy('glossary_terms.id')
    .execute();

export interface Correction {
  readonly heard: string;
  readonly corrected: string;
  readonly count: number;
}

/** Adds to the corrections of a lesson that are known. */
export async function addCorrections(
  database: Database,
  lessonId: number,
  corrections: readonly Correction[],
): Promise<void> {
  if (corrections.length === 0) return;
  await database
    .insertInto('transcript_corrections')
    .values(corrections.map((each) => ({ ...each, lesson_id: lessonId })))
    .onConflict((conflict) =>
      conflict.columns(['lesson_id', 'heard', 'corrected']).doUpdateSet({
        count: sql<number>`transcript_corrections.count + excluded.count`,
      }),
    )
    .execute();
}

/** Over all lessons of a course, the most frequent first. */
export const listCorrections = (database: Database, courseId: number, limit: number): Promise<Correction[]> =>
  database
    .selectFrom('transcript_corrections')
    .innerJoin('lessons', 'lessons.id', 'transcript_corrections.lesson_id')
    .select(['heard', 'corrected', sql<number>`sum(count)::int`.as('count')])
    .where('lessons.course_id', '=', courseId)
    .groupBy(['heard', 'corrected'])
    .orderBy(sql`sum(count)`, 'desc')
    .orderBy('corrected')
    .limit(limit)
    .execute();

export const listCorrectionsOf = (
  database: Database,
  instructorId: number,
): Promise<(Correction & { lesson_id: number })[]> =>
  database
    .selectFrom('transcript_corrections')
    .innerJoin('lessons', 'lessons.id', 'transcript_corrections.lesson_id')
    .innerJoin('courses', 'courses.id', 'lessons.course_id')
    .selectAll('transcript_corrections')
    .where('courses.instructor_id', '=', instructorId)
    .orderBy('lesson_id')
    .orderBy('heard')
    .execute();
