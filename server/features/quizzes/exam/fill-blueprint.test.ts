import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyOfCell } from '#contract/exam-cells.ts';
import type { BlueprintCell } from '#contract/exams.ts';
import { listWords } from '#contract/question-rules/words.ts';
import { BLOOM_LEVELS, DIFFICULTIES } from '#contract/quizzes.ts';
import { fillBlueprint, type ExamCandidate } from './fill-blueprint.ts';

interface Made {
  readonly stem: string;
  readonly key: string;
  readonly explanation?: string;
  readonly outcome?: string | null;
  readonly level?: (typeof BLOOM_LEVELS)[number];
  readonly difficulty?: (typeof DIFFICULTIES)[number];
  readonly lesson?: number;
  readonly score?: number;
}

const candidate = (made: Made, index: number): ExamCandidate => ({
  id: index + 1,
  lesson_id: made.lesson ?? 1,
  section: 0,
  score: made.score ?? 0.5,
  written_by: 'composer',
  question: {
    text: made.stem,
    type: 'multiple_choice',
    blooms_taxonomy: made.level ?? 'remember',
    difficulty: made.difficulty ?? 'medium',
    outcome: made.outcome ?? null,
    explanation: made.explanation ?? '',
    evidence: { quote: made.stem, passage_id: 'p', page: null, start_second: null, end_second: null },
    options: [made.key, 'Wrong'].map((text, place) => ({ text, is_correct: place === 0 })),
    key_points: [],
    rubric: null,
    flaws: [],
  },
});
const cell = (count: number, more: Partial<BlueprintCell> = {}): BlueprintCell => ({
  outcome: null,
  level: 'remember',
  answer_style: 'multiple_choice',
  count,
  ...more,
});

/** Words that no two of these questions share. */
const letters = (index: number): string =>
  String(index).replaceAll(/\d/gu, (digit) => 'abcdefghij'.charAt(Number(digit)));
const apart = (count: number, more: (index: number) => Partial<Made> = () => ({})): ExamCandidate[] =>
  Array.from({ length: count }, (_, index) =>
    candidate(
      { stem: `Whose ${letters(index)}stone moved?`, key: `Harbour${letters(index)}`, ...more(index) },
      index,
    ),
  );
const idsOf = (version: { chosen: readonly ExamCandidate[] } | undefined): number[] =>
  (version?.chosen ?? []).map(({ id }) => id).toSorted((one, other) => one - other);

test('parallel versions have the same cells and no question in common where the banks suffice', async () => {
  const candidates = apart(12, (index) => ({ level: index < 6 ? 'remember' : 'apply' }));
  const cells = [cell(2), cell(2, { level: 'apply' })];
  const versions = await fillBlueprint(cells, candidates, 3);
  expect(versions.map(({ chosen, sharedCount }) => [chosen.length, sharedCount])).toEqual([
    [4, 0],
    [4, 0],
    [4, 0],
  ]);
  expect(new Set(versions.flatMap(idsOf)).size).toBe(12);
  for (const { chosen } of versions)
    expect(chosen.filter(({ question }) => question.blooms_taxonomy === 'apply')).toHaveLength(2);
});

test('versions share questions where the banks have too few, and count them', async () => {
  const versions = await fillBlueprint([cell(4)], apart(6), 2);
  expect(versions.map(({ chosen }) => chosen.length)).toEqual([4, 4]);
  const [first, second] = versions.map(idsOf);
  const shared = (first ?? []).filter((id) => second?.includes(id));
  expect(shared).toHaveLength(2);
  expect(versions.map(({ sharedCount }) => sharedCount)).toEqual([2, 2]);
});

test('a cell that lacks questions stays short, and the others are filled', async () => {
  const candidates = apart(5, (index) => ({ outcome: index < 3 ? 'A' : null }));
  const [version] = await fillBlueprint([cell(2, { outcome: 'A' }), cell(4)], candidates, 1);
  expect(version?.chosen.map(({ question }) => question.outcome).toSorted()).toEqual(['A', 'A', null, null]);
});

test('the same place of two versions has questions of like difficulty', async () => {
  const candidates = apart(6, (index) => ({
    difficulty: index % 2 === 0 ? 'easy' : 'hard',
    score: 0.9 - index * 0.01,
  }));
  const versions = await fillBlueprint([cell(2)], candidates, 2);
  const difficulties = versions.map(({ chosen }) =>
    chosen.map(({ question }) => question.difficulty).toSorted(),
  );
  expect(difficulties[0]).toEqual(difficulties[1]);
});

