import type { QuestionWriter } from '#contract/quizzes.ts';
import type { Database } from '#server/database/database.ts';
import type { QuestionSetRow } from '../question-set.store.ts';

const MODELS = ['small_model', 'language_model'] as const satisfies readonly QuestionWriter[];

/**
 * Marks questions of language models in a quiz, and the same ones in its lesson's bank, as accepted or as drafts. Leaves the other
 * questions as they are.
 */
export async function markDrafts(
  database: Database,
  { id, lesson_id: lessonId }: Pick<QuestionSetRow, 'id' | 'lesson_id'>,
  { questionIds, writtenBy }: { questionIds: readonly number[]; writtenBy: (typeof MODELS)[number] },
): Promise<void> {
  const marked = await database
    .updateTable('questions')
    .set({ written_by: writtenBy })
    .where('question_set_id', '=', id)
    .where('id', 'in', [...questionIds])
    .where('written_by', 'in', [...MODELS])
    .returning('fingerprint')
    .execute();
  const fingerprints = marked.map(({ fingerprint }) => fingerprint);
  if (fingerprints.length === 0) return;
  await database
    .updateTable('question_candidates')
    .set({ written_by: writtenBy })
    .where('lesson_id', '=', lessonId)
    .where('fingerprint', 'in', fingerprints)
    .where('written_by', 'in', [...MODELS])
    .execute();
}
