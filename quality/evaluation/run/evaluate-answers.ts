import { performance } from 'node:perf_hooks';
import type { ComposedAnswer } from '#server/features/assistant/composed-answer.ts';
import { findAnswer } from '#server/features/assistant/find-answer.ts';
import type { Embed } from '#server/language/lesson-text.ts';
import { measureAnswer, type AnswerScore } from '../measures/measure-answers.ts';
import type { TestQuestions } from '../questions/read-questions.ts';
import type { Library } from './open-library.ts';

/** A question and how it was answered. */
export interface AnswerOutcome {
  readonly question: string;
  readonly kind: string;
  /** The lesson that answers it; undefined when none does. */
  readonly lesson: string | undefined;
  readonly needs: 'any' | 'all';
  readonly heldBack: boolean;
  readonly answer: ComposedAnswer;
  readonly score: AnswerScore;
  readonly milliseconds: number;
}

/** Asks every question, those without an answer too, over all lessons, the way the assistant does. */
export async function evaluateAnswers(
  library: Library,
  { answerable, unanswerable }: TestQuestions,
  embed: Embed,
): Promise<AnswerOutcome[]> {
  const outcomes: AnswerOutcome[] = [];
  // The first question waits for the embedder's process.
  await ask(library, 'What is this?');
  for (const { question, kind, lesson, needs, heldBack, quotes } of answerable)
    outcomes.push({
      kind,
      lesson,
      needs,
      heldBack,
      ...(await askAndMeasure(library, question, quotes, embed)),
    });
  for (const { question, kind, heldBack } of unanswerable)
    outcomes.push({
      kind,
      lesson: undefined,
      needs: 'any',
      heldBack,
      ...(await askAndMeasure(library, question, [], embed)),
    });
  return outcomes;
}

async function askAndMeasure(
  library: Library,
  question: string,
  quotes: readonly string[],
  embed: Embed,
): Promise<Pick<AnswerOutcome, 'question' | 'answer' | 'score' | 'milliseconds'>> {
  const start = performance.now();
  const answer = await ask(library, question);
  const milliseconds = performance.now() - start;
  const near = await compare(question, answer, embed);
  return { question, answer, score: measureAnswer(answer, question, quotes, near), milliseconds };
}

export async function ask({ dependencies, actor }: Library, text: string): Promise<ComposedAnswer> {
  const { composed } = await findAnswer(dependencies, actor, {
    text,
    scope: {},
    previousQuestion: undefined,
  });
  return composed;
}

/** Cosines to the question of all that an answer cites, worked out apart from the composer. */
async function compare(
  question: string,
  answer: ComposedAnswer,
  embed: Embed,
): Promise<(one: string, other: string) => number> {
  const sources =
    answer.outcome === 'answered' ? answer.statements.flatMap((statement) => statement.sources) : [];
  const texts = [...new Set([question, ...sources.flatMap(({ quote, passage }) => [quote, passage.text])])];
  const vectors = sources.length === 0 ? [] : await embed(texts);
  const byText = new Map(texts.map((text, index) => [text, vectors[index]]));
  return (one, other) => {
    const [first, second] = [byText.get(one), byText.get(other)];
    return first?.reduce((sum, value, index) => sum + value * (second?.[index] ?? 0), 0) ?? 0;
  };
}
