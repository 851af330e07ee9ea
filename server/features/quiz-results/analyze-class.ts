import type { QuestionResult, QuizResults } from '#contract/quiz-results.ts';
import type { AskedQuestion, ClassResponses, Response, StudentResponses } from './class-responses.ts';
import { findWeaknesses, observedDifficulty, sizeOfSample } from './statistics/judge-question.ts';
import { quantile } from './statistics/moments.ts';
import { analyzeOptions, type ChosenOption } from './statistics/option-shares.ts';
import {
  coefficientAlpha,
  discrimination,
  facilityIndex,
  isDichotomous,
  scoreShare,
  summarizeScores,
  type ScoreMatrix,
} from './statistics/score-matrix.ts';

export interface AnalyzedClass {
  readonly counted: readonly StudentResponses[];
  readonly matrix: ScoreMatrix;
  readonly questions: readonly QuestionResult[];
}

/** Each student's first submitted attempt: a later one is easier, once the answers are known. */
const countsForStatistics = ({ attempt }: StudentResponses): boolean =>
  attempt.submitted_at !== null && attempt.attempt_number === 1;

export function analyzeClass({ questions, students }: ClassResponses): AnalyzedClass {
  const counted = students.filter(countsForStatistics);
  const matrix = {
    maximumPoints: questions.map(() => 1),
    students: counted.map(({ responses }) =>
      questions.map(({ question }) => responses.get(question.key)?.points ?? null),
    ),
  };
  return {
    counted,
    matrix,
    questions: questions.map((asked, index) => analyzeQuestion(asked, index, matrix, counted)),
  };
}

function analyzeQuestion(
  { question, versions, isCurrent }: AskedQuestion,
  index: number,
  matrix: ScoreMatrix,
  counted: readonly StudentResponses[],
): QuestionResult {
  const responses = counted
    .map((student) => student.responses.get(question.key))
    .filter((response): response is Response => response !== undefined);
  const answerCount = responses.filter(({ points }) => points !== null).length;
  const facility = facilityIndex(matrix, index);
  const isChoice = question.type === 'multiple_choice';
  const options = analyzeOptions(question.options.length, listChoices(question.key, index, matrix, counted));
  const keys = question.options.flatMap((option, place) => (option.is_correct ? [place] : []));
  const figures = {
    answers: answerCount,
    facility,
    discrimination: discrimination(matrix, index),
    options: isChoice ? options : null,
    key: keys.length === 1 ? (keys[0] ?? null) : null,
  };
  const noShares = { count: 0, stronger: null, weaker: null };
  const seconds = responses.filter(({ isAnswered }) => isAnswered).map((response) => response.seconds);
  return {
    key: question.key,
    question_id: question.question_id,
    lesson_id: question.lesson_id,
    text: question.text,
    type: question.type,
    blooms_taxonomy: question.blooms_taxonomy,
    outcome: question.outcome,
    evidence: question.evidence,
    versions: [...versions],
    is_current: isCurrent,
    answer_count: answerCount,
    ungraded_count: responses.length - answerCount,
    sample: sizeOfSample(answerCount),
    facility,
    discrimination: figures.discrimination,
    predicted_difficulty: question.difficulty,
    observed_difficulty: facility === null ? null : observedDifficulty(facility),
    median_seconds: quantile(seconds, 0.5) ?? null,
    options: question.options.map((option, place) => ({
      ...option,
      shares: options.options[place] ?? noShares,
    })),
    no_answer: isChoice ? options.noAnswer : null,
    groups: { size: options.groupSize, kind: options.groups },
    weaknesses: findWeaknesses(figures).map((weakness) => ({
      code: weakness.code,
      option: 'option' in weakness ? weakness.option : null,
    })),
  };
}

function listChoices(
  key: number,
  index: number,
  matrix: ScoreMatrix,
  counted: readonly StudentResponses[],
): ChosenOption[] {
  return counted.flatMap(({ responses }, student) => {
    const response = responses.get(key);
    const score = scoreShare(matrix, matrix.students[student] ?? [], index);
    // With a single question there is no other score; its options are counted all the same.
    return response === undefined ? [] : [{ option: response.choice, score: score ?? 0 }];
  });
}

/** The figures of the quiz as a whole. */
export function summarizeClass({
  counted,
  matrix,
}: AnalyzedClass): Pick<
  QuizResults,
  'scores' | 'reliability' | 'median_seconds' | 'sample' | 'counted_attempts'
> {
  const scores = summarizeScores(matrix);
  const coefficient = coefficientAlpha(matrix);
  const seconds = counted.flatMap(({ attempt }) => secondsOf(attempt) ?? []);
  return {
    counted_attempts: counted.length,
    sample: sizeOfSample(counted.length),
    scores: scores && {
      count: scores.count,
      mean: scores.mean,
      median: scores.median,
      standard_deviation: scores.standardDeviation,
      lowest: scores.lowest,
      highest: scores.highest,
      histogram: [...scores.histogram],
    },
    reliability:
      coefficient === null ? null : { coefficient, kind: isDichotomous(matrix) ? 'kr20' : 'alpha' },
    median_seconds: quantile(seconds, 0.5) ?? null,
  };
}

export const secondsOf = ({
  started_at: startedAt,
  submitted_at: submittedAt,
}: StudentResponses['attempt']): number | null =>
  submittedAt === null ? null : Math.max(0, Math.round((submittedAt.getTime() - startedAt.getTime()) / 1000));
