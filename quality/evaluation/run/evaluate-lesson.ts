import type { JudgeAnswers } from '#server/ai/answer-judge.ts';
import type { SummaryLength } from '#contract/lessons.ts';
import type { BloomLevel } from '#server/features/quizzes/writer/compose/composed-question.ts';
import { analyzeLesson } from '#server/language/analysis.ts';
import type { Embed } from '#server/language/lesson-text.ts';
import { makeRuler, measureQuestions } from '../measures/measure-questions.ts';
import { measureSummary, type SummaryFigures } from '../measures/measure-summary.ts';
import { addTallies, type QuestionTally } from '../measures/question-tally.ts';
import type { EvaluationLesson } from '../reading/evaluation-lesson.ts';
import type { Writer } from './writer.ts';

export const ASKED_LEVELS = ['remember', 'understand', 'apply', 'analyze'] as const satisfies BloomLevel[];
const ASKED_AT_ONE_LEVEL = 5;

/** What one writer makes of one lesson; each tally over all seeds. */
export interface LessonFigures {
  readonly lesson: EvaluationLesson;
  readonly ten: QuestionTally;
  readonly thirty: QuestionTally;
  readonly essaysTen: QuestionTally;
  readonly essaysThirty: QuestionTally;
  /** Five multiple-choice questions asked for at each level alone. */
  readonly levels: ReadonlyMap<BloomLevel, QuestionTally>;
}

/** Has a writer write on a lesson in every way that is measured. */
export async function evaluateLesson(
  lesson: EvaluationLesson,
  writer: Writer,
  seeds: readonly number[],
  models: { readonly embed: Embed; readonly judge: JudgeAnswers },
): Promise<LessonFigures> {
  const analysis = analyzeLesson(lesson.text);
  const ruler = makeRuler(lesson.name, lesson.text, analysis);
  const measure = async (
    count: number,
    answerStyle: 'multiple_choice' | 'essay',
    level?: BloomLevel,
  ): Promise<QuestionTally> => {
    const tallies: QuestionTally[] = [];
    for (const seed of seeds) {
      const levels = level === undefined ? {} : { levels: [level] };
      const request = { count, answerStyle, seed, ...models, ...levels };
      const { questions } = await writer.write(lesson.text, request);
      tallies.push(measureQuestions(questions, count, ruler));
    }
    return addTallies(tallies);
  };
  const levels = new Map<BloomLevel, QuestionTally>();
  for (const level of ASKED_LEVELS)
    levels.set(level, await measure(ASKED_AT_ONE_LEVEL, 'multiple_choice', level));
  return {
    lesson,
    ten: await measure(10, 'multiple_choice'),
    thirty: await measure(30, 'multiple_choice'),
    essaysTen: await measure(10, 'essay'),
    essaysThirty: await measure(30, 'essay'),
    levels,
  };
}

/** A writer's summary of a lesson in one of the lengths, measured. */
export async function evaluateSummary(
  lesson: EvaluationLesson,
  length: SummaryLength,
  writer: Writer,
  models: { readonly embed: Embed; readonly judge: JudgeAnswers },
): Promise<SummaryFigures> {
  const summary = await writer.summarize(lesson.text, { ...models, length });
  return measureSummary(summary, lesson, models.embed);
}
