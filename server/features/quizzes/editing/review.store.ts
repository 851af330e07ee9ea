import type { Database } from '#server/database/database.ts';
import type { QuestionSetRow } from '../question-set.store.ts';

/**
 * Marks questions of the small model in a quiz, and the same ones in its lesson's bank, as accepted or as drafts again. Other
 * writers' questions never were drafts and stay as they are.
 */
export async function markDrafts(
  database: Database,
  { id, lesson_id: lessonId }: Pick<QuestionSetRow, 'id' | 'lesson_id'>,
  { questionIds, isDraft }: { questionIds: readonly number[]; isDraft: boolean },
): Promise<void> {
  const marked = await database
    .updateTable('questions')
    .set({ is_draft: isDraft })
    .where('question_set_id', '=', id)
    .where('id', 'in', [...questionIds])
    .where('written_by', '=', 'small_model')
    .returning('fingerprint')
    .execute();
  const fingerprints = marked.map(({ fingerprint }) => fingerprint);
  if (fingerprints.length === 0) return;
  await database
    .updateTable('question_candidates')
    .set({ is_draft: isDraft })
    .where('lesson_id', '=', lessonId)
    .where('fingerprint', 'in', fingerprints)
    .where('written_by', '=', 'small_model')
    .execute();
}
