/*
 * How long a quiz may be as a whole. No import: a screen that needs the limit does not load the schemas.
 */

/** Characters of all questions: 100 questions of 3,000 each. Beyond it, one quiz would keep the process busy for everyone. */
export const QUIZ_CHARACTERS_MAXIMUM = 300_000;

interface QuestionTexts {
  readonly text: string;
  readonly options: readonly { readonly text: string }[];
  readonly explanation: string;
  readonly evidence: { readonly quote: string } | null;
  readonly key_points: readonly string[];
  readonly rubric: string | null;
}

/** All texts of the questions, in UTF-16 code units. */
export const countQuizCharacters = (questions: readonly QuestionTexts[]): number =>
  questions.reduce(
    (total, { text, options, explanation, evidence, key_points: keyPoints, rubric }) =>
      total +
      [text, explanation, evidence?.quote ?? '', rubric ?? '', ...keyPoints].reduce(
        (sum, { length }) => sum + length,
        0,
      ) +
      options.reduce((sum, option) => sum + option.text.length, 0),
    0,
  );
