import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { questionSetWithQuestions } from '#contract/quizzes.ts';
import { EDITED_QUESTIONS_MAXIMUM } from '#contract/question-kinds.ts';
import { makeReadLesson } from '../bank/testing/bank-test.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';
import { BLANK_QUESTION } from '#server/testing/blank-question.ts';

const application = await useTestApplication();
const teacher = await application.register();

const longWords = (seed: string, length: number): string =>
  Array.from({ length: length / 8 }, (_, index) => `${seed}${index}`.padEnd(7, 'x')).join(' ');

/** A hundred of them are as long as a quiz may be. */
const longQuestion = (index: number) => ({
  ...BLANK_QUESTION,
  text: `Which of ${index}? ${longWords(`s${index}`, 900)}`,
  options: Array.from({ length: 8 }, (_, option) => ({
    text: longWords(`o${index}${option}`, 240),
    is_correct: option === 0,
  })),
});

test('publishing holds a connection only to store questions, not to check them', async () => {
  const { database } = application.dependencies;
  const { id: lessonId } = await makeReadLesson(application, teacher, 'Barges carry granite down the river.');
  const { rows } = await sql<{ id: number }>`
    insert into question_sets (lesson_id, name, answer_style, shortfall)
    values (${lessonId}, 'Long', 'multiple_choice', 'null') returning id`.execute(database);
  const questions = Array.from({ length: EDITED_QUESTIONS_MAXIMUM }, (_, index) => longQuestion(index));
  const began = performance.now();
  const published = new AbortController();
  const publishing = teacher
    .post(`/api/question-sets/${rows[0]?.id}/publish/`, { based_on_version: 1, questions })
    .finally(() => published.abort());
  let longestHeld = 0;
  while (!published.signal.aborted) longestHeld = Math.max(longestHeld, await longestTransaction());
  (await publishing).read(200, questionSetWithQuestions);
  // A tenth to a third of the time; seven tenths when the questions are checked inside the transaction.
  expect(longestHeld).toBeLessThan((performance.now() - began) / 2);
});

/** How many milliseconds the oldest transaction of another connection has been open. */
async function longestTransaction(): Promise<number> {
  const { rows } = await sql<{ age: number | null }>`
    select max(extract(epoch from clock_timestamp() - xact_start))::float8 * 1000 as age from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(
    application.dependencies.database,
  );
  return rows[0]?.age ?? 0;
}
