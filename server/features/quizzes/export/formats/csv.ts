import { EDITED_OPTIONS_MAXIMUM } from '#contract/question-editing.ts';
import { harmlessCell } from '#contract/harmless-cell.ts';
import { describeEvidence } from '../export-text.ts';
import type { ExportEntry, ExportFormat } from '../format.ts';

const OPTIONS = Array.from({ length: EDITED_OPTIONS_MAXIMUM }, (_, index) => index);
const COLUMNS = [
  ...['question_number', 'text', 'type', 'blooms_taxonomy', 'difficulty', 'outcome'],
  ...OPTIONS.map((index) => `option_${index + 1}`),
  ...['correct_option', 'explanation', 'evidence', 'key_points', 'rubric', 'quiz', 'lesson'],
];
/** Without it, Excel reads the file in the encoding of the machine. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Comma-separated values (RFC 4180), a row a question: the columns of the quiz's own CSV, and what else the question has. */
export const csv: ExportFormat = {
  fileExtension: 'csv',
  contentType: 'text/csv; charset=utf-8',
  lacks: [],
  async *write({ entries }) {
    const { default: Papa } = await import('papaparse');
    const write = (row: readonly string[]): string => `${Papa.unparse([row], { quotes: true })}\r\n`;
    yield BYTE_ORDER_MARK + write(COLUMNS);
    let number = 0;
    for await (const entry of entries) {
      number += 1;
      yield write([String(number), ...listCells(entry).map(harmlessCell)]);
    }
  },
};

function listCells({ question, group, lesson_title: lessonTitle }: ExportEntry): string[] {
  const key = question.options.findIndex((option) => option.is_correct);
  return [
    question.text,
    question.type,
    question.blooms_taxonomy,
    question.difficulty,
    question.outcome ?? '',
    ...OPTIONS.map((index) => question.options[index]?.text ?? ''),
    key === -1 ? '' : String(key + 1),
    question.explanation,
    describeEvidence(question, { lesson_title: lessonTitle }) ?? '',
    question.key_points.join('\n'),
    question.rubric ?? '',
    group.name,
    lessonTitle,
  ];
}
