import type { DraftQuestion } from '../../../../contract/question-editing.ts';
import type { Flaw } from '../../../../contract/quizzes.ts';
import { checkItem, checkSet } from '../../../../items/checks/check-item.ts';
import type { CheckedItem } from '../../../../items/checks/checked-item.ts';
import { estimateDifficulty } from '../../../../items/difficulty/estimate-difficulty.ts';
import { findLevel } from '../../../../items/levels/find-level.ts';
import type { KeptQuestion } from './kept-question.ts';
import type { LessonMaterial } from './get-lesson-material.ts';

export const itemOf = ({ text, type, options, evidence }: KeptQuestion): CheckedItem => ({
  text,
  type,
  options,
  quote: evidence?.quote ?? null,
});

/** Each question, in order, with the flaws, level and difficulty that are found in it, alone and beside the others. */
export function assessQuestions(
  questions: readonly KeptQuestion[],
  material: LessonMaterial | undefined,
): DraftQuestion[] {
  const items = questions.map(itemOf);
  const flawsInSet = checkSet(items);
  return questions.map((question, index) => {
    const item = itemOf(question);
    const level = findLevel(item);
    const estimate = estimateDifficulty(item, level);
    return {
      ...question,
      level_found: level,
      difficulty_found: estimate.difficulty,
      difficulty_reason: estimate.reason,
      flaws: [...findFlaws(question, item, material), ...(flawsInSet[index] ?? [])],
    };
  });
}

function findFlaws(
  { evidence }: KeptQuestion,
  item: CheckedItem,
  material: LessonMaterial | undefined,
): Flaw[] {
  if (material === undefined) return checkItem(item);
  const passage = evidence === null ? undefined : material.passages.get(evidence.passage_id);
  // The words must stand in the passage that is named, not just anywhere in the lesson.
  const passages = passage === undefined ? [] : [passage.text];
  const flaws = checkItem(item, { passages });
  // Whoever writes by hand need not cite anything.
  return evidence === null ? flaws.filter(({ code }) => code !== 'evidence_not_verbatim') : flaws;
}
