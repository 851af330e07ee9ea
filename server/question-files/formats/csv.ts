import Papa from 'papaparse';
import { plainCell } from '#contract/harmless-cell.ts';
import type { ImportNote } from '#contract/quiz-import.ts';
import { BLOOM_LEVELS, DIFFICULTIES } from '#contract/quizzes.ts';
import { cleanText } from '../markup-text.ts';
import {
  QuestionFileError,
  refuseTooMany,
  type FilePart,
  type ReadFile,
  type ReadQuestion,
} from '../question-file.ts';
import { BARE_QUESTION, findName, unread, writeQuestion } from '../question-texts.ts';

type Column =
  'text' | 'type' | 'level' | 'difficulty' | 'outcome' | 'explanation' | 'correct' | 'option' | 'other';

/** Headings of Lectern's own file, of Kahoot's and Wayground's sheets, and plain ones in English and Spanish. */
const HEADINGS: readonly (readonly [RegExp, Column])[] = [
  [/^(?:question|question text|text|stem|pregunta|texto|enunciado)\b(?! (?:number|type|no))/u, 'text'],
  [/^(?:type|question type|tipo)$/u, 'type'],
  [/^(?:bloom|blooms taxonomy|level|nivel)$/u, 'level'],
  [/^(?:difficulty|dificultad)$/u, 'difficulty'],
  [/^(?:outcome|objetivo|resultado)$/u, 'outcome'],
  [/^(?:explanation|feedback|answer explanation|explicaci[oó]n|retroalimentaci[oó]n)$/u, 'explanation'],
  [
    /^(?:correct|right|key|clave|respuestas? correctas?|opci[oó]n correcta)\b|^answer$|^respuesta$/u,
    'correct',
  ],
  [/^(?:option|answer|choice|opci[oó]n|respuesta)s? ?(?:[1-9]|[a-h])\b|^[a-h]$/u, 'option'],
];
const isOwn = (headings: readonly string[]): boolean =>
  ['question_number', 'text', 'type', 'blooms_taxonomy'].every((name, index) => headings[index] === name);

const columnOf = (heading: string): Column => {
  const words = heading
    .toLowerCase()
    .replaceAll(/[\s_-]+/gu, ' ')
    .trim();
  return HEADINGS.find(([pattern]) => pattern.test(words))?.[1] ?? 'other';
};

/** Whether the first line names the columns of a question. */
export function isCsv(text: string): boolean {
  const [first = []] = Papa.parse<string[]>(text.slice(0, 20_000), { preview: 1 }).data;
  return hasColumns(first.map(columnOf));
}

const hasColumns = (columns: readonly Column[]): boolean =>
  columns.includes('text') && columns.includes('option') && columns.includes('correct');

/** A table with a question in each row. @throws {QuestionFileError} columns, no_questions. */
export function readCsv(text: string): ReadFile {
  const rows = listRows(text);
  const [header] = rows;
  if (header === undefined) throw new QuestionFileError('no_questions');
  const columns = header.cells.map(columnOf);
  const own = isOwn(header.cells);
  if (!hasColumns(columns) && !own) throw new QuestionFileError('columns');
  refuseTooMany(rows.length - 1);
  const parts = rows.slice(1).map(({ cells, line, isBroken }, index): FilePart => {
    const place = { item: index + 1, line, file: null };
    const words = own ? cells.map(plainCell) : cells;
    return { place, ...(isBroken ? unread('broken', cells.join('\n'), '"') : readRow(words, columns, own)) };
  });
  return { format: 'csv', name: null, parts };
}

function listRows(text: string): { cells: string[]; line: number; isBroken: boolean }[] {
  const rows: { cells: string[]; line: number; isBroken: boolean }[] = [];
  let at = 0;
  let line = 1;
  Papa.parse<string[]>(text, {
    step: ({ data, errors, meta }) => {
      const isBroken = errors.some(({ type }) => type === 'Quotes');
      if (data.some((cell) => cell.trim() !== '')) rows.push({ cells: data, line, isBroken });
      for (
        let next = text.indexOf('\n', at);
        next >= 0 && next < meta.cursor;
        next = text.indexOf('\n', next + 1)
      )
        line += 1;
      at = meta.cursor;
    },
  });
  return rows;
}

function readRow(cells: readonly string[], columns: readonly Column[], hasNumbers: boolean) {
  const valueOf = (column: Column): string => cleanText(cells[columns.indexOf(column)] ?? '');
  const notes = new Set<ImportNote>();
  const given = columns.flatMap((column, index) =>
    column === 'option' ? [cleanText(cells[index] ?? '')] : [],
  );
  const last = given.findLastIndex((option) => option !== '');
  const choices = given.slice(0, last + 1);
  const common = {
    ...BARE_QUESTION,
    text: valueOf('text'),
    explanation: valueOf('explanation'),
    level: findName(BLOOM_LEVELS, valueOf('level')),
    difficulty: findName(DIFFICULTIES, valueOf('difficulty')),
    outcome: valueOf('outcome') || null,
  };
  const correct = valueOf('correct');
  const type = valueOf('type').toLowerCase();
  if (choices.length === 0 && correct === '' && /^(?:essay|open|ensayo|abierta|open.ended)?$/u.test(type)) {
    const question: ReadQuestion = { ...common, type: 'essay' };
    return { question, notes: [...notes] };
  }
  const right = findRight(correct, choices, hasNumbers);
  const options = choices.map((option, index) => ({
    text: option,
    is_correct: right?.includes(index) === true,
  }));
  if (right === undefined)
    return unread('no_right', writeQuestion({ text: common.text, options }), correct || null);
  const question: ReadQuestion = { ...common, type: 'multiple_choice', options };
  return { question, notes: [...notes] };
}

/** Which options a cell names: by number, letter or text, several separated by commas. Undefined when it names others. */
function findRight(cell: string, options: readonly string[], isNumber: boolean): number[] | undefined {
  const exact = options.flatMap((option, index) => (option !== '' && option === cell ? [index] : []));
  // "2" may be an option's text and another's number.
  const byPlace = cell
    .split(/[,;/]/u)
    .map((part) => part.trim().toLowerCase())
    .map((part) =>
      /^[1-9]$/u.test(part) ? Number(part) - 1 : /^[a-h]$/u.test(part) ? part.charCodeAt(0) - 97 : -1,
    );
  const isByPlace = byPlace.every((index) => index >= 0 && index < options.length);
  // Lectern's own file has numbers.
  if (isNumber || exact.length === 0) return isByPlace ? byPlace : undefined;
  return isByPlace && byPlace.join() !== exact.join() ? undefined : exact;
}
