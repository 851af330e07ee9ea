import type { BankCandidate } from '../../../contract/question-bank.ts';
import type { AnswerStyle, BloomLevel, Difficulty } from '../../../contract/quizzes.ts';

/** What the quiz form asks for, as far as ready questions can answer it. */
export interface QuizChoices {
  readonly answerStyle: AnswerStyle;
  /** None: any level. */
  readonly levels: readonly BloomLevel[];
  readonly difficulty: Difficulty | 'mixed';
}

export interface QuizFit {
  readonly count: number;
  readonly byDifficulty: readonly { readonly difficulty: Difficulty; readonly count: number }[];
  readonly byLevel: readonly { readonly level: BloomLevel; readonly count: number }[];
}

const DIFFICULTIES: readonly Difficulty[] = ['easy', 'medium', 'hard'];
const LEVELS: readonly BloomLevel[] = ['remember', 'understand', 'apply', 'analyze', 'evaluate', 'create'];

/** How many ready questions a quiz can be drawn from, by level and difficulty. */
export function measureFit(candidates: readonly BankCandidate[], choices: QuizChoices): QuizFit {
  const fitting = candidates.filter(
    ({ type, blooms_taxonomy: level, difficulty }) =>
      type === choices.answerStyle &&
      (choices.levels.length === 0 || choices.levels.includes(level)) &&
      (choices.difficulty === 'mixed' || choices.difficulty === difficulty),
  );
  const countOf = (isCounted: (candidate: BankCandidate) => boolean): number =>
    fitting.filter(isCounted).length;
  return {
    count: fitting.length,
    byDifficulty: DIFFICULTIES.map((difficulty) => ({
      difficulty,
      count: countOf((candidate) => candidate.difficulty === difficulty),
    })).filter(({ count }) => count > 0),
    byLevel: LEVELS.map((level) => ({
      level,
      count: countOf((candidate) => candidate.blooms_taxonomy === level),
    })).filter(({ count }) => count > 0),
  };
}
