import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { insertRun } from './record.ts';
import { makeTable } from './tables.ts';

const date = new Date('2026-11-21T12:00:00Z');
const empty = `# Evaluation

## Latest run of each part

## History

| Date | Commit | Part | Result |
| ---- | ------ | ---- | ------ |

## Readings

Later
`;
const answers = (recognized: string): string =>
  `#### Answers, first set, 144 questions\n\n${makeTable(
    ['Figure', 'Measured', 'Goal', ''],
    [
      ['Recognized', recognized, '≥ 85 %', 'met'],
      ['Time', '2 s', '≤ 1 s', '**MISSED**'],
    ],
  )}\n`;

test('replaces the latest run of a part and adds a row to the history', () => {
  const once = insertRun(empty, answers('80 %'), date, 'abc');
  const twice = insertRun(once, answers('90 %, $& kept'), new Date('2026-11-22T12:00:00Z'), 'def');
  expect(twice).toBe(`# Evaluation

## Latest run of each part

### Answers, first set

2026-11-22, commit def: 144 questions.

| Figure     | Measured      | Goal   |            |
| ---------- | ------------- | ------ | ---------- |
| Recognized | 90 %, $& kept | ≥ 85 % | met        |
| Time       | 2 s           | ≤ 1 s  | **MISSED** |

## History

| Date       | Commit | Part               | Result                                                 |
| ---------- | ------ | ------------------ | ------------------------------------------------------ |
| 2026-11-22 | def    | Answers, first set | Recognized: 90 %, $& kept; Time: 2 s; 1 of 2 goals met |
| 2026-11-21 | abc    | Answers, first set | Recognized: 80 %; Time: 2 s; 1 of 2 goals met          |

## Readings

Later
`);
});

test('leaves the latest run of other parts as it is', () => {
  const readers =
    '#### Readers’ verdicts, round one of 2026-11-21: 4 lessons\n\n- **model**: Of ten questions requested, a strict instructor keeps 9.5 (a, b). Goal: at least 9, met.';
  const both = insertRun(insertRun(empty, answers('80 %'), date, 'abc'), readers, date, 'def');
  expect(both).toContain('2026-11-21, commit abc: 144 questions.');
  expect(both).toContain(
    '### Readers’ verdicts\n\n2026-11-21, commit def: round one of 2026-11-21: 4 lessons.',
  );
  expect(both).toContain('| Readers’ verdicts, round one | model 9.5 of 10 kept; 1 of 1 goals met');
});

test('refuses a document without the headings', () => {
  expect(() => insertRun('# Evaluation\n', 'One', date, 'abc')).toThrow('no heading');
});

test('the document can take the next run', () => {
  const document = readFileSync(join(import.meta.dirname, '../../../docs/evaluation.md'), 'utf8');
  const next = insertRun(document, answers('99 %'), date, 'abc');
  expect(next.match(/^### Answers, first set$/gmu)).toHaveLength(1);
  expect(next).toMatch(/\| abc +\| Answers, first set +\| Recognized: 99 %/u);
  expect(next.length).toBeLessThan(document.length + 1_000);
});

test('pads the columns of a table to their widest cell', () => {
  expect(makeTable(['A', 'Name'], [['12345', 'x']])).toBe(
    '| A     | Name |\n| ----- | ---- |\n| 12345 | x    |',
  );
});
