import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import type { Question, QuestionSetWithQuestions } from '#contract/quizzes.ts';
import { harmlessCell, nameQuestionSetFile, writeQuestionSetCsv } from './download-question-set.ts';

const evidence = { quote: 'q', page: 1, start_second: null, end_second: null, passage_id: 'p' };

function question(text: string, options: [string, boolean][], outcome: string | null = null): Question {
  return {
    id: 1,
    text,
    type: options.length > 0 ? 'multiple_choice' : 'essay',
    blooms_taxonomy: 'apply',
    level_found: 'apply',
    difficulty: 'hard',
    difficulty_reason: '',
    difficulty_reason_coded: { code: 'task_remember', params: {} },
    written_by: 'composer',
    is_draft: false,
    dismissed_flaws: [],
    outcome: outcome === null ? null : { short_name: outcome },
    options: options.map(([option, isCorrect], index) => ({
      id: index + 1,
      text: option,
      is_correct: isCorrect,
    })),
    explanation: '',
    evidence,
    flaws: [],
    key_points: [],
    rubric: null,
  };
}

const setOf = (
  questions: Question[],
  style: 'multiple_choice' | 'essay' = 'multiple_choice',
): QuestionSetWithQuestions => ({
  question_set: {
    id: 1,
    name: 'Cells',
    answer_style: style,
    question_count: questions.length,
    created_at: '2026-11-21T10:00:00.000Z',
    lesson_id: 1,
    saved_at: null,
    version: 1,
    has_draft: false,
    lesson_title: 'A lesson',
    taxonomy_levels: [],
  },
  questions,
  shortfall: null,
  writer: null,
  uncovered_outcomes: [],
});

const parse = (csv: string): string[][] => Papa.parse<string[]>(csv.slice(1), { newline: '\r\n' }).data;

test('multiple choice: a column for each option and the number of the correct one', () => {
  const set = setOf([
    question('What?', [['a', false], ['b', true], ['c', false]], 'CELL'),
    question('Which, "so"?', [['d', true], ['e\nf', false]]),
  ]); // prettier-ignore
  expect(writeQuestionSetCsv(set).charCodeAt(0)).toBe(0xfeff);
  expect(parse(writeQuestionSetCsv(set))).toEqual([
    [
      'question_number',
      'text',
      'type',
      'blooms_taxonomy',
      'difficulty',
      'outcome',
      'option_1',
      'option_2',
      'option_3',
      'correct_option',
    ],
    ['1', 'What?', 'multiple_choice', 'apply', 'hard', 'CELL', 'a', 'b', 'c', '2'],
    ['2', 'Which, "so"?', 'multiple_choice', 'apply', 'hard', '', 'd', 'e\nf', '', '1'],
  ]);
});

test('code in a question stays as it was written, but for a line that a spreadsheet might calculate', () => {
  const code = 'for (int i = 0; i < 3; i++) {\n\tsum += i;\n}';
  const stem = `What is sum, "finally"?\n\`\`\`java\n${code}\n\`\`\``;
  const rows = parse(writeQuestionSetCsv(setOf([question(stem, []), question(`${stem}\n@A1`, [])], 'essay')));
  expect(rows[1]?.[1]).toBe(stem);
  expect(rows[2]?.[1]).toBe(`${stem}\n'@A1`);
});

test('essay: no columns of options', () => {
  expect(parse(writeQuestionSetCsv(setOf([question('Why?', [])], 'essay')))).toEqual([
    ['question_number', 'text', 'type', 'blooms_taxonomy', 'difficulty', 'outcome'],
    ['1', 'Why?', 'essay', 'apply', 'hard', ''],
  ]);
});

