import { expect, test } from 'vitest';
import { listCourseWords } from './list-course-words.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const application = await useTestApplication({ worker: true });

test('lists the long words of the documents in the same course, the most frequent first', async () => {
  const teacher = await application.register();
  const mine = await teacher.makeTextLesson('Insulin lowers the concentration of glucose in the blood.');
  await teacher.makeTextLesson(
    'Cortisol is a steroid. Cortisol raises the pressure of the blood.',
    mine.course,
  );
  await teacher.makeTextLesson('A sonnet is a poem of fourteen lines.');
  const stranger = await application.register();
  await stranger.makeTextLesson('Adrenaline prepares the body for flight.');
  const words = await listCourseWords(application.dependencies, mine.id);
  expect(words).toContain('steroid');
  expect(words.indexOf('cortisol')).toBeLessThan(words.indexOf('steroid'));
  for (const absent of ['insulin', 'sonnet', 'adrenaline', 'the']) expect(words).not.toContain(absent);
});
