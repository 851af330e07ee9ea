import {
  EXPORT_FORMATS,
  type ExportedQuestion,
  type ExportedQuiz,
  type ExportFormatName,
  type ExportLossCode,
  type ExportOptions,
} from '#contract/quiz-export.ts';

/** A quiz, or the question bank of a lesson: questions that belong together in the other program too. */
export interface ExportGroup {
  readonly name: string;
  readonly lesson_title: string;
  /** The same whenever it is exported, and no other group's. */
  readonly key: string;
}

export interface ExportEntry {
  readonly question: ExportedQuestion;
  /** The same object for all questions of a group, which follow one another. */
  readonly group: ExportGroup;
  /** Of the lesson that the question is about; empty when that was deleted. */
  readonly lesson_title: string;
  /** From 0, in its group. */
  readonly index: number;
}

/** What is exported. Questions arrive in batches, so that a whole course needs no more memory than a quiz. */
export interface ExportSource extends Pick<ExportedQuiz, 'name' | 'lesson_title' | 'created_at'> {
  /** Undefined for a quiz or a question bank, which are one group. */
  readonly course?: 'quizzes' | 'question_banks';
  readonly entries: AsyncIterable<ExportEntry>;
}

/** A file format for the questions. */
export interface ExportFormat {
  readonly fileExtension: string;
  readonly contentType: string;
  /** What no file in this format can contain. */
  readonly lacks: readonly ExportLossCode[];
  readonly limits?: FormatLimits;
  /** Pieces of the file, in order. All texts are clean (see `cleanText`). */
  readonly write: (source: ExportSource) => AsyncIterable<string | Uint8Array>;
}

export interface FormatLimits {
  /** Characters of a stem and of an option. */
  readonly stem?: number;
  readonly option?: number;
  readonly options: number;
}

/** Longer ones are left out: cut short, a question can mean something else. */
const exceeds = ({ text, options }: ExportedQuestion, limits: FormatLimits): boolean =>
  text.length > (limits.stem ?? Infinity) ||
  options.some((option) => option.text.length > (limits.option ?? Infinity));

const isAffected: Record<ExportLossCode, (question: ExportedQuestion, format: ExportFormat) => boolean> = {
  essays: ({ type }) => type === 'essay',
  long_texts: (question, { limits }) => limits !== undefined && exceeds(question, limits),
  many_options: ({ options }, { limits }) => options.length > (limits?.options ?? Infinity),
  explanations: ({ explanation }) => explanation !== '',
  evidence: (question) => question.evidence !== null,
  levels: () => true,
  outcomes: ({ outcome }) => outcome !== null,
  key_points: ({ key_points: points }) => points.length > 0,
  rubrics: ({ rubric }) => rubric !== null && rubric !== '',
  line_breaks: ({ text, options }) =>
    [text, ...options.map((option) => option.text)].some((line) => line.includes('\n')),
};

const LEAVES_OUT = ['essays', 'long_texts'] as const;

/** Why a question is not in a file of this format; undefined when it is. */
const findReasonToLeaveOut = (question: ExportedQuestion, format: ExportFormat): ExportLossCode | undefined =>
  LEAVES_OUT.find((code) => format.lacks.includes(code) && isAffected[code](question, format));

export const holdsQuestion = (format: ExportFormat, question: ExportedQuestion): boolean =>
  findReasonToLeaveOut(question, format) === undefined;

/** What a file would lack in each format, and how many questions that affects. One that is left out counts once. */
export async function listLosses(
  formats: Record<ExportFormatName, ExportFormat>,
  { entries }: Pick<ExportSource, 'entries'>,
): Promise<ExportOptions> {
  const counted = EXPORT_FORMATS.map((name) => ({
    name,
    format: formats[name],
    held: 0,
    losses: new Map<ExportLossCode, number>(),
  }));
  for await (const { question } of entries) {
    for (const each of counted) {
      const leftOut = findReasonToLeaveOut(question, each.format);
      if (leftOut === undefined) each.held += 1;
      const codes =
        leftOut === undefined
          ? each.format.lacks.filter((code) => isAffected[code](question, each.format))
          : [leftOut];
      for (const code of codes) each.losses.set(code, (each.losses.get(code) ?? 0) + 1);
    }
  }
  return counted.map(({ name, format, held, losses }) => ({
    format: name,
    question_count: held,
    losses: format.lacks.flatMap((code) => {
      const count = losses.get(code);
      return count === undefined ? [] : [{ code, question_count: count }];
    }),
  }));
}