describe('what a spreadsheet would calculate', () => {
  test.each([
    '=1+1',
    '+1+1',
    '-2-3',
    '-1/2',
    '-A1',
    '@SUM(A1)',
    '-5\n*HYPERLINK("http://a.example")',
    `-5${' '.repeat(200)}+1`,
    '＝1',
    '＋1',
    '－1',
    '＠a',
    '-5 °C',
  ])('is shown verbatim: %j', (text) => {
    expect(harmlessCell(text)).toBe(`'${text}`);
  });
  test.each([
    '-2',
    '+2',
    '-2.5',
    '-1,5',
    '-3 ',
    '007',
    '1/2',
    'Temperature;-5',
    'a;-5;+3',
    '1+1',
    'a=b',
    '',
    "'=1",
    'well-known',
    "a; '=1",
    'a;b',
    'one\ntwo',
  ])('is not %j', (text) => {
    expect(harmlessCell(text)).toBe(text);
  });
  test.each([
    ['rivers;=1+1', "rivers;'=1+1"],
    ['rivers\t@SUM(A1)', "rivers\t'@SUM(A1)"],
    ['rivers\r\n -2+1', "rivers\r\n '-2+1"],
    ['rivers;"=1', 'rivers;"\'=1'],
    ['a\n-2\n=1', "a\n-2\n'=1"],
    ['a\n=1', "a\n'=1"],
    [';+1;＝2', ";+1;'＝2"],
  ])('is not a formula where %j is separated by characters other than commas', (text, harmless) => {
    expect(harmlessCell(text)).toBe(harmless);
  });
});

test.each([
  ['  =1', "'=1"],
  ['\t=1+1;=2', "'=1+1;'=2"],
  ['\r\n-1', '-1'],
  ['\n', ''],
])('white space at the beginning of %j is left out', (text, harmless) => {
  expect(harmlessCell(text)).toBe(harmless);
});

/** Where a reader that parts cells by semicolons, tabs or line breaks begins a cell. */
const FORMULA_AT_A_CELL_START =
  /(?:^|[;\t\r\n])["\s]*(?:[=@＝＋－＠﹢﹣﹦﹫]|[+-](?!\d+(?:[.,]\d+)?["\s]*(?:$|[;,\t\r\n])))/u;
const FORMULA = /^\s*(?:[=@＝＋－＠]|[+-](?!\d+(?:[.,]\d+)?\s*(?:$|;)))/u;

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(
      '=',
      '+',
      '-',
      '@',
      '＝',
      ',',
      ';',
      '"',
      "'",
      '\t',
      '\r',
      '\n',
      ' ',
      'a',
      '2',
      '\uFEFF',
    ),
  }),
);

test('reading the file gives every cell back, made harmless', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ text: anyText, options: fc.array(anyText, { minLength: 1, maxLength: 6 }) }), {
        minLength: 1,
        maxLength: 5,
      }),
      (given) => {
        const questions = given.map(({ text, options }) =>
          question(text, options.map((option, index) => [option, index === options.length - 1])),
        ); // prettier-ignore
        const most = Math.max(...given.map(({ options }) => options.length));
        const csv = writeQuestionSetCsv(setOf(questions));
        expect(csv.slice(1)).not.toMatch(FORMULA_AT_A_CELL_START);
        const rows = parse(csv).slice(1);
        expect(rows).toEqual(
          given.map(({ text, options }, index) => [
            String(index + 1),
            harmlessCell(text),
            'multiple_choice',
            'apply',
            'hard',
            '',
            ...Array.from({ length: most }, (_, place) => harmlessCell(options[place] ?? '')),
            String(options.length),
          ]),
        );
        for (const cell of rows.flat()) expect(cell).not.toMatch(FORMULA);
      },
    ),
  );
});

test('the file is named after the quiz and the day', () => {
  const day = new Date(2026, 0, 9, 12);
  expect(nameQuestionSetFile('My quiz', day)).toBe('quiz_My quiz_2026-01-09.csv');
  expect(nameQuestionSetFile('Quiz: Rivers', day)).toBe('quiz_Rivers_2026-01-09.csv');
  expect(nameQuestionSetFile('../a\\b:c\u202Efdp.exe', day)).toBe('quiz_.. a b c fdp.exe_2026-01-09.csv');
  expect(nameQuestionSetFile('x'.repeat(400), day)).toHaveLength(5 + 120 + 1 + 10 + 4);
});
