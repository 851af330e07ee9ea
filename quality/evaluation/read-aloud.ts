import type { AnswerOutcome } from './run/evaluate-answers.ts';

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
