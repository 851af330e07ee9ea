import type { ExportedQuestion } from '#contract/quiz-export.ts';
import { onOneLine, writeFeedback } from '../export-text.ts';
import { holdsQuestion, type ExportEntry, type ExportFormat, type FormatLimits } from '../format.ts';

type Cell = string | number;

const XLSX = {
  fileExtension: 'xlsx',
  contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
const SECONDS_PER_QUESTION = 60;

/** Kahoot! reads rows below the headers of its template, which are in row 8. */
const KAHOOT_TEMPLATE: Cell[][] = [
  [],
  ['', 'Quiz template'],
  ...Array.from({ length: 5 }, () => []),
  [
    '',
    'Question - max 120 characters',
    'Answer 1 - max 75 characters',
    'Answer 2 - max 75 characters',
    'Answer 3 - max 75 characters',
    'Answer 4 - max 75 characters',
    'Time limit (sec) – 5, 10, 20, 30, 60, 90, 120, or 240 secs',
    'Correct answer(s) - choose at least one',
  ],
];
const KAHOOT_LIMITS = { stem: 120, option: 75, options: 4 };

export const kahoot: ExportFormat = {
  ...XLSX,
  lacks: [
    ...(['essays', 'long_texts', 'many_options'] as const),
    ...(['explanations', 'evidence', 'levels', 'outcomes', 'line_breaks'] as const),
  ],
  limits: KAHOOT_LIMITS,
  write: ({ entries }) =>
    writeSheet(kahoot, KAHOOT_TEMPLATE, entries, ({ question }, number) => {
      const { texts, key } = chooseOptions(question, KAHOOT_LIMITS);
      return [number, onOneLine(question.text), ...texts.map(onOneLine), SECONDS_PER_QUESTION, key];
    }),
};

const WAYGROUND_LIMITS = { options: 5 };
const WAYGROUND_TEMPLATE: Cell[][] = [
  [
    ...['Question Text', 'Question Type', 'Option 1', 'Option 2', 'Option 3', 'Option 4', 'Option 5'],
    ...['Correct Answer', 'Time in seconds', 'Image Link', 'Answer explanation'],
  ],
];

/** The template of Wayground, formerly Quizizz. */
export const wayground: ExportFormat = {
  ...XLSX,
  lacks: ['many_options', 'levels', 'outcomes', 'key_points', 'rubrics'],
  limits: WAYGROUND_LIMITS,
  write: ({ entries }) =>
    writeSheet(wayground, WAYGROUND_TEMPLATE, entries, (entry) => {
      const { question } = entry;
      const { texts, key } = chooseOptions(question, WAYGROUND_LIMITS);
      const isEssay = question.type === 'essay';
      return [
        question.text,
        isEssay ? 'Open-Ended' : 'Multiple Choice',
        ...texts,
        isEssay ? '' : key,
        SECONDS_PER_QUESTION,
        '',
        writeFeedback(question, entry),
      ];
    }),
};

/** As many options as fit, the key among them. @returns the key's number, from 1. */
function chooseOptions(
  { options }: ExportedQuestion,
  limits: FormatLimits,
): { texts: string[]; key: number } {
  const key = options.findIndex((option) => option.is_correct);
  const kept = options.filter(
    (_, index) => index < limits.options - (key >= limits.options ? 1 : 0) || index === key,
  );
  return {
    texts: Array.from({ length: limits.options }, (_, index) => kept[index]?.text ?? ''),
    key: kept.findIndex((option) => option.is_correct) + 1,
  };
}

/** Cells have types, so a text is never a formula. The library needs all rows at once. */
async function* writeSheet(
  format: ExportFormat,
  template: readonly Cell[][],
  entries: AsyncIterable<ExportEntry>,
  writeRow: (entry: ExportEntry, number: number) => Cell[],
): AsyncGenerator<Uint8Array> {
  const { default: writeExcelFile } = await import('write-excel-file/node');
  const rows = [...template];
  for await (const entry of entries)
    if (holdsQuestion(format, entry.question)) rows.push(writeRow(entry, rows.length - template.length + 1));
  const cells = rows.map((row) =>
    row.map((value) => (typeof value === 'number' ? { value, type: Number } : { value, type: String })),
  );
  yield await writeExcelFile(cells, { sheet: 'Sheet1' }).toBuffer();
}
