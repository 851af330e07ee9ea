import type { QuestionSetWriter } from '../../../../contract/quizzes.ts';
import type { ComposedQuestion, Composition } from '../compose/composed-question.ts';

/** A question that passed every check, with who wrote it. */
export interface SuppliedQuestion extends ComposedQuestion {
  readonly written_by: 'language_model' | 'composer';
}

/** What `composeQuestions` gives, with what the language model had to do with it. */
export interface SuppliedComposition extends Composition {
  readonly questions: readonly SuppliedQuestion[];
  readonly writer: QuestionSetWriter;
}
