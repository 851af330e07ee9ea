import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contentStems } from '#contract/question-rules/words.ts';
import type { JudgeAnswers } from '#server/ai/answer-judge.ts';
import { analyzeLesson } from '#server/language/analysis.ts';
import { lessonOf, LESSON_NAMES, readLesson } from '#server/language/testing/read-lesson.ts';
import { composeSummary } from './compose-summary.ts';

describe.each(LESSON_NAMES)('the summary of %s', (name) => {
  const lesson = readLesson(name);

  test('covers every section in order, in about a tenth of the words, each point with verbatim evidence', async () => {
    const { points, text } = await composeSummary(lesson, {});
    const places = points.map(({ evidence }) =>
      lesson.passages.findIndex((passage) => passage.id === evidence.passage_id),
    );
    expect(places).toEqual([...places].sort((one, other) => one - other));
    const sections = new Set(places.map((place) => lesson.passages[place]?.section));
    expect(sections.size).toBe(new Set(lesson.passages.map((passage) => passage.section)).size);
    points.forEach(({ evidence }, index) =>
      expect(lesson.passages[places[index]!]?.text).toContain(evidence.quote),
    );
    const words = lesson.passages.reduce((sum, passage) => sum + passage.text.split(' ').length, 0);
    expect(text.split(/\s+/u).length / words).toBeGreaterThan(0.06);
    expect(text.split(/\s+/u).length / words).toBeLessThan(0.125);
  });

  test('points are complete sentences without fillers, greetings, housekeeping or loose pronouns', async () => {
    const { points } = await composeSummary(lesson, {});
    for (const { text } of points) {
      expect(text).toMatch(/^[\p{Lu}\d].*\.$/u);
      expect(text).not.toMatch(/\b(?:um|uh|you know|basically|welcome|homework|next week)\b/iu);
      expect(text).not.toMatch(/^(?:It|They|This|These|He|She|However|So|And|But|Therefore)\b/u);
    }
  });
});

describe('little or no material', () => {
  test('one sentence is its own summary', async () => {
    const { points } = await composeSummary(
      lessonOf('A volcano is a vent in the crust through which molten rock escapes.'),
      {},
    );
    expect(points.map(({ text }) => text)).toEqual([
      'A volcano is a vent in the crust through which molten rock escapes.',
    ]);
  });

  test.each([
    '',
    '1 2 3\n4 5 6',
    'Die Katze sitzt auf dem Dach und schaut in den Garten.',
    'const x = { y: [1, 2] };',
  ])('nothing of %j', async (text) => {
    expect(await composeSummary(lessonOf(text), {})).toEqual({ points: [], text: '', keyTerms: [] });
  });

  test('a repeated sentence is said once', async () => {
    const { points } = await composeSummary(
      lessonOf('The heart pumps blood through the body. '.repeat(1000)),
      {},
    );
    expect(points).toHaveLength(1);
  });
});

describe('three lengths', () => {
  test.each(LESSON_NAMES)('short ≤ medium ≤ long of %s, each near its share', async (name) => {
    const lesson = readLesson(name);
    const words = lesson.passages.reduce((sum, passage) => sum + passage.text.split(' ').length, 0);
    const sizes: number[] = [];
    for (const [length, least, most] of [
      ['short', 0.03, 0.065],
      ['medium', 0.08, 0.125],
      ['long', 0.15, 0.22],
    ] as const) {
      const { points } = await composeSummary(lesson, { length });
      const size = points.reduce((sum, { text }) => sum + text.split(' ').length, 0);
      expect(size / words).toBeGreaterThan(least);
      expect(size / words).toBeLessThan(most);
      sizes.push(size);
    }
    expect(sizes).toEqual(sizes.toSorted((one, other) => one - other));
  });
});

test('a heading that ran into its sentence is not part of it', async () => {
  const text =
    'Markets A market is any arrangement that brings buyers and sellers together. Vitamin A is a nutrient that keeps the eyes healthy.';
  const { points, keyTerms } = await composeSummary(lessonOf(text), { length: 'long' });
  expect(points[0]?.text).toMatch(/^(?:A market|Vitamin A)/u);
  expect(keyTerms.map(({ term }) => term)).toEqual(['Market', 'Vitamin A']);
});

test('leaves out a sentence that begins on the previous page', async () => {
  const text =
    'mere request for information leaves the offer of the seller open. An offer is a promise that binds.';
  const { points } = await composeSummary(lessonOf(text), { length: 'long' });
  expect(points.map((point) => point.text)).toEqual(['An offer is a promise that binds.']);
});

