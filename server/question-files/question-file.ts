import {
  IMPORTED_ITEMS_MAXIMUM,
  type ImportFormatName,
  type ImportNote,
  type ImportPlace,
  type UnreadReason,
} from '#contract/quiz-import.ts';
import type { AnswerStyle, BloomLevel, Difficulty } from '#contract/quizzes.ts';

/** A question as a file has it, in plain text with fenced code. */
export interface ReadQuestion {
  readonly text: string;
  readonly type: AnswerStyle;
  readonly options: readonly { readonly text: string; readonly is_correct: boolean }[];
  readonly explanation: string;
  /** What the file quotes of the lesson. */
  readonly quote: string | null;
  readonly level: BloomLevel | null;
  readonly difficulty: Difficulty | null;
  readonly outcome: string | null;
  readonly key_points: readonly string[];
  readonly rubric: string | null;
}

/** What cannot become a question, as text that a person can use. */
export interface UnreadText {
  readonly reason: UnreadReason;
  readonly detail: string | null;
  readonly text: string;
}

/** One question of a file, or what could not be read as one. */
export type FilePart = { readonly place: ImportPlace } & (
  { readonly question: ReadQuestion; readonly notes: readonly ImportNote[] } | { readonly unread: UnreadText }
);

export interface ReadFile {
  readonly format: ImportFormatName;
  readonly name: string | null;
  readonly parts: readonly FilePart[];
}

/** Why a file as a whole cannot be read. */
export type FileProblem =
  | 'broken_xml'
  | 'doctype'
  | 'broken_json'
  | 'broken_zip'
  | 'encrypted_zip'
  | 'unsafe_zip'
  | 'large_zip'
  | 'package_without_questions'
  | 'spreadsheet'
  | 'columns'
  | 'not_text'
  | 'unknown_format'
  | 'no_questions'
  | 'too_many_questions'
  | 'too_deep'
  | 'too_much_text'
  | 'time'
  | 'memory';

/** A file of which nothing can be imported. */
export class QuestionFileError extends Error {
  override readonly name = 'QuestionFileError';
  readonly problem: FileProblem;
  /** In the file, from 1, where one line is at fault. */
  readonly line: number | null;

  constructor(problem: FileProblem, line: number | null = null, options?: ErrorOptions) {
    super(`The file cannot be imported: ${problem}`, options);
    this.problem = problem;
    this.line = line;
  }
}

/** Before each question is read. @throws {QuestionFileError} too_many_questions. */
export function refuseTooMany(items: number): void {
  if (items > IMPORTED_ITEMS_MAXIMUM) throw new QuestionFileError('too_many_questions');
}
