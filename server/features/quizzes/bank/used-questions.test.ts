import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { questionSetWithQuestions } from '#contract/quizzes.ts';
import { prepareQuestions } from './prepare-questions.ts';
import { jobContext, jobOf, makeReadLesson, readBank, workerOf } from './testing/bank-test.ts';
import { createScriptedBankWriter, riverText } from './testing/scripted-bank-writer.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const application = await useTestApplication({ languageModel: 'fake' });
const teacher = await application.register();

test('a question that is in thousands of quizzes names the first ten', async () => {
  const { id: lessonId } = await makeReadLesson(application, teacher, riverText());
  await teacher.post(`/api/lessons/${lessonId}/question-bank/prepare/`);
  await prepareQuestions(
    workerOf(application),
    { lesson_id: lessonId, is_requested: true },
    jobContext({ jobId: await jobOf(application, lessonId) }),
    createScriptedBankWriter().write,
  );
  const [candidate] = (await readBank(teacher, lessonId)).candidates;
  const made = await teacher.post('/api/question-sets/from_bank/', {
    lesson_id: lessonId,
    candidate_ids: [candidate?.id],
  });
  const { id } = made.read(200, questionSetWithQuestions).question_set;
  await repeatQuiz(id, 6_000);

  const [used] = (await readBank(teacher, lessonId)).candidates;
  expect(used?.used_in).toHaveLength(10);
  expect(used?.used_in[0]?.question_set_id).toBe(id);
});

/** Copies of a quiz and its question, many times more of them than anyone makes by hand. */
async function repeatQuiz(id: number, copies: number): Promise<void> {
  const { database } = application.dependencies;
  await sql`
    with sets as (
      insert into question_sets (lesson_id, name, answer_style, shortfall)
      select lesson_id, name, answer_style, shortfall from question_sets, generate_series(1, ${copies})
      where id = ${id} returning id
    ), copies as (
      insert into questions (question_set_id, position, text, type, blooms_taxonomy, difficulty, explanation,
                             evidence, flaws, key_points, fingerprint)
      select sets.id, position, text, type, blooms_taxonomy, difficulty, explanation, evidence, flaws, key_points, fingerprint
      from questions, sets where question_set_id = ${id} returning id
    )
    insert into options (question_id, position, text, is_correct)
    select copies.id, options.position, options.text, options.is_correct from options, copies
    where options.question_id in (select id from questions where question_set_id = ${id})`.execute(database);
}
