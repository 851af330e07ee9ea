import { expect, test } from 'vitest';
import { parseVerdicts } from './reader-verdicts.ts';

const entry = (item: number, changes: object = {}): object => ({
  item,
  verdict: 'edit',
  key: 'right',
  level: 'remember',
  why: 'wordy',
  ...changes,
});
const parse = (entries: unknown, count = 2): ReturnType<typeof parseVerdicts> =>
  parseVerdicts(JSON.stringify(entries), 'tides.anna.json', count);

test.each<[string, unknown, string]>([
  ['an item without a verdict', [entry(1)], 'tides.anna.json: item 2 has no verdict.'],
  ['two verdicts on an item', [entry(1), entry(2), entry(2)], 'item 2 has more than one verdict.'],
  [
    'an item that is not in the pack',
    [entry(1), entry(2), entry(3)],
    'entry 3: "item" must be a number from 1 to 2.',
  ],
  ['an entry without a number', [entry(1), 'keep'], 'entry 2: "item" must be a number'],
  [
    'an unknown verdict',
    [entry(1), entry(2, { verdict: 'maybe' })],
    'item 2: "verdict" must be one of discard, edit, keep, but it is "maybe".',
  ],
  ['a missing key', [entry(1), entry(2, { key: undefined })], 'item 2: "key" must be one of right, wrong'],
  [
    'a level that readers cannot choose',
    [entry(1, { level: 'create' }), entry(2)],
    'item 1: "level" must be one of remember',
  ],
  ['no reason', [entry(1, { why: ' ' }), entry(2)], 'item 1: "why" is empty.'],
  [
    'a kept question with a second right answer',
    [entry(1, { verdict: 'keep', key: 'second_right_answer' }), entry(2)],
    'item 1: "key" must be "right" in a question that is kept.',
  ],
  ['something other than an array', { items: [] }, 'must be an array'],
])('rejects %s, naming file and item', (_, entries, message) => {
  expect(() => parse(entries)).toThrow(message);
});
