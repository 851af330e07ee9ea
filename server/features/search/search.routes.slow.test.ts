import { afterAll, beforeAll, expect, test } from 'vitest';
import { searchResults } from '#contract/search.ts';
import { eventually, startTestApplication, type TestApplication } from '#server/testing/test-application.ts';
import type { TestInstructor } from '#server/testing/test-instructor.ts';

const LESSONS = [
  'Stomata are small holes in the surface of a leaf. They let carbon dioxide in and water vapour out.',
  'Johannes Gutenberg printed the Bible in Mainz around 1455. Movable type made books cheaper.',
  'Obsidian forms when molten rock cools too quickly for crystals.',
];

let application: TestApplication;
let teacher: TestInstructor;
beforeAll(async () => {
  application = await startTestApplication({ worker: true, models: 'real' });
  teacher = await application.register();
  for (const text of LESSONS) await teacher.makeTextLesson(text);
  await eventually('the passages to be embedded', async () => {
    const waiting = await application.dependencies.database
      .selectFrom('document_sources')
      .select('id')
      .where('embedded_by', 'is', null)
      .execute();
    return waiting.length === 0 ? true : undefined;
  });
});
afterAll(() => application.close());

test.each([
  ['breathing openings of foliage', 'Stomata are small holes'],
  ['inventor of printing books with letters', 'Johannes Gutenberg printed'],
  ['lava turning to glass', 'Obsidian forms'],
])('finds what the built-in model takes for the same: %s', async (q, sentence) => {
  const answer = await teacher.get(`/api/search/?${new URLSearchParams({ q }).toString()}`);
  const { by_meaning: isByMeaning, courses } = answer.read(200, searchResults);
  expect(isByMeaning).toBe(true);
  expect(courses[0]?.lessons[0]?.hits[0]?.evidence.quote).toContain(sentence);
});
