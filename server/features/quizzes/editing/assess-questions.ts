import { setImmediate } from 'node:timers/promises';
import type { DraftQuestion } from '../../../../contract/question-editing.ts';
import type { Flaw } from '../../../../contract/quizzes.ts';
import { checkItem, checkSetInSteps } from '../../../../items/checks/check-item.ts';
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

/** A hundred long questions take half a second; other requests are served in between. */
const SLICE_MILLISECONDS = 10;

/** Each question, in order, with the flaws, level and difficulty that are found in it, alone and beside the others. */
export async function assessQuestions(
  questions: readonly KeptQuestion[],
  material: LessonMaterial | undefined,
): Promise<DraftQuestion[]> {
  const flawsInSet = checkSetInSteps(questions.map(itemOf));
  const assessed: DraftQuestion[] = [];
  let sliceEnd = performance.now() + SLICE_MILLISECONDS;
  for (const question of questions) {
    if (performance.now() > sliceEnd) {
      await setImmediate();
      sliceEnd = performance.now() + SLICE_MILLISECONDS;
    }
    assessed.push(assessQuestion(question, material, (flawsInSet.next().value as Flaw[] | undefined) ?? []));
  }
  return assessed;
}

/** One question alone. @param flawsInSet what is found in it beside others. */
export function assessQuestion(
  question: KeptQuestion,
  material: LessonMaterial | undefined,
  flawsInSet: readonly Flaw[] = [],
): DraftQuestion {
  const item = itemOf(question);
  const level = findLevel(item);
  const estimate = estimateDifficulty(item, level);
  return {
    ...question,
    level_found: level,
    difficulty_found: estimate.difficulty,
    difficulty_reason: estimate.reason,
    flaws: [...findFlaws(question, item, material), ...flawsInSet],
  };
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
