import { expect, test } from 'vitest';
import { dashboard } from '#contract/dashboard.ts';
import type { TestInstructor } from '#server/testing/test-instructor.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const application = await useTestApplication();

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

test('a chat alone counts as activity', async () => {
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
