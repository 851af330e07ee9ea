import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reportReaders } from '../report/report-readers.ts';
import { KEY_JUDGEMENTS, READER_LEVELS, VERDICTS } from './reader-instructions.ts';
import type { ReaderVerdict } from './reader-verdicts.ts';
import { keptPerTen, tallyRound } from './tally-round.ts';
import { verdictRound, type JudgedQuestion, type VerdictRound } from './verdict-round.ts';

const settings = { numRuns: 100, seed: 20_261_124 };

const verdict: fc.Arbitrary<ReaderVerdict> = fc
  .record({
    verdict: fc.constantFrom(...VERDICTS),
    key: fc.constantFrom(...KEY_JUDGEMENTS),
    level: fc.constantFrom(...READER_LEVELS),
    why: fc.constant('made up'),
  })
  .map((given) => (given.verdict === 'keep' ? { ...given, key: 'right' } : given));

const judged = (
  item: number,
  writer: string,
  verdicts: Record<string, ReaderVerdict>,
  level: JudgedQuestion['level'] = 'remember',
): JudgedQuestion => ({
  lesson: 'tides',
  item,
  writer,
  stem: `Which body raises tide number ${item}?`,
  options: [
    { text: 'The Moon', is_correct: true },
    { text: 'The wind', is_correct: false },
    { text: 'A comet', is_correct: false },
  ],
  level,
  verdicts,
});

const rounds = fc
  .array(fc.tuple(fc.constantFrom('one', 'two'), verdict, verdict, fc.constantFrom(...READER_LEVELS)), {
    maxLength: 30,
  })
  .map((given): VerdictRound => ({
    date: '2026-11-24',
    round: 'made-up',
    readers: ['anna', 'ben'],
    sets: ['one', 'two'].map((writer) => ({ lesson: 'tides', writer, requested: 30 })),
    items: given.map(([writer, anna, ben, level], index) => judged(index + 1, writer, { anna, ben }, level)),
  }));

const say = (kind: ReaderVerdict['verdict'], key: ReaderVerdict['key'] = 'right'): ReaderVerdict => ({
  verdict: kind,
  key,
  level: 'remember',
  why: 'made up',
});

/** Ten requested, four generated; Anna keeps two of them and Ben one. */
const example: VerdictRound = {
  date: '2026-11-24',
  round: 'made-up',
  readers: ['anna', 'ben'],
  goals: { offline: 1.5 },
  sets: [
    { lesson: 'tides', writer: 'offline', requested: 10 },
    { lesson: 'reefs', writer: 'offline', requested: 10 },
  ],
  items: [
    judged(1, 'offline', { anna: say('keep'), ben: say('keep') }),
    judged(2, 'offline', { anna: say('keep'), ben: say('edit') }),
    judged(3, 'offline', { anna: say('edit', 'second_right_answer'), ben: say('edit') }),
    judged(4, 'offline', { anna: say('discard', 'wrong'), ben: say('discard', 'wrong') }, 'apply'),
  ],
};

test('counts per ten requested, not per ten generated', () => {
  const [tally] = tallyRound(example).writers;
  expect(tally).toMatchObject({
    lessons: 2,
    requested: 20,
    generated: 4,
    mean: { kept: 1.5, usable: 3, discarded: 1, wrongKeys: 1, secondRightAnswers: 0.5, levelFound: 3 },
    agreement: { keepShare: 0.75, keepKappa: 0.5 },
  });
  expect(tally && keptPerTen(tally)).toBe(0.75);
});

test('gates on the latest round that has goals, and on no earlier one', () => {
  const later = { ...example, goals: { offline: 0.5 } };
  expect(reportReaders([later, example]).missedGates).toEqual([]);
  const unshipped = { ...example, goals: {} };
  expect(reportReaders([unshipped, example]).missedGates).toHaveLength(1);
  expect(reportReaders([unshipped]).missedGates).toEqual([]);
  expect(reportReaders([]).text).toContain('No round has been judged yet');
});

test('gives the same figures for any order of questions, sets and readers', () => {
  const reordered = rounds.chain((round) => {
    const whole = <T>(list: readonly T[]): fc.Arbitrary<T[]> =>
      fc.shuffledSubarray([...list], { minLength: list.length, maxLength: list.length });
    return fc.tuple(fc.constant(round), whole(round.items), whole(round.sets), whole(round.readers));
  });
  fc.assert(
    fc.property(reordered, ([round, items, sets, readers]) => {
      const other = { ...round, items, sets, readers };
      expect(tallyRound(other)).toEqual(tallyRound(round));
      expect(reportReaders([other]).text).toBe(reportReaders([round]).text);
    }),
    settings,
  );
});

test.each<[string, Partial<VerdictRound>, string]>([
  [
    'a question that a reader did not judge',
    { readers: ['anna', 'cleo'] },
    'tides, item 1: no verdict of cleo',
  ],
  [
    'a question from a writer who was not asked for any',
    { sets: example.sets.slice(1) },
    'tides, item 1: nothing was requested',
  ],
  ['a goal for an unknown writer', { goals: { offlne: 4 } }, 'there is a goal for "offlne" but no set'],
])('rejects a stored round with %s', (_, changes, message) => {
  const parsed = verdictRound.safeParse({ ...example, ...changes });
  expect(parsed.error?.issues.map((issue) => issue.message).join('\n')).toContain(message);
});
