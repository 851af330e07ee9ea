import type { SummaryLength } from '../../contract/lessons.ts';
import type { ObjectGenerator } from '../../server/ai/text-generator.ts';
import { composeQuestions } from '../../server/features/quizzes/compose/compose-questions.ts';
import type { ComposeRequest, Composition } from '../../server/features/quizzes/compose/composed-question.ts';
import { selectQuestions } from '../../server/features/quizzes/writer/select-questions.ts';
import {
  writeCandidates,
  type WrittenCandidate,
} from '../../server/features/quizzes/writer/write-candidates.ts';
import {
  composeSummary,
  type Summary,
  type SummaryRequest,
} from '../../server/features/summaries/compose/compose-summary.ts';
import { summarizeByModel } from '../../server/features/summaries/writer/summarize-by-model.ts';
import type { LessonAnalysis } from '../../server/language/analysis.ts';
import type { LessonText } from '../../server/language/lesson-text.ts';
import { listSections, sectionOfPassages } from '../../server/language/list-sections.ts';

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

/** A bank holds more than a quiz takes, so that the best can be drawn. */
const CANDIDATES_PER_QUESTION = 1.8;

/** A language model as an instructor gets it: candidates for the lesson's bank, of which the quiz is drawn. */
export function createModelWriter(generator: ObjectGenerator): Writer {
  let [ofModel, ofRules, inputTokens, outputTokens] = [0, 0, 0, 0];
  const notes = new Map<string, number>();
  return {
    name: `language model ${generator.name}`,
    builtIn: false,
    async write(lesson, { count, taxonomyLevels: levels, ...request }) {
      const sections = sectionOfPassages(listSections(lesson.passages));
      const candidates: (WrittenCandidate & { section: number })[] = [];
      const asked = levels === undefined ? request : { ...request, levels };
      const report = await writeCandidates(lesson, {
        ...(request.difficulty === undefined || request.difficulty === 'mixed'
          ? {}
          : { difficulty: request.difficulty }),
        ...(levels === undefined ? {} : { levels }),
        ...(request.sections === undefined ? {} : { sections: request.sections }),
        answerStyle: request.answerStyle,
        count: Math.ceil(count * CANDIDATES_PER_QUESTION),
        avoid: [],
        seed: request.seed,
        generator,
        embed: request.embed,
        judgeItems: request.judgeItems,
        signal: request.signal,
        onCandidate: (candidate) => {
          const section = sections.get(candidate.question.evidence.passage_id) ?? 0;
          candidates.push({ ...candidate, section });
          return Promise.resolve();
        },
      });
      const drawn = selectQuestions(candidates, { ...asked, count });
      ofModel += drawn.filter(({ writtenBy }) => writtenBy === 'language_model').length;
      ofRules += drawn.filter(({ writtenBy }) => writtenBy === 'composer').length;
      inputTokens += report.inputTokens;
      outputTokens += report.outputTokens;
      if (report.note !== null) notes.set(report.note, (notes.get(report.note) ?? 0) + 1);
      const questions = drawn.map(({ question }) => question);
      if (questions.length >= count) return { questions };
      const reason = report.note ?? 'The checks passed fewer questions.';
      return { questions, shortfall: { asked: count, made: questions.length, reason } };
    },
    summarize: (lesson, request) =>
      generator.readsOnly === true
        ? composeSummary(lesson, request)
        : summarizeByModel(lesson, request, generator),
    tell: () =>
      [
        `The model wrote ${ofModel} questions and the rules ${ofRules}; ${inputTokens} tokens read, ${outputTokens} written.`,
        ...[...notes].map(([note, count]) => `${count} times: ${note}`),
      ].join(' '),
  };
}
