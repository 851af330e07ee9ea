import { z } from 'zod';
import { draftQuestion, type EditedQuestion } from '../../../../contract/question-editing.ts';
import type { Evidence } from '../../../../contract/evidence.ts';
import { evidenceOfPassage } from '../../../language/evidence-of-passage.ts';
import type { ComposedQuestion } from '../writer/compose/composed-question.ts';
import type { QuestionRow } from '../question-set.store.ts';
import type { LessonMaterial } from './get-lesson-material.ts';

/** A question as drafts and versions keep it: with its evidence in full, without what the checker finds. */
export const keptQuestion = draftQuestion.omit({
  level_found: true,
  difficulty_found: true,
  difficulty_reason: true,
  flaws: true,
});
export type KeptQuestion = z.infer<typeof keptQuestion>;

export const keptQuestions = z.array(keptQuestion);

/** A published question. */
export const keepPublished = (row: QuestionRow): KeptQuestion => ({
  id: row.id,
  text: row.text,
  type: row.type,
  blooms_taxonomy: row.blooms_taxonomy,
  difficulty: row.difficulty,
  outcome: row.outcome_short_name,
  options: row.options.map(({ text, is_correct: isCorrect }) => ({ text, is_correct: isCorrect })),
  explanation: row.explanation,
  evidence: row.evidence,
  key_points: row.key_points,
  rubric: row.rubric,
  written_by: row.written_by,
});

/** A question that was made just now. */
export const keepComposed = (
  question: ComposedQuestion,
  writtenBy: KeptQuestion['written_by'],
): KeptQuestion => ({
  id: null,
  text: question.text,
  type: question.type,
  blooms_taxonomy: question.blooms_taxonomy,
  difficulty: question.difficulty,
  outcome: question.outcome,
  options: [...question.options],
  explanation: question.explanation,
  evidence: question.evidence,
  key_points: [...question.key_points],
  rubric: question.rubric,
  written_by: writtenBy,
});

/**
 * Questions that an instructor edited. Page and seconds of their evidence are looked up in the lesson.
 * @param known what was kept of the set until now: only its ids are ids, and evidence that the lesson no longer holds
 *   stays as it was there.
 */
export function keepEdited(
  questions: readonly EditedQuestion[],
  material: LessonMaterial | undefined,
  known: readonly KeptQuestion[],
): KeptQuestion[] {
  const ids = new Set(known.map(({ id }) => id));
  const knownEvidence = known.flatMap(({ evidence }) => evidence ?? []);
  return questions.map(({ id = null, evidence, ...question }) => {
    const isOfSet = id !== null && ids.delete(id);
    return {
      ...question,
      id: isOfSet ? id : null,
      evidence: evidence === null ? null : placeEvidence(evidence, material, knownEvidence),
    };
  });
}

function placeEvidence(
  { quote, passage_id: passageId }: Pick<Evidence, 'quote' | 'passage_id'>,
  material: LessonMaterial | undefined,
  known: readonly Evidence[],
): Evidence {
  const passage = material?.passages.get(passageId);
  if (material !== undefined && passage !== undefined && quote !== '' && passage.text.includes(quote)) {
    return material.timeEvidence(evidenceOfPassage(passage, quote));
  }
  const same = known.find((evidence) => evidence.passage_id === passageId && evidence.quote === quote);
  if (same !== undefined) return same;
  return passage === undefined
    ? { quote, passage_id: passageId, page: null, start_second: null, end_second: null }
    : evidenceOfPassage(passage, quote);
}
