import { expect, test } from 'vitest';
import type { JudgedQuestion, ReaderVerdict, VerdictRound } from './rounds.ts';
import { verdictRound } from './rounds.ts';
import { reportReaders, tallyRound } from './tally.ts';

const say = (verdict: ReaderVerdict['verdict'], key: ReaderVerdict['key'] = 'right'): ReaderVerdict => ({
  verdict,
  key,
  level: 'remember',
  why: 'made up',
});

const judged = (
  item: number,
  verdicts: Record<string, ReaderVerdict>,
  level: JudgedQuestion['level'] = 'remember',
): JudgedQuestion => ({
  lesson: 'tides',
  item,
  writer: 'offline',
  stem: `Which body raises tide number ${item}?`,
  options: [
    { text: 'The Moon', is_correct: true },
    { text: 'The wind', is_correct: false },
    { text: 'A comet', is_correct: false },
  ],
  level,
  verdicts,
});

/** Twenty requested, four generated; Anna keeps two of them and Ben one. */
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
    judged(1, { anna: say('keep'), ben: say('keep') }),
    judged(2, { anna: say('keep'), ben: say('edit') }),
    judged(3, { anna: say('edit', 'second_right_answer'), ben: say('edit') }),
    judged(4, { anna: say('discard', 'wrong'), ben: say('discard', 'wrong') }, 'apply'),
  ],
};

test('counts per ten requested, not per ten generated', () => {
  expect(tallyRound(example)).toMatchObject([
    {
      requested: 20,
      generated: 4,
      kept: 0.75,
      keptByReader: [1, 0.5],
      usable: 1.5,
      discarded: 1,
      wrongKeys: 1,
      secondRightAnswers: 0.5,
      levelFound: 3,
      agreement: 0.75,
      keepKappa: 0.5,
    },
  ]);
});

test('reports in full the latest round that has goals, and never fails a gate with verdicts of an earlier day', () => {
  const later = { ...example, date: '2026-11-25', goals: { offline: 0.5 } };
  const unshipped = { ...example, date: '2026-11-26', goals: {} };
  const { text, missedGates } = reportReaders([unshipped, later, example]);
  expect(text).toContain('Goal: at least 0.5, met.');
  expect(text).not.toContain('Goal: at least 1.5');
  expect(missedGates).toEqual([]);
});

test.each<[string, Partial<VerdictRound>, string]>([
  ['a question that a reader did not judge', { readers: ['anna', 'cleo'] }, 'no verdict of cleo'],
  ['a question that was not requested', { sets: example.sets.slice(1) }, 'nothing was requested'],
  ['a goal for an unknown writer', { goals: { offlne: 4 } }, 'there is a goal for "offlne" but no set'],
])('rejects a stored round with %s', (_, changes, message) => {
  const parsed = verdictRound.safeParse({ ...example, ...changes });
  expect(parsed.error?.issues.map((issue) => issue.message).join('\n')).toContain(message);
});
