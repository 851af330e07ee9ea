import { describe, expect, test } from 'vitest';
import type { Summary } from '#server/features/summaries/compose/compose-summary.ts';
import type { LessonPassage } from '#server/language/lesson-text.ts';
import { coverFacts, measureSummary } from './measure-summary.ts';

const unlike = (): number => 0;

describe('coverFacts', () => {
  const facts = ['An arch carries its load by compression.', 'A truss is made of triangles.'];

  test('a fact is covered by a point that holds most of its words, in any form', () => {
    expect(coverFacts(facts, ['Arches carry loads by compression along the curve.'], unlike)).toEqual([
      true,
      false,
    ]);
  });

  test('its words must be in one point, not scattered over several', () => {
    expect(
      coverFacts(facts, ['An arch is old.', 'The load is large.', 'Compression squeezes.'], unlike),
    ).toEqual([false, false]);
  });

  test('a near meaning counts only together with some of the words', () => {
    const alike = (): number => 0.9;
    expect(coverFacts(facts, ['Trusses consist of triangles.'], alike)).toEqual([false, true]);
    expect(coverFacts(facts, ['The load of an arch squeezes it.'], alike)).toEqual([true, false]);
    expect(coverFacts(facts, ['The load of an arch squeezes it.'], unlike)).toEqual([false, false]);
  });
});

const passages: LessonPassage[] = [
  'An arch carries its load by compression. It is curved.',
  'A truss is a framework made of triangles. Wood is used.',
].map((text, position) => ({
  id: `p${position}`,
  position,
  text,
  section: position,
  heading: null,
  titlePath: [],
  kind: 'prose',
  isAdministrative: false,
  page: null,
  pageEnd: null,
  startSecond: null,
  endSecond: null,
  startOffset: 0,
  endOffset: text.length,
}));

test('measureSummary finds points that are unsupported, untidy, out of order', async () => {
  const at = (position: number, quote: string): Summary['points'][number]['evidence'] => ({
    quote,
    passage_id: `p${position}`,
    page: null,
    start_second: null,
    end_second: null,
  });
  const summary: Pick<Summary, 'points'> = {
    points: [
      {
        text: 'A truss is a framework made of triangles.',
        evidence: at(1, 'A truss is a framework made of triangles.'),
      },
      { text: 'It is curved.', evidence: at(0, 'It is curved.') },
      { text: 'An arch carries trains.', evidence: at(0, 'An arch carries its load by compression.') },
    ],
  };
  const figures = await measureSummary(
    summary,
    {
      name: 'arches',
      form: 'text',
      style: '',
      heldBack: false,
      text: { title: 'Arches', spoken: false, passages },
      keyFacts: ['An arch carries its load by compression.', 'A truss is made of triangles.'],
      outcomes: [],
      words: 20,
      sections: 2,
    },
    (texts) => Promise.resolve(texts.map(() => new Float32Array(2))),
  );
  expect(figures).toMatchObject({
    points: 3,
    factsCovered: 1,
    supported: 2,
    unsupported: ['An arch carries trains.'],
    untidy: ['It is curved.'],
    inOrder: false,
    sectionShare: 1,
    missedFacts: ['An arch carries its load by compression.'],
  });
});
