import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApplication, type TestApplication } from '#server/testing/test-application.ts';
import { getLessonText, listSiblingTexts } from './lesson-text.ts';

let application: TestApplication;
beforeAll(async () => {
  application = await startTestApplication({ worker: true });
});
afterAll(() => application.close());

test('the other lessons of the course that hold text, and no others', async () => {
  const teacher = await application.register();
  const mine = await teacher.makeTextLesson('Insulin lowers the concentration of glucose in the blood.');
  const beside = await teacher.makeTextLesson('Cortisol raises the pressure of the blood.', mine.course);
  await teacher.makeTextLesson('A sonnet is a poem of fourteen lines.');
  const stranger = await application.register();
  await stranger.makeTextLesson('Adrenaline prepares the body for flight.');
  const { lesson } = await getLessonText(application.dependencies, mine.id);
  const texts = await listSiblingTexts(application.dependencies, lesson);
  expect(texts.map(({ title }) => title)).toEqual([beside.title]);
  expect(texts[0]?.passages.map(({ text }) => text).join(' ')).toContain('Cortisol');
});
