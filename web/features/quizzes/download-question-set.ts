import Papa from 'papaparse';
import type { QuestionSetWithQuestions, Question } from '#contract/quizzes.ts';

/** Excel takes a file without it for one in the old encoding of the machine. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Beginnings that a spreadsheet takes for a formula; full-width forms are folded by some of them. */
const FORMULA_START = /^\s*[=+\-@＝＋－＠﹢﹣﹦﹫]|^[\t\r\n]/u;

/** Where another cell begins for a spreadsheet that parts cells by semicolons, as it does in half of Europe, or by tabs. */
const LATER_FORMULA_START = /(?<=[;\t\r\n]["'\s]*)(?<!')(?=[=+\-@＝＋－＠﹢﹣﹦﹫])/gu;

/** A number with its sign, up to where the cell ends for some reader. Nothing in it can be calculated. */
const SIGNED_NUMBER = /^\s*[+-]\d+(?:[.,]\d+)?\s*(?:$|[;\t\r\n])/u;

/** A cell that a spreadsheet shows as it is: what looks like a formula, and is no number, begins with an apostrophe. */
export function harmlessCell(text: string): string {
  const isFormulaAt = (at: number): boolean => !SIGNED_NUMBER.test(text.slice(at, at + 100));
  const first = text.search(/\S/u);
  const harmless = text.replaceAll(LATER_FORMULA_START, (_, at: number) =>
    // The apostrophe at the beginning is enough for the first of its signs.
    at !== first && isFormulaAt(at) ? "'" : '',
  );
  return FORMULA_START.test(text) && isFormulaAt(0) ? `'${harmless}` : harmless;
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

/** Some readers take semicolons and tabs for separators beside the comma, unless they stand in quotes. */
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
  const safe = name.replace(FORBIDDEN, ' ').replace(/\s+/g, ' ').trim();
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  // Cut in two, a character outside the basic plane is none.
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
