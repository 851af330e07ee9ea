import { wordMessage } from '#contract/messages/catalogue.ts';
import type { SummaryLength } from '#contract/lessons.ts';
import type { ObjectGenerator } from '#server/ai/text-generator.ts';
import type { ComposedQuestion } from '#server/features/quizzes/writer/compose/composed-question.ts';
import { selectQuestions } from '#server/features/quizzes/writer/select-questions.ts';
import { writeCandidates } from '#server/features/quizzes/writer/write-candidates.ts';
import type {
  WriteCandidatesRequest,
  WriterReport,
  WrittenCandidate,
} from '#server/features/quizzes/writer/written-candidate.ts';
import {
  composeSummary,
  type Summary,
  type SummaryRequest,
} from '#server/features/summaries/compose/compose-summary.ts';
import { summarizeByModel } from '#server/features/summaries/writer/summarize-by-model.ts';
import type { LessonText } from '#server/language/lesson-text.ts';
import { listSections, sectionOfPassages } from '#server/language/list-sections.ts';

/** A quiz as an instructor requests it. */
export type QuizRequest = Pick<
  WriteCandidatesRequest,
  'count' | 'answerStyle' | 'levels' | 'seed' | 'embed' | 'judge' | 'signal'
>;

export interface WrittenQuiz {
  readonly questions: readonly ComposedQuestion[];
  /** What the instructor is told where there are fewer than requested; null where there are not. */
  readonly note: string | null;
}

/** Whoever writes questions and summaries: all are measured alike. */
export interface Writer {
  readonly name: string;
  /** Only the built-in composer is held to the gates: what a configured model does is not this project's fault. */
  readonly builtIn: boolean;
  write(lesson: LessonText, request: QuizRequest): Promise<WrittenQuiz>;
  summarize(
    lesson: LessonText,
    request: SummaryRequest & { readonly length: SummaryLength },
  ): Promise<Pick<Summary, 'points'>>;
  /** What there is to say of all that it wrote, in a line. */
  tell?(): string;
}

/** A bank holds more than a quiz takes, so that the best can be drawn. */
const CANDIDATES_PER_QUESTION = 1.8;

/** Candidates as they would come into the lesson's bank, and the quiz that is drawn from it: the path that ships. */
async function writeQuiz(
  lesson: LessonText,
  request: QuizRequest,
  generator: ObjectGenerator | null,
): Promise<WrittenQuiz & { readonly drawn: readonly WrittenCandidate[]; readonly report: WriterReport }> {
  const { count } = request;
  const sections = sectionOfPassages(listSections(lesson.passages));
  const candidates: (WrittenCandidate & { section: number })[] = [];
  const report = await writeCandidates(lesson, {
    ...request,
    count: Math.ceil(count * CANDIDATES_PER_QUESTION),
    avoid: [],
    generator,
    onCandidate: (candidate) => {
      const section = sections.get(candidate.question.evidence.passage_id) ?? 0;
      candidates.push({ ...candidate, section });
      return Promise.resolve();
    },
  });
  const drawn = selectQuestions(candidates, request);
  return {
    drawn,
    questions: drawn.map(({ question }) => question),
    note:
      drawn.length >= count
        ? null
        : report.note === null
          ? 'The checks passed fewer questions.'
          : wordMessage(report.note),
    report,
  };
}

export const builtInComposer: Writer = {
  name: 'built-in composer',
  builtIn: true,
  write: (lesson, request) => writeQuiz(lesson, request, null),
  summarize: (lesson, request) => composeSummary(lesson, request),
};

/** A language model as an instructor gets it. */
export function createModelWriter(generator: ObjectGenerator): Writer {
  let [ofModel, ofRules, inputTokens, outputTokens] = [0, 0, 0, 0];
  const notes = new Map<string, number>();
  return {
    name: `language model ${generator.name}`,
    builtIn: false,
    async write(lesson, request) {
      const { drawn, questions, note, report } = await writeQuiz(lesson, request, generator);
      ofModel += drawn.filter(({ writtenBy }) => writtenBy !== 'composer').length;
      ofRules += drawn.filter(({ writtenBy }) => writtenBy === 'composer').length;
      inputTokens += report.inputTokens;
      outputTokens += report.outputTokens;
      if (report.note !== null) {
        const words = wordMessage(report.note);
        notes.set(words, (notes.get(words) ?? 0) + 1);
      }
      return { questions, note };
    },
    summarize: (lesson, request) =>
      generator.statementWriter !== undefined
        ? composeSummary(lesson, request)
        : summarizeByModel(lesson, request, generator),
    tell: () =>
      [
        `The model wrote ${ofModel} questions and the rules ${ofRules}; ${inputTokens} tokens read, ${outputTokens} written.`,
        ...[...notes].map(([note, count]) => `${count} times: ${note}`),
      ].join(' '),
  };
}
