import { message } from '#contract/messages/make-message.ts';
import type { Message } from '#contract/messages/message.ts';
import type { GenerateQuestionsRequest } from '#contract/quizzes.ts';

/** Says how many good questions Lectern could write, and what to do, if fewer than requested. It does not judge the lesson. */
export function explainFew(
  made: number,
  { difficulty = 'mixed', criteria }: Pick<GenerateQuestionsRequest, 'difficulty' | 'criteria'> = {},
): Message {
  if (criteria === 'outcomes') return message('questions_few_for_outcomes');
  if (difficulty !== 'mixed') {
    const params = { difficulty: message(`question_difficulty_${difficulty}`) };
    if (made > 1) return message('questions_few_of_difficulty', { ...params, count: made });
    return message(made === 1 ? 'questions_one_of_difficulty' : 'questions_none_of_difficulty', params);
  }
  if (made > 1) return message('questions_few', { count: made });
  return message(made === 1 ? 'questions_one' : 'questions_none');
}
