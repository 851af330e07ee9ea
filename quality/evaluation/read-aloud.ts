import type { ComposedQuestion } from '#server/features/quizzes/writer/compose/composed-question.ts';
import type { AnswerOutcome } from './run/evaluate-answers.ts';
import type { Failure } from './measures/question-tally.ts';

/** A question as it is read aloud: stem, options with the key marked, why, and the words of the lesson it rests on. */
export function tellQuestion(question: ComposedQuestion, number: number): string {
  const {
    text,
    blooms_taxonomy: level,
    difficulty,
    options,
    key_points: points,
    rubric,
    evidence,
  } = question;
  const place =
    evidence.page === null
      ? evidence.start_second === null
        ? ''
        : ` (${tellTime(evidence.start_second)})`
      : ` (page ${evidence.page})`;
  return [
    `${number}. ${text}   [${level}, ${difficulty}${question.outcome === null ? '' : `, ${question.outcome}`}]`,
    ...options.map(
      (option, index) => `   ${option.is_correct ? '*' : ' '} ${'ABCDE'[index] ?? '?'}) ${option.text}`,
    ),
    ...points.map((point) => `   · ${point}`),
    ...(rubric === null ? [] : [rubric.replace(/^/gmu, '   | ')]),
    ...(question.explanation === '' ? [] : [`   Why: ${question.explanation}`]),
    `   Evidence${place}: “${evidence.quote}”`,
  ].join('\n');
}

/** An answer as it is read aloud: the question, the sentences by paragraph with where they stand. */
export function tellAnswer({ question, kind, answer }: AnswerOutcome, number: number): string {
  const lines =
    answer.outcome === 'answered'
      ? answer.statements.map(
          ({ text, paragraph, sources }) =>
            `   ${paragraph + 1}: ${text}${sources.map(({ passage }) => ` (${passage.lessonTitle}, ${passage.position})`).join('')}`,
        )
      : [
          '   Nothing found. Nearest:',
          ...answer.nearest.map(({ quote, passage }) => `   · ${quote} (${passage.lessonTitle})`),
        ];
  return [`${number}. ${question}   [${kind}]`, ...lines].join('\n');
}

/** A question that missed something, to be read. */
export function tellFailure({ lesson, kind, question, detail }: Failure): string {
  const options = question.options
    .map((option) => `${option.is_correct ? '*' : ''}${option.text}`)
    .join(' / ');
  return `[${kind}: ${detail}] ${lesson}: ${question.text} — ${options || question.key_points.join(' / ')}`;
}

function tellTime(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
}
