import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { classOverview, dashboard } from '#contract/dashboard.ts';
import { sharedQuiz } from '#contract/shared-quizzes.ts';
import { startTestApplication, type TestApplication } from '#server/testing/test-application.ts';
import type { TestInstructor } from '#server/testing/test-instructor.ts';
import { insertTestClass } from '../quiz-results/testing/insert-test-class.ts';

let application: TestApplication;
beforeAll(async () => {
  application = await startTestApplication();
});
afterAll(() => application.close());

const read = async (person: TestInstructor) => (await person.get('/api/dashboard/')).read(200, dashboard);

test('who has nothing sees sample figures, marked as such; others their own', async () => {
  const [teacher, stranger] = await Promise.all([application.register(), application.register()]);
  const sample = {
    total_courses: 5,
    uploaded_lessons: 12,
    quizzes_generated: 4,
    ai_chats: 27,
    is_sample: true,
  };
  expect(await read(teacher)).toEqual(sample);

  const { id } = await teacher.makeCourse();
  const lesson = await teacher.makeLesson({ file: 'https://example.org/a.pdf', course: id });
  await teacher.makeLesson({ file: 'https://example.org/b.mp4', course: id });
  await teacher.makeCourse();
  for (const savedAt of [null, new Date()]) {
    const { id: setId } = await application.dependencies.database
      .insertInto('question_sets')
      .values({
        lesson_id: lesson.id,
        job_id: null,
        name: 'Quiz',
        answer_style: 'essay',
        shortfall: 'null',
        saved_at: savedAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await application.dependencies.database
      .insertInto('questions')
      .values({
        question_set_id: setId,
        position: 0,
        text: 'Why?',
        type: 'essay',
        blooms_taxonomy: 'understand',
        difficulty: 'easy',
        outcome_short_name: null,
        explanation: '',
        evidence: 'null',
        flaws: '[]',
        key_points: '[]',
        rubric: null,
        written_by: 'instructor',
      })
      .execute();
  }
  await teacher.post('/api/assistant/conversations/', { title: 'Create a quiz' });
  expect(await read(teacher)).toEqual({
    total_courses: 2,
    uploaded_lessons: 2,
    quizzes_generated: 2,
    ai_chats: 1,
    is_sample: false,
  });
  expect(await read(stranger)).toEqual(sample);
});

test('a chat alone is something of one’s own', async () => {
  const teacher = await application.register();
  await teacher.post('/api/assistant/messages/', { text: 'Hello' });
  expect(await read(teacher)).toEqual({
    total_courses: 0,
    uploaded_lessons: 0,
    quizzes_generated: 0,
    ai_chats: 1,
    is_sample: false,
  });
});

test('shows open quizzes, the attempts of the week, weak questions and outcomes not reached', async () => {
  const { database } = application.dependencies;
  const [teacher, stranger] = await Promise.all([application.register(), application.register()]);
  const readOverview = async (person: TestInstructor) =>
    (await person.get('/api/dashboard/classes/')).read(200, classOverview);
  const nothing = {
    open_quizzes: [],
    attempts_this_week: 0,
    weakest_questions: [],
    outcomes_not_reached: [],
  };
  expect(await readOverview(teacher)).toEqual(nothing);

  const lesson = await teacher.makeLesson({ file: 'https://example.org/a.pdf' });
  const { id: setId } = await database
    .insertInto('question_sets')
    .values({
      lesson_id: lesson.id,
      job_id: null,
      name: 'Leaves',
      answer_style: 'multiple_choice',
      shortfall: 'null',
      saved_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const quiz = (await teacher.post(`/api/question-sets/${setId}/share/`)).read(200, sharedQuiz);
  const questionOf = (key: number, outcome: string) => ({
    key,
    question_id: null,
    lesson_id: lesson.id,
    text: `Question ${key}`,
    type: 'multiple_choice' as const,
    blooms_taxonomy: 'remember' as const,
    difficulty: 'easy' as const,
    outcome,
    options: ['A', 'B'].map((text, place) => ({ text, is_correct: place === 0 })),
    explanation: '',
    evidence: null,
    key_points: [],
    rubric: null,
  });
  const questions = [questionOf(1, 'LO1'), questionOf(2, 'LO2'), questionOf(3, 'LO2')];
  // No one is right at the first question, and the others separate stronger from weaker students.
  const students = Array.from({ length: 12 }, (_, place) => ({
    name: `Student ${place}`,
    answers: [1, place < 9 ? 0 : 1, place < 8 ? 0 : 1],
  }));
  const attempts = await insertTestClass(database, quiz.id, 2, questions, [
    ...students,
    { name: 'Preview', answers: [0, 0, 0], isPreview: true },
  ]);
  await sql`update attempts set started_at = now() - interval '8 days' where id = ${attempts[0] ?? 0}`.execute(
    database,
  );
  expect(await readOverview(teacher)).toEqual({
    open_quizzes: [
      {
        shared_quiz_id: quiz.id,
        name: 'Leaves',
        attempt_count: 12,
        open_attempt_count: 0,
        closes_at: null,
      },
    ],
    attempts_this_week: 11,
    weakest_questions: [
      {
        shared_quiz_id: quiz.id,
        quiz_name: 'Leaves',
        key: 1,
        text: 'Question 1',
        facility: 0,
        weaknesses: ['too_hard'],
      },
    ],
    outcomes_not_reached: [{ shared_quiz_id: quiz.id, quiz_name: 'Leaves', outcome: 'LO1', mean: 0 }],
  });
  expect(await readOverview(stranger)).toEqual(nothing);
});
