import { describe, expect, test } from 'vitest';
import { lessonOf, LESSON_NAMES, readLesson } from '../../../language/testing/read-lesson.ts';
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
