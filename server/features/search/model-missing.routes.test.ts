import { expect, test } from 'vitest';
import { searchResults } from '#contract/search.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const application = await useTestApplication({
  worker: true,
  models: 'real',
  variables: { MODELS_DIR: '/nowhere/at/all' },
});

test('without the model for meanings words are searched, and the answer says so', async () => {
  const teacher = await application.register();
  await teacher.makeTextLesson('Stomata are small holes in the surface of a leaf. Guard cells close them.');
  const found = (await teacher.get('/api/search/?q=stomata')).read(200, searchResults);
  expect(found).toMatchObject({ hit_count: 1, by_meaning: false });
  expect(found.courses[0]?.lessons[0]?.hits[0]?.evidence.quote).toContain('Stomata are small holes');
  const misspelt = (await teacher.get('/api/search/?q=stomatta')).read(200, searchResults);
  expect(misspelt).toMatchObject({ hit_count: 1, by_meaning: false });
  const byMeaning = (await teacher.get('/api/search/?q=breathing%20openings')).read(200, searchResults);
  expect(byMeaning).toMatchObject({ hit_count: 0, by_meaning: false });
});
