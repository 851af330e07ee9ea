import { expect, test } from 'vitest';
import { z } from 'zod';
import { course } from '#contract/courses.ts';
import { lessonList } from '#contract/lessons.ts';
import { questionSetDraft } from '#contract/question-editing.ts';
import { questionSet } from '#contract/quizzes.ts';
import { eventually } from '#server/testing/test-application.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const application = await useTestApplication({ worker: true });
const owner = await application.register();

test('adds one demonstration course with three lessons, summaries and saved quizzes', async () => {
  const [added, again] = await Promise.all([
    owner.post('/api/courses/demo/'),
    owner.post('/api/courses/demo/'),
  ]);
  const demo = added.read(201, course);
  expect(again.read(201, course).id).toBe(demo.id);
  expect(demo.is_demo).toBe(true);
  const quizzes = await eventually(
    'the quizzes of the demo course',
    async () => {
      const found = (await owner.get(`/api/question-sets/?course_id=${demo.id}`)).read(
        200,
        z.array(questionSet),
      );
      return found.length === 3 ? found : undefined;
    },
    { seconds: 300 },
  );
  for (const { id } of quizzes) {
    const quiz = (await owner.get(`/api/question-sets/${id}/draft/`)).read(200, questionSetDraft);
    expect(quiz.questions).toHaveLength(5);
    for (const { flaws, evidence, outcome } of quiz.questions) {
      expect(flaws).toEqual([]);
      expect(evidence?.page ?? evidence?.start_second ?? evidence?.passage_id).toBeDefined();
      expect(outcome).not.toBeNull();
    }
  }
  const lessons = (await owner.get(`/api/lessons/by_course/?course_id=${demo.id}`)).read(200, lessonList);
  expect(lessons.map(({ kind, hasSummary }) => [kind, hasSummary])).toEqual([
    ['video', true],
    ['pdf', true],
    ['text', true],
  ]);
  expect(lessons[0]?.has_transcript).toBe(true);
  expect((await fetch(lessons[0]?.file ?? '')).headers.get('content-type')).toBe('video/mp4');
  expect((await owner.call('DELETE', `/api/courses/${demo.id}/`)).status).toBe(204);
  expect((await owner.post('/api/courses/demo/')).read(201, course).id).not.toBe(demo.id);
  // Encoding the lecture's video takes long while other tests run.
}, 400_000);
