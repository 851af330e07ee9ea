import type { Actor } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { readClassResponses } from './class-responses.ts';
import { getOwnQuiz, presentStudent } from './quiz-results.ts';

/** Beginnings that a spreadsheet takes for a formula; full-width forms are folded by some of them. */
const FORMULA_START = /^\s*[=+\-@＝＋－＠﹢﹣﹦﹫]|^[\t\r\n]/u;

/** Where another cell begins for a spreadsheet that parts cells by semicolons, as it does in half of Europe, or by tabs. */
const LATER_FORMULA_START = /(?<=[;\t\r\n]["'\s]*)(?<!')(?=[=+\-@＝＋－＠﹢﹣﹦﹫])/gu;

/** A cell that a spreadsheet shows as it is: what looks like a formula begins with an apostrophe. */
function harmlessCell(text: string): string {
  const harmless = text.replaceAll(LATER_FORMULA_START, "'");
  return FORMULA_START.test(text) ? `'${harmless}` : harmless;
}

type Cell = string | number | null;

/** Excel takes a file without it for one in the old encoding of the machine. */
const BYTE_ORDER_MARK = '\uFEFF';
const COLUMNS = [
  'student_name',
  'student_number',
  'attempt_number',
  'version',
  'started_at',
  'submitted_at',
  'seconds',
  'has_late_answers',
  'points',
  'maximum',
];

/** A line for each attempt, with the points of each question. @throws {ProblemError} not_found. */
async function tabulate(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
  id: number,
): Promise<{ name: string; rows: Cell[][] }> {
  const { name } = await getOwnQuiz(dependencies, actor, id);
  const { questions, students } = await readClassResponses(dependencies, id);
  const rows = students.map((responses): Cell[] => {
    const student = presentStudent(responses);
    return [
      student.student_name,
      student.student_number,
      student.attempt_number,
      student.version,
      student.started_at,
      student.submitted_at,
      student.seconds,
      student.has_late_answers ? 'yes' : 'no',
      student.points,
      student.maximum,
      ...questions.map(({ question }) => responses.responses.get(question.key)?.points ?? null),
    ];
  });
  const titles = questions.map(({ question }, index) => `${index + 1}. ${question.text}`);
  return { name, rows: [[...COLUMNS, ...titles], ...rows] };
}

export interface ExportedFile {
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
}

/** The results as a spreadsheet. Text that a spreadsheet would take for a formula is neutralized. */
export async function exportResults(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
  id: number,
  format: 'csv' | 'xlsx',
): Promise<ExportedFile> {
  const { rows } = await tabulate(dependencies, actor, id);
  const name = `results-${id}.${format}`;
  return format === 'csv'
    ? { name, type: 'text/csv; charset=utf-8', content: await writeCsv(rows) }
    : {
        name,
        type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        content: await writeXlsx(rows),
      };
}

async function writeCsv(rows: readonly Cell[][]): Promise<Buffer> {
  const { default: Papa } = await import('papaparse');
  const harmless = rows.map((row) =>
    row.map((cell) => (typeof cell === 'string' ? harmlessCell(cell) : cell)),
  );
  return Buffer.from(BYTE_ORDER_MARK + Papa.unparse(harmless, { newline: '\r\n' }));
}

/** Cells have types there, so a text is never a formula. */
async function writeXlsx(rows: readonly Cell[][]): Promise<Buffer> {
  const { default: writeExcelFile } = await import('write-excel-file/node');
  return writeExcelFile(
    rows.map((row, place) =>
      row.map((value) =>
        typeof value === 'number'
          ? { value, type: Number }
          : { value: value ?? '', type: String, ...(place === 0 ? { fontWeight: 'bold' as const } : {}) },
      ),
    ),
    { sheet: 'Results', stickyRowsCount: 1 },
  ).toBuffer();
}
