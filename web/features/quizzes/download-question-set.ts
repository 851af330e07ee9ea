import Papa from 'papaparse';
import type { QuestionSetWithQuestions, Question } from '#contract/quizzes.ts';

/** Excel takes a file without it for one in the old encoding of the machine. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Full-width forms are folded by some spreadsheets. */
const SYMBOL = '[=@＝＋－＠﹢﹣﹦﹫]';
const NUMBER = String.raw`\d+(?:[.,]\d+)?\s*`;

/** The start of a formula. A signed number is not one, unless an operator may follow on the next line. */
const FORMULA_START = new RegExp(`^(?:${SYMBOL}|[+-](?!${NUMBER}(?:$|;)))`, 'u');

/** The same at the start of a cell in spreadsheets that separate cells by semicolons (as in much of Europe), tabs or lines. */
const LATER_FORMULA_START = new RegExp(
  String.raw`(?=${SYMBOL}|[+-](?!${NUMBER}(?:$|[;\r\n])))(?<!')(?<=[;\t\r\n]["'\s]*)`,
  'gu',
);

/** A cell that spreadsheets show verbatim: an apostrophe precedes a formula, with no white space before it. */
export function harmlessCell(text: string): string {
  const cell = text.trimStart();
  const harmless = cell.replaceAll(LATER_FORMULA_START, "'");
  return FORMULA_START.test(cell) ? `'${harmless}` : harmless;
}

const COLUMNS = ['question_number', 'text', 'type', 'blooms_taxonomy', 'difficulty', 'outcome'];

/** The question set as comma-separated values, a line a question (docs/product.md, “Quizzes and question counts”). */
export function writeQuestionSetCsv({ question_set: set, questions }: QuestionSetWithQuestions): string {
  const isChoice = set.answer_style === 'multiple_choice';
  const most = Math.max(0, ...questions.map(({ options }) => options.length));
  const numbers = Array.from({ length: most }, (_, index) => index + 1);
  const header = isChoice
    ? [...COLUMNS, ...numbers.map((number) => `option_${number}`), 'correct_option']
    : COLUMNS;
  const rows = questions.map((question, index) => [
    String(index + 1),
    ...[
      question.text,
      question.type,
      question.blooms_taxonomy,
      question.difficulty,
      question.outcome?.short_name ?? '',
    ].map(harmlessCell),
    ...(isChoice ? listOptionCells(question, most) : []),
  ]);
  return BYTE_ORDER_MARK + Papa.unparse([header, ...rows], { newline: '\r\n', quotes: holdsSeparator });
}

/** Some programs also treat semicolons and tabs as separators, unless they are in quotes. */
const holdsSeparator = (text: string): boolean => /[;\t]/u.test(text);

function listOptionCells({ options }: Question, most: number): string[] {
  const texts = Array.from({ length: most }, (_, index) => harmlessCell(options[index]?.text ?? ''));
  const correct = options.findIndex((option) => option.is_correct);
  return [...texts, correct === -1 ? '' : String(correct + 1)];
}

/** What no file system takes, and characters that turn the direction of a name around to hide its ending. */
const FORBIDDEN = /[\\/:*?"<>|\p{Cc}\p{Cf}\p{Cs}]/gu;
const LONGEST_NAME = 120;

/** `quiz_{name}_{date}.csv`, with what a file's name may not hold replaced; the date is the reader's own. */
export function nameQuestionSetFile(name: string, date: Date): string {
  // Most names begin with "Quiz", and so does the file's name.
  const safe = name
    .replace(FORBIDDEN, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^quiz (?=.)/i, '');
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  // Half of a character outside the basic plane is invalid.
  return `quiz_${safe.slice(0, LONGEST_NAME).replace(/\p{Cs}$/u, '')}_${day}.csv`;
}

/** Saves the set as a file. */
export function downloadQuestionSet(set: QuestionSetWithQuestions): void {
  const file = new Blob([writeQuestionSetCsv(set)], { type: 'text/csv;charset=utf-8' });
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = nameQuestionSetFile(set.question_set.name, new Date());
  link.click();
  // Some browsers read the address only after this step.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
