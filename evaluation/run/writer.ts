import type { SummaryLength } from '../../contract/lessons.ts';
import { composeQuestions } from '../../server/features/quizzes/compose/compose-questions.ts';
import type { ComposeRequest, Composition } from '../../server/features/quizzes/compose/composed-question.ts';
import { supplyQuestions, type Supplier } from '../../server/features/quizzes/supply/supply-questions.ts';
import type { LessonAnalysis } from '../../server/language/analysis.ts';
import {
  composeSummary,
  type Summary,
  type SummaryRequest,
} from '../../server/features/summaries/compose/compose-summary.ts';
import { summarizeByModel } from '../../server/features/summaries/writer/summarize-by-model.ts';
import type { LessonText } from '../../server/language/lesson-text.ts';

/** Whoever writes questions and summaries: all are measured alike. */
export interface Writer {
  readonly name: string;
  /** Only the built-in composer is held to the gates: what a configured model does is not this project's fault. */
  readonly builtIn: boolean;
  /** @param analysis of the same lesson, to spare making it again; left out where time is taken */
  write(lesson: LessonText, request: ComposeRequest, analysis?: LessonAnalysis): Promise<Composition>;
  summarize(
    lesson: LessonText,
    request: SummaryRequest & { readonly length: SummaryLength },
  ): Promise<Pick<Summary, 'points'>>;
  /** What there is to say of all that it wrote, in a line. */
  tell?(): string;
}

export const builtInComposer: Writer = {
  name: 'built-in composer',
  builtIn: true,
  write: composeQuestions,
  summarize: (lesson, request) => composeSummary(lesson, request),
};

/**
 * A language model, with the composer filling up what it leaves: the sets that an instructor gets where one is configured.
 * All of the set is measured; `tell` says how much of it the model wrote.
 */
export function createModelWriter(generator: Supplier['generator']): Writer {
  let [ofModel, ofComposer, inputTokens, outputTokens] = [0, 0, 0, 0];
  const notes = new Map<string, number>();
  return {
    name: `language model ${generator.name}`,
    builtIn: false,
    async write(lesson, request, analysis) {
      const composition = await supplyQuestions(lesson, request, { generator }, analysis);
      const { writer } = composition;
      ofModel += writer.questions_of_model;
      ofComposer += writer.questions_of_composer;
      inputTokens += writer.input_tokens;
      outputTokens += writer.output_tokens;
      if (writer.note !== null) notes.set(writer.note, (notes.get(writer.note) ?? 0) + 1);
      return composition;
    },
    summarize: (lesson, request) => summarizeByModel(lesson, request, generator),
    tell: () =>
      [
        `The model wrote ${ofModel} questions and the composer ${ofComposer}; ${inputTokens} tokens read, ${outputTokens} written.`,
        ...[...notes].map(([note, count]) => `${count} times: ${note}`),
      ].join(' '),
  };
}
