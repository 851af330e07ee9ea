import { describe, expect, test } from 'vitest';
import { searchResults, type SearchHit, type SearchResults } from '#contract/search.ts';
import type { TextEmbedder } from '#server/ai/text-embedder.ts';
import { createFakeSemanticSearch, fakeTextEmbedder } from '#server/testing/fake-models.ts';
import { eventually } from '#server/testing/test-application.ts';
import { TestInstructor } from '#server/testing/test-instructor.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const PLANTS = `# How plants live

## Turning light into sugar
Photosynthesis is the process by which green plants turn light into sugar. What is chlorophyll for? Chlorophyll absorbs red and blue light and reflects green light.

## Pores
Stomata are small holes in the surface of a leaf. They let carbon dioxide in and water vapour out. Guard cells close them when the plant is short of water.`;
const PRESS = `Johannes Gutenberg printed the Bible in Mainz around 1455. Movable type made books cheaper. Within fifty years there were presses in more than two hundred towns.`;
const IRON = `Iron in beans and spinach is harder to take up than iron in meat. Vitamin C helps. Tea with a meal reduces it.`;

/** Words that mean the same get the same vector. */
const MEANINGS: Readonly<Record<string, string>> = {
  breathing: 'pores',
  openings: 'holes',
  foliage: 'leaf',
  lava: 'molten rock',
  glass: 'obsidian',
};
const textEmbedder: TextEmbedder = {
  ...fakeTextEmbedder,
  embed: (texts, signal) =>
    fakeTextEmbedder.embed(
      texts.map((text) => text.replaceAll(/[a-z]+/gu, (word) => MEANINGS[word] ?? word)),
      signal,
    ),
};

const application = await useTestApplication({
  worker: true,
  workerOverrides: { textEmbedder },
  overrides: ({ database }) => ({ semanticSearch: createFakeSemanticSearch(database, textEmbedder) }),
});
const [teacher, stranger] = await Promise.all([application.register(), application.register()]);
const plants = await teacher.makeTextLesson(PLANTS);
const press = await teacher.makeTextLesson(PRESS);
await stranger.makeTextLesson(IRON);
await whenEmbedded();

async function whenEmbedded(): Promise<void> {
  await eventually('the passages to be embedded', async () => {
    const waiting = await application.dependencies.database
      .selectFrom('document_sources')
      .select('id')
      .where('embedded_by', 'is', null)
      .execute();
    return waiting.length === 0 ? true : undefined;
  });
}

const search = async (q: string, more: Record<string, string | number> = {}, person = teacher) =>
  (await person.get(`/api/search/?${new URLSearchParams({ q, ...toText(more) }).toString()}`)).read(
    200,
    searchResults,
  );
const toText = (record: Record<string, string | number>): Record<string, string> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, String(value)]));
const listHits = ({ courses }: SearchResults): SearchHit[] =>
  courses.flatMap(({ lessons }) => lessons.flatMap(({ hits }) => hits));
const firstQuote = (results: SearchResults): string | undefined => listHits(results)[0]?.evidence.quote;

describe('a search finds', () => {
  test.each([
    ['stomata', 'Stomata are small holes in the surface of a leaf.'],
    ['Who printed the bible?', 'Johannes Gutenberg printed the Bible in Mainz around 1455.'],
    // Slips of the pen.
    ['stomatta', 'Stomata are small holes in the surface of a leaf.'],
    ['gutenbreg', 'Johannes Gutenberg printed the Bible in Mainz around 1455.'],
    ['inventor of printing books with letters', 'Johannes Gutenberg printed the Bible in Mainz around 1455.'],
  ])('%s', async (q, sentence) => {
    const results = await search(q);
    expect(results.by_meaning).toBe(true);
    expect(firstQuote(results)).toContain(sentence);
  });

  test('a passage by its meaning alone, with its best sentence', async () => {
    const [hit] = listHits(await search('breathing openings of foliage'));
    expect(hit?.heading).toBe('Pores');
    expect(hit?.evidence.quote).toMatch(/^(?:Stomata|They|Guard)/u);
  });

  test('the text under a heading, with its place', async () => {
    const [course] = (await search('pores of a leaf')).courses;
    const [lesson] = course?.lessons ?? [];
    const [hit] = lesson?.hits ?? [];
    expect(course).toMatchObject({ course_id: plants.course });
    expect(lesson).toMatchObject({ lesson_id: plants.id, lesson_title: plants.title, kind: plants.kind });
    expect(hit?.heading).toBe('Pores');
    const passage = await application.dependencies.database
      .selectFrom('passages')
      .selectAll()
      .where('id', '=', hit?.evidence.passage_id ?? '')
      .executeTakeFirstOrThrow();
    expect(passage.docsource_id).toBe(plants.docsource_id);
    expect(passage.text).toContain(hit?.evidence.quote);
  });

  test('in one’s own lessons only', async () => {
    const mine = await search('iron in beans and spinach with vitamin C and tea');
    expect(listHits(mine).filter(({ evidence }) => evidence.quote.includes('Iron'))).toEqual([]);
    const theirs = await search('photosynthesis in green plants', {}, stranger);
    expect(listHits(theirs).filter(({ evidence }) => evidence.quote.includes('plants'))).toEqual([]);
    expect(firstQuote(await search('spinach', {}, stranger))).toContain('Iron in beans and spinach');
  });

  test('only within the requested scope', async () => {
    const everywhere = await search('light books');
    expect(everywhere.courses.flatMap(({ lessons }) => lessons.map((each) => each.lesson_id)).sort()).toEqual(
      [plants.id, press.id].sort(),
    );
    for (const scope of [{ lesson_id: press.id }, { course_id: press.course }]) {
      const { courses } = await search('light books', scope);
      expect(courses.map(({ course_id: id }) => id)).toEqual([press.course]);
      expect(courses.flatMap(({ lessons }) => lessons.map((each) => each.lesson_id))).toEqual([press.id]);
    }
    // A lesson says more than its course.
    const both = await search('light books', { lesson_id: press.id, course_id: plants.course });
    expect(both.courses.map(({ course_id: id }) => id)).toEqual([press.course]);
  });

  test('at most as many passages as requested, the best first', async () => {
    const all = listHits(await search('plants light water books'));
    expect(all.length).toBeGreaterThan(1);
    const one = await search('plants light water books', { limit: 1 });
    expect(listHits(one)).toEqual(all.slice(0, 1));
    expect(one.hit_count).toBe(1);
  });
});

describe('finds duplicate text once', () => {
  test('the same document in two lessons, and the same words in two documents', async () => {
    const owner = await application.register();
    const first = await owner.makeTextLesson(PRESS);
    await owner.makeLesson({ file: first.file, docsource_id: first.docsource_id ?? '' });
    await owner.makeTextLesson(PRESS.toUpperCase());
    await whenEmbedded();
    const results = await search('movable type', {}, owner);
    expect(results.hit_count).toBe(1);
    expect(listHits(results)).toHaveLength(1);
  });
});

describe('a lesson', () => {
  test('is found by meaning as soon as it is embedded, and no more once it is deleted', async () => {
    const owner = await application.register();
    // The search process has looked at this person's lessons before there was one.
    await search('how do volcanoes make glass', {}, owner);
    const lesson = await owner.makeTextLesson(
      'Obsidian forms when molten rock cools too quickly for crystals.',
    );
    await whenEmbedded();
    expect(firstQuote(await search('lava turning to glass', {}, owner))).toContain('Obsidian forms');
    expect((await owner.call('DELETE', `/api/lessons/${lesson.id}/`)).status).toBe(204);
    expect((await search('lava turning to glass', {}, owner)).hit_count).toBe(0);
  });

  test('is found by its words before it is embedded', async () => {
    const owner = await application.register();
    const lesson = await owner.makeTextLesson('Gneiss is banded. Schist is not.');
    await whenEmbedded();
    await application.dependencies.database
      .updateTable('document_sources')
      .set({ embedded_by: null })
      .where('id', '=', lesson.docsource_id ?? '')
      .execute();
    // Another process has not read its vectors yet.
    const other = await application.startAnother();
    try {
      const answer = await new TestInstructor(other.origin, owner.session).get('/api/search/?q=gneiss');
      const results = answer.read(200, searchResults);
      expect(results).toMatchObject({ hit_count: 1, by_meaning: true });
    } finally {
      await other.close();
    }
  });
});

describe('whatever is typed', () => {
  test.each([
    ['signs of the query language', '\' | & ! : * ( ) <-> \\ "'],
    ['signs around words', "stomata' | 'x':* & !y <2> z"],
    ['only stop words', 'the and of is'],
    ['only signs', '???'],
    ['Japanese', '光合成とは何ですか'],
    ['what is not seen', 'a\u202eb\u200d\ufeffc'],
    ['half a surrogate pair', '\ud83c leaf'],
    ['400 characters of two code units', '𝔘'.repeat(400)],
  ])('is searched: %s', async (_, q) => {
    const results = await search(q);
    expect(results.hit_count).toBe(listHits(results).length);
    expect(await application.dependencies.database.selectFrom('passages').select('id').execute()).not.toEqual(
      [],
    );
  });

  test.each([
    ['no=q', 'q'],
    ['q=', 'q'],
    ['q=a%00b', 'q'],
    ['q=a&limit=0', 'limit'],
    ['q=a&lesson_id=99999999999', 'lesson_id'],
  ])('what is not a search is refused: %s', async (query, field) => {
    const answer = await teacher.get(`/api/search/?${query}`);
    expect(answer.readProblem(400).errors?.map((error) => error.field)).toContain(field);
  });
});
