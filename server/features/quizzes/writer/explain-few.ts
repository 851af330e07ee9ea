import { message } from '#contract/messages/make-message.ts';
import type { Message } from '#contract/messages/message.ts';
import type { Difficulty } from '#contract/quizzes.ts';

interface Few {
  /** How many good questions there are. */
  readonly made: number;
  /** Whether no language model wrote them. */
  readonly isByRules: boolean;
  readonly difficulty?: Difficulty | undefined;
}

/** How many good questions Lectern could write, for the instructor who wanted more, and what to do. It says nothing about the lesson. */
export function explainFew({ made, isByRules, difficulty }: Few): Message {
  if (difficulty !== undefined) {
    const params = { difficulty: message(`question_difficulty_${difficulty}`) };
    if (made > 1) return message('questions_few_of_difficulty', { ...params, count: made });
    return message(made === 1 ? 'questions_one_of_difficulty' : 'questions_none_of_difficulty', params);
  }
  const suffix = isByRules ? '_without_model' : '';
  if (made > 1) return message(`questions_few${suffix}`, { count: made });
  return message(made === 1 ? `questions_one${suffix}` : `questions_none${suffix}`);
}
