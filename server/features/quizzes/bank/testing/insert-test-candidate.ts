import type { TestApplication } from '#server/testing/test-application.ts';

/** Puts an essay question that names `mark` into the bank of a lesson that has a text. Returns its id. */
export async function insertTestCandidate(
  application: TestApplication,
  lesson: { id: number; docsource_id: string | null },
  mark: string,
): Promise<number> {
  const { database } = application.dependencies;
  const passage = await database
    .selectFrom('passages')
    .select('id')
    .where('docsource_id', '=', lesson.docsource_id ?? '')
    .executeTakeFirstOrThrow();
  const { id } = await database
    .insertInto('question_candidates')
    .values({
      lesson_id: lesson.id,
      fingerprint: mark,
      question: JSON.stringify({
        text: `Explain what the ${mark} leaf does.`,
        type: 'essay',
        blooms_taxonomy: 'understand',
        difficulty: 'medium',
        outcome: null,
        explanation: mark,
        evidence: {
          quote: `The ${mark} leaf turns light into sugar.`,
          passage_id: passage.id,
          page: null,
          start_second: null,
          end_second: null,
        },
        options: [],
        key_points: [mark],
        rubric: mark,
        flaws: [],
      }),
      section: 0,
      score: 0.5,
      written_by: 'composer',
      edited_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
