import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApplication, type TestApplication } from '#server/testing/test-application.ts';
import { createTimeEvidence, getLessonText, listSiblingTexts } from './lesson-text.ts';

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

test('a line of millions of words, stored before lines were bounded, is read only at its beginning', async () => {
  const { database } = application.dependencies;
  const teacher = await application.register();
  await sql`
    insert into transcriptions (id, instructor_id, status, cues)
    select 'vid_long', ${teacher.id}, 'done', jsonb_build_array(
      jsonb_build_object('start_second', 0, 'end_second', 100, 'text', 'Where it begins ' || repeat('a ', 2500000)))`.execute(
    database,
  );
  const timeEvidence = createTimeEvidence({ database }, 'vid_long');
  const evidence = { quote: 'it begins', passage_id: '1', page: null, start_second: 0, end_second: 100 };
  const before = process.memoryUsage().heapUsed;
  const { end_second: end } = await timeEvidence(evidence);
  expect(end).toBeLessThan(100);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(30 * 1024 * 1024);
});
