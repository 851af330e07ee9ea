import type { AnswerStyle, BloomLevel } from '#contract/quizzes.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { hashOutcomes } from '#server/features/quizzes/bank/match-bank-outcomes.ts';
import { lockBank, updateBank } from '#server/features/quizzes/bank/question-bank.store.ts';

/** Letters for a number, so that no two questions share a word. */
const lettersOf = (number: number): string =>
  String(number).replaceAll(/\d/gu, (digit) => 'bcdfghjklm'.charAt(Number(digit)));

let made = 100;

/** Questions of one kind in the bank of a lesson that has a text, none of which gives another away. Returns their stems. */
export async function insertExamCandidates(
  { dependencies: { database } }: { dependencies: Pick<Dependencies, 'database'> },
  lesson: { readonly id: number; readonly docsource_id: string | null },
  count: number,
  kind: { outcome?: string | null; level?: BloomLevel; answer_style?: AnswerStyle } = {},
): Promise<string[]> {
  const { outcome = null, level = 'remember', answer_style: type = 'multiple_choice' } = kind;
  const passage = await database
    .selectFrom('passages')
    .select(['id', 'text'])
    .where('docsource_id', '=', lesson.docsource_id ?? '')
    .orderBy('position')
    .executeTakeFirstOrThrow();
  const stems: string[] = [];
  for (let index = 0; index < count; index += 1) {
    made += 1;
    const word = lettersOf(made);
    const text = `Where is the ${word}ite?`;
    const options = [`Near${word}`, `Far${word}`, `Under${word}`].map((option, place) => ({
      text: option,
      is_correct: place === 0,
    }));
    await database
      .insertInto('question_candidates')
      .values({
        lesson_id: lesson.id,
        fingerprint: `exam ${made}`,
        question: JSON.stringify({
          text,
          type,
          blooms_taxonomy: level,
          difficulty: 'medium',
          outcome,
          explanation: '',
          evidence: {
            quote: passage.text.slice(0, 40),
            passage_id: passage.id,
            page: null,
            start_second: null,
            end_second: null,
          },
          options: type === 'essay' ? [] : options,
          key_points: type === 'essay' ? [`Near${word}`] : [],
          rubric: null,
          flaws: [],
        }),
        section: 0,
        score: 0.5,
        written_by: 'composer',
        edited_at: null,
      })
      .execute();
    stems.push(text);
  }
  return stems;
}

/** As the worker leaves the bank of a lesson whose questions are matched with the outcomes of its course. */
export async function markBankMatched(
  { dependencies: { database } }: { dependencies: Pick<Dependencies, 'database'> },
  lessonId: number,
  outcomes: readonly { short_name: string; description: string }[],
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await lockBank(transaction, lessonId);
    await updateBank(transaction, lessonId, { status: 'ready', outcomes_hash: hashOutcomes(outcomes) });
  });
}
