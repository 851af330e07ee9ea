import { sql } from 'kysely';
import { lessonFact, type LessonFact } from '#contract/facts.ts';
import type { SearchScope } from '#contract/search.ts';
import type { Database } from '#server/platform/database/database.ts';

/** @param documentSourceId the text that the facts are from */
export async function storeFacts(
  database: Database,
  lessonId: number,
  documentSourceId: string | null,
  facts: readonly LessonFact[],
): Promise<void> {
  await database
    .updateTable('question_banks')
    .set({ facts: JSON.stringify({ docsource_id: documentSourceId, facts }) })
    .where('lesson_id', '=', lessonId)
    .execute();
}

export interface FactOfLesson {
  readonly fact: LessonFact;
  readonly lesson_id: number;
  readonly lesson_title: string;
  readonly course_id: number;
}

export async function listFactsOf(
  database: Database,
  { instructorId, scope, limit }: { instructorId: number; scope: SearchScope; limit: number },
): Promise<FactOfLesson[]> {
  const { rows } = await sql<FactOfLesson>`
    select fact, lessons.id as lesson_id, lessons.title as lesson_title, lessons.course_id
    from question_banks
    join lessons on lessons.id = question_banks.lesson_id
                and lessons.docsource_id = question_banks.facts ->> 'docsource_id'
    join courses on courses.id = lessons.course_id and courses.instructor_id = ${instructorId},
         jsonb_array_elements(question_banks.facts -> 'facts') with ordinality as listed (fact, place)
    where (${scope.course_id ?? null}::int is null or lessons.course_id = ${scope.course_id ?? null}::int)
      and (${scope.lesson_id ?? null}::int is null or lessons.id = ${scope.lesson_id ?? null}::int)
    order by place, lessons.id
    limit ${limit}`.execute(database);
  return rows.map((row) => ({ ...row, fact: lessonFact.parse(row.fact) }));
}

/** The facts that no question of the lesson quotes, in the bank (rejected ones included), in a quiz or in a draft. Best first. */
export async function listUnusedFacts(
  database: Database,
  lessonId: number,
  limit: number,
): Promise<LessonFact[]> {
  const { rows } = await sql<{ fact: LessonFact }>`
    with used as materialized (
      select question -> 'evidence' ->> 'quote' as quote
      from question_candidates where lesson_id = ${lessonId}
      union
      select questions.evidence ->> 'quote'
      from questions join question_sets on question_sets.id = questions.question_set_id
      where question_sets.lesson_id = ${lessonId}
      union
      select question -> 'evidence' ->> 'quote'
      from question_set_drafts join question_sets on question_sets.id = question_set_drafts.question_set_id,
           jsonb_array_elements(question_set_drafts.questions) as question
      where question_sets.lesson_id = ${lessonId}
    )
    select fact
    from question_banks
    join lessons on lessons.id = question_banks.lesson_id
                and lessons.docsource_id = question_banks.facts ->> 'docsource_id',
         jsonb_array_elements(question_banks.facts -> 'facts') with ordinality as listed (fact, place)
    where question_banks.lesson_id = ${lessonId}
      and not exists (
        select from used
        where used.quote <> ''
          and (strpos(used.quote, fact -> 'evidence' ->> 'quote') > 0
               or strpos(fact -> 'evidence' ->> 'quote', used.quote) > 0))
    order by place
    limit ${limit}`.execute(database);
  return rows.map(({ fact }) => lessonFact.parse(fact));
}