test('questions come from all lessons before one gives a second', async () => {
  const candidates = apart(9, (index) => ({ lesson: 1 + Math.floor(index / 3), score: 0.6 - index * 0.001 }));
  const [version] = await fillBlueprint([cell(3)], candidates, 1);
  expect(new Set(version?.chosen.map(({ lesson_id: id }) => id)).size).toBe(3);
});

test('a question makes room when it alone keeps a cell empty', async () => {
  const candidates = (
    [
      { stem: 'What moves a glacier?', key: 'Gravity', level: 'apply', score: 0.9 },
      { stem: 'Who counted tariffs?', key: 'Merchants', level: 'apply', score: 0.4 },
      { stem: 'Which force is named gravity?', key: 'Attraction', score: 0.9 },
      { stem: 'When was gravity measured?', key: 'Recently' },
      { stem: 'Which planet has weak gravity?', key: 'Mercury' },
    ] as const
  ).map(candidate);
  // The cell with the fewest to spare is filled first, with the question that no other goes with.
  const [version] = await fillBlueprint([cell(1), cell(1, { level: 'apply' })], candidates, 1);
  expect(idsOf(version)).toEqual([2, 3]);
});

const WORDS = [
  'glacier',
  'valley',
  'river',
  'copper',
  'tariff',
  'enzyme',
  'neuron',
  'basalt',
  'lichen',
  'harbour',
];
const words = (most: number) =>
  fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: most }).map((list) => list.join(' '));
const anyCandidates = fc
  .array(
    fc.record({
      stem: words(3).map((text) => `Which ${text}?`),
      key: words(2),
      explanation: words(3),
      outcome: fc.constantFrom('A', 'B', null),
      level: fc.constantFrom('remember' as const, 'apply' as const),
      difficulty: fc.constantFrom(...DIFFICULTIES),
      lesson: fc.integer({ min: 1, max: 4 }),
      score: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    { maxLength: 40 },
  )
  .map((list) => list.map(candidate));
const anyCells = fc.uniqueArray(
  fc.record({
    outcome: fc.constantFrom('A', 'B', null),
    level: fc.constantFrom('remember' as const, 'apply' as const),
    answer_style: fc.constant('multiple_choice' as const),
    count: fc.integer({ min: 1, max: 5 }),
  }),
  { selector: keyOfCell, minLength: 1, maxLength: 6 },
);

/** Written apart from the rules: whole words in a row. */
const saysWords = (text: string, key: string): boolean =>
  ` ${listWords(text).join(' ')} `.includes(` ${listWords(key).join(' ')} `);
const keyOf = ({ question }: ExamCandidate): string => question.options[0]?.text ?? '';

test('no version holds two questions of which one says the other’s key, nor one twice, nor more than its cells', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyCandidates,
      anyCells,
      fc.integer({ min: 1, max: 3 }),
      async (candidates, cells, count) => {
        const versions = await fillBlueprint(cells, candidates, count);
        expect(versions).toHaveLength(count);
        for (const { chosen } of versions) {
          expect(new Set(chosen.map(({ id }) => id)).size).toBe(chosen.length);
          for (const one of chosen) {
            for (const other of chosen) {
              if (one === other) continue;
              const said = [other.question.text, keyOf(other), other.question.explanation];
              expect(said.filter((text) => saysWords(text, keyOf(one)))).toEqual([]);
            }
          }
          for (const each of cells) {
            const own = chosen.filter(
              ({ question }) => question.outcome === each.outcome && question.blooms_taxonomy === each.level,
            );
            expect(own.length).toBeLessThanOrEqual(each.count);
          }
          const inCells = chosen.filter(({ question }) =>
            cells.some(
              (each) => each.outcome === question.outcome && each.level === question.blooms_taxonomy,
            ),
          );
          expect(inCells).toHaveLength(chosen.length);
        }
      },
    ),
  );
});

test('the same candidates always give the same versions', async () => {
  await fc.assert(
    fc.asyncProperty(anyCandidates, anyCells, async (candidates, cells) => {
      const [one, other] = [
        await fillBlueprint(cells, candidates, 2),
        await fillBlueprint(cells, candidates.toReversed(), 2),
      ];
      expect(one.map(idsOf)).toEqual(other.map(idsOf));
    }),
  );
});

test('other work continues while thousands of questions are read', async () => {
  const candidates = apart(4_000);
  let turns = 0;
  const done = new AbortController();
  const other = (async () => {
    while (!done.signal.aborted) {
      await setImmediate();
      turns += 1;
    }
  })();
  const [version] = await fillBlueprint([cell(100)], candidates, 1);
  done.abort();
  await other;
  expect(version?.chosen).toHaveLength(100);
  expect(turns).toBeGreaterThan(3);
});
