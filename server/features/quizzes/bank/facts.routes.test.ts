import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { FACTS_MAXIMUM, lessonFacts, type LessonFact } from '#contract/facts.ts';
import { questionSetDraft } from '#contract/question-editing.ts';
import { generateQuestionsRequest, questionSetWithQuestions } from '#contract/quizzes.ts';
import { readLesson } from '#server/language/testing/read-lesson.ts';
import { writeQuestions } from '../write-questions.ts';
import { prepareQuestions } from './prepare-questions.ts';
import { jobContext, jobOf, makeReadLesson, workerOf } from './testing/bank-test.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';
import { BLANK_QUESTION } from '#server/testing/blank-question.ts';

const TEXT = readLesson('economics')
  .passages.map(({ text }) => text)
  .join('\n\n');

const application = await useTestApplication();
const teacher = await application.register();
const lesson = await makePrepared();

async function makePrepared(): Promise<number> {
  const { id } = await makeReadLesson(application, teacher, TEXT);
  await teacher.post(`/api/lessons/${id}/question-bank/prepare/`);
  await prepareQuestions(
    workerOf(application),
    { lesson_id: id, is_requested: true },
    jobContext({ jobId: await jobOf(application, id) }),
  );
  return id;
}

const readFacts = async (id = lesson): Promise<LessonFact[]> =>
  (await teacher.get(`/api/lessons/${id}/facts/`)).read(200, lessonFacts.strict()).facts;

async function makeQuizAbout({ statement, evidence, kindred }: LessonFact, id: number): Promise<void> {
  const made = await teacher.post('/api/question-sets/from_bank/', { lesson_id: id, candidate_ids: [] });
  const { question_set: set, questions } = made.read(200, questionSetWithQuestions);
  expect(questions).toEqual([]);
  const answer = await teacher.call('PUT', `/api/question-sets/${set.id}/draft/`, {
    json: {
      based_on_version: set.version,
      updated_at: null,
      questions: [
        {
          ...BLANK_QUESTION,
          text: 'What does the lesson say?',
          options: [statement, ...kindred].map((text, place) => ({ text, is_correct: place === 0 })),
          evidence,
        },
      ],
    },
  });
  answer.read(200, questionSetDraft);
}

test('lists the best statements of the lesson with their evidence and similar terms', async () => {
  const facts = await readFacts();
  expect(facts).toHaveLength(FACTS_MAXIMUM);
  for (const { statement, evidence, kindred } of facts) {
    expect(TEXT).toContain(evidence.quote);
    expect(statement).toMatch(/^\p{Lu}.*\.$/u);
    expect(kindred.length).toBeLessThanOrEqual(5);
    for (const term of kindred) expect(statement.toLowerCase()).not.toContain(term.toLowerCase());
  }
});

test('without a language model, a quiz has no questions and says how to get some', async () => {
  const { id } = await makeReadLesson(application, teacher, TEXT);
  const request = generateQuestionsRequest.parse({ lesson_id: id, n: 5 });
  const { question_set_id: made } = await writeQuestions(workerOf(application), request, jobContext());
  const quiz = await teacher.get(`/api/question-sets/by_question_set/?question_set_id=${made}`);
  expect(quiz.read(200, questionSetWithQuestions)).toMatchObject({
    questions: [],
    shortfall: { asked: 5, made: 0, reason_coded: { code: 'questions_without_model' } },
    writer: null,
  });
  expect(await readFacts(id)).toHaveLength(FACTS_MAXIMUM);
});

test('a fact disappears once a draft or the question bank asks about it', async () => {
  const id = await makePrepared();
  const [first, second, ...others] = await readFacts(id);
  if (first === undefined || second === undefined) throw new Error('No facts.');
  await makeQuizAbout(first, id);
  expect((await readFacts(id)).slice(0, 2)).toEqual([second, others[0]]);
  await sql`insert into question_candidates (lesson_id, fingerprint, question, section, score, written_by, is_rejected)
    values (${id}, 'rejected', ${JSON.stringify({ type: 'multiple_choice', blooms_taxonomy: 'remember', difficulty: 'easy', evidence: second.evidence })}, 0, 0.5, 'composer', true)`.execute(
    application.dependencies.database,
  );
  expect((await readFacts(id))[0]).toEqual(others[0]);
});

test('a second fact continues the quiz that was started on the first', async () => {
  const id = await makePrepared();
  const start = async () =>
    (await teacher.post('/api/question-sets/from_bank/', { lesson_id: id, candidate_ids: [] })).read(
      200,
      questionSetWithQuestions,
    ).question_set.id;
  const started = await start();
  expect(await start()).toBe(started);
  const [first] = await readFacts(id);
  if (first === undefined) throw new Error('No facts.');
  await makeQuizAbout(first, id);
  expect(await start()).toBe(started);
  await teacher.call('DELETE', `/api/question-sets/${started}/`);
  expect(await start()).not.toBe(started);
});

test('a lesson without prepared questions has no facts', async () => {
  const { id } = await makeReadLesson(application, teacher, TEXT);
  expect(await readFacts(id)).toEqual([]);
});
