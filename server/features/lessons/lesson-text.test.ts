import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTimeEvidence } from './lesson-text.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const application = await useTestApplication({ worker: true });

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
