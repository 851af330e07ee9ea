import { composeQuestions } from '../../server/features/quizzes/compose/compose-questions.ts';
import type { ComposeRequest, Composition } from '../../server/features/quizzes/compose/composed-question.ts';
import type { LessonAnalysis } from '../../server/language/analysis.ts';
import type { LessonText } from '../../server/language/lesson-text.ts';

/** Whoever writes questions: all are measured alike. */
export interface Writer {
  readonly name: string;
  /** Only the built-in composer is held to the gates: what a configured model does is not this project's fault. */
  readonly builtIn: boolean;
  /** @param analysis of the same lesson, to spare making it again; left out where time is taken */
  write(lesson: LessonText, request: ComposeRequest, analysis?: LessonAnalysis): Promise<Composition>;
}

export const builtInComposer: Writer = { name: 'built-in composer', builtIn: true, write: composeQuestions };