describe('key terms', () => {
  test.each(LESSON_NAMES)('of %s: in order, explained in words of their evidence', async (name) => {
    const lesson = readLesson(name);
    const { keyTerms } = await composeSummary(lesson, {});
    expect(keyTerms.length).toBeGreaterThanOrEqual(3);
    expect(keyTerms.length).toBeLessThanOrEqual(12);
    const places = keyTerms.map(({ evidence }) => {
      const at = lesson.passages.findIndex(({ id }) => id === evidence.passage_id);
      expect(lesson.passages[at]?.text).toContain(evidence.quote);
      return at;
    });
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(new Set(keyTerms.map(({ term }) => term.toLowerCase())).size).toBe(keyTerms.length);
    for (const { term, definition, evidence } of keyTerms) {
      const quoted = contentStems(evidence.quote);
      expect([...contentStems(`${term} ${definition}`)].filter((stem) => !quoted.has(stem))).toEqual([]);
      expect(definition).toMatch(/^\p{Lu}.*[^.]\.$/u);
      expect(definition).not.toMatch(/^(?:It|They|This|That|He|She)\b/u);
      expect(definition.toLowerCase()).not.toContain(`${term.toLowerCase()} is`);
    }
  });

  test.each([
    [
      'An osmometer is a device that measures osmotic pressure.',
      'Osmometer',
      'A device that measures osmotic pressure.',
    ],
    ['The fluid around the nucleus is called the cytoplasm.', 'Cytoplasm', 'The fluid around the nucleus.'],
    [
      'A chord is three or more notes that are played together.',
      'Chord',
      'Three or more notes that are played together.',
    ],
  ])('%s', async (sentence, term, definition) => {
    const { keyTerms } = await composeSummary(lessonOf(sentence), {});
    expect(keyTerms).toMatchObject([{ term, definition, evidence: { quote: sentence } }]);
  });

  test.each([
    'Albert Einstein was a physicist who was born in Ulm in 1879.',
    'It is a device that measures the pressure of a gas.',
    'This process is the reason that leaves turn red in autumn.',
    'A market economy is a market economy that has many markets.',
    'The result is a problem that nobody has solved.',
  ])('not from: %s', async (sentence) => {
    const { keyTerms } = await composeSummary(lessonOf(sentence), {});
    expect(keyTerms).toEqual([]);
  });
});

describe('any lesson', () => {
  const sentences = LESSON_NAMES.flatMap((name) =>
    readLesson(name).passages.flatMap(({ text }) => text.split(/(?<=[.?!]) /u)),
  );
  const line = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...sentences) },
    { weight: 1, arbitrary: fc.string({ maxLength: 120 }).map((text) => text.replaceAll(/[\n#]/gu, ' ')) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '1 2 3 | 4 5 6',
        'for (let i = 0; i < 9; i += 1) {}',
        'So, um, you know.',
        '…',
      ),
    },
  );
  const section = fc.array(line, { minLength: 1, maxLength: 12 }).map((lines) => lines.join(' '));
  const lessons = fc
    .tuple(fc.array(section, { minLength: 1, maxLength: 6 }), fc.boolean())
    .map(([texts, spoken]) =>
      lessonOf(
        ['# A lesson', ...texts.flatMap((text, at) => [`## Part ${at + 1}`, text])].join('\n'),
        spoken,
      ),
    );

  test('rests on verbatim words, keeps the order, and grows with its length', async () => {
    await fc.assert(
      fc.asyncProperty(lessons, async (lesson) => {
        const sizes: number[] = [];
        for (const length of ['short', 'medium', 'long'] as const) {
          const { points, keyTerms } = await composeSummary(lesson, { length });
          const places = points.map(({ text, evidence }) => {
            const at = lesson.passages.findIndex(({ id }) => id === evidence.passage_id);
            expect(lesson.passages[at]?.text).toContain(evidence.quote);
            expect(text).toMatch(/\.["”’']?$/u);
            return at;
          });
          for (const { evidence } of keyTerms) {
            const passage = lesson.passages.find(({ id }) => id === evidence.passage_id);
            expect(passage?.text).toContain(evidence.quote);
          }
          expect(places).toEqual(places.toSorted((one, other) => one - other));
          sizes.push(points.reduce((sum, { text }) => sum + text.split(' ').length, 0));
        }
        expect(sizes).toEqual(sizes.toSorted((one, other) => one - other));
      }),
      { numRuns: 25 },
    );
  }, 60_000);
});

test('the summary follows what the judge takes for key facts', async () => {
  const lesson = readLesson('biology');
  const plain = await composeSummary(lesson, {});
  const said = new Set(plain.points.map(({ text }) => text));
  const unsaid = analyzeLesson(lesson).sentences.filter(
    ({ text }) => !said.has(text) && text.split(' ').length < 16,
  );
  const wanted = new Set(unsaid.filter((_, at) => at % 4 === 0).map(({ text }) => text));
  const judge: JudgeAnswers = (_, candidates) =>
    Promise.resolve(candidates.map(({ sentence }) => (wanted.has(sentence) ? 6 : -6)));
  const judged = await composeSummary(lesson, { judge });
  const count = (points: typeof plain.points): number => points.filter(({ text }) => wanted.has(text)).length;
  expect(count(plain.points)).toBe(0);
  expect(count(judged.points)).toBeGreaterThan(3);
});
