import type { Question, QuestionSet, QuestionSetWithQuestions } from '../../../contract/quizzes.ts';
import type { CheckedItem } from '../../../items/checks/checked-item.ts';
import { estimateDifficulty } from '../../../items/difficulty/estimate-difficulty.ts';
import { findLevel } from '../../../items/levels/find-level.ts';
import type { Actor, Dependencies } from '../../ports.ts';
import { notFound } from '../../problem-error.ts';
import { ownsCourse } from '../courses/course.policy.ts';
import {
  findQuestionSet,
  listQuestions,
  type QuestionRow,
  type QuestionSetRow,
} from './question-set.store.ts';

/** @throws {ProblemError} not_found, also for a set of somebody else's lesson. */
export async function getOwnQuestionSetRow(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
  id: number,
): Promise<QuestionSetRow> {
  const set = await findQuestionSet(dependencies.database, id);
  if (set === undefined || !ownsCourse(actor, set)) throw notFound('question set');
  return set;
}

/** With its published questions. @throws {ProblemError} not_found, as {@link getOwnQuestionSetRow}. */
export async function getOwnQuestionSet(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
  id: number,
): Promise<QuestionSetWithQuestions> {
  const set = await getOwnQuestionSetRow(dependencies, actor, id);
  const questions = await listQuestions(dependencies.database, id);
  return {
    question_set: presentQuestionSet(set),
    questions: questions.map(presentQuestion),
    shortfall: set.shortfall,
    writer: set.writer,
  };
}

/** With the level and difficulty that are found in it now, by rules that its writer does not know. */
export function presentQuestion(question: QuestionRow): Question {
  const item: CheckedItem = { ...question, quote: question.evidence?.quote ?? null };
  const level = findLevel(item);
  return {
    id: question.id,
    text: question.text,
    type: question.type,
    blooms_taxonomy: question.blooms_taxonomy,
    level_found: level,
    difficulty: question.difficulty,
    difficulty_reason: estimateDifficulty(item, level).reason,
    outcome: question.outcome_short_name === null ? null : { short_name: question.outcome_short_name },
    options: question.options.map(({ id: optionId, text, is_correct: isCorrect }) => ({
      id: optionId,
      text,
      is_correct: isCorrect,
    })),
    explanation: question.explanation,
    evidence: question.evidence,
    flaws: question.flaws,
    key_points: question.key_points,
    rubric: question.rubric,
    written_by: question.written_by,
  };
}

export const presentQuestionSet = (set: QuestionSetRow): QuestionSet => ({
  id: set.id,
  name: set.name,
  answer_style: set.answer_style,
  question_count: set.question_count,
  created_at: set.created_at.toISOString(),
  lesson_id: set.lesson_id,
  saved_at: set.saved_at?.toISOString() ?? null,
  version: set.version,
  has_draft: set.has_draft,
});
