import { PUBLISHED_OPTIONS_MINIMUM, type PublishRequest } from '../../../../contract/question-editing.ts';
import type { EditedQuestion } from '../../../../contract/question-editing.ts';
import type { FieldError } from '../../../../contract/problem.ts';
import type { QuestionSetWithQuestions } from '../../../../contract/quizzes.ts';
import { inTransaction } from '../../../database/database.ts';
import type { Actor, Dependencies } from '../../../ports.ts';
import { ProblemError } from '../../../problem-error.ts';
import { getOwnQuestionSet, getOwnQuestionSetRow } from '../get-own-question-set.ts';
import { insertQuestions } from '../question-set.store.ts';
import { assessQuestions } from './assess-questions.ts';
import { listKept, refuseConflict } from './edit-draft.ts';
import { findLessonMaterial } from './get-lesson-material.ts';
import { keepEdited } from './kept-question.ts';
import {
  deleteDraft,
  deleteQuestions,
  insertVersion,
  lockQuestionSet,
  raiseVersion,
} from './question-editing.store.ts';

/**
 * Puts edited questions in the place of the published ones, which are kept as a version; the draft is then done with.
 * Flaws are stored with the questions and hinder nothing.
 * @throws {ProblemError} not_found; validation_failed for questions that nobody could answer; conflict when the set was
 *   published, or its draft changed, since the editor saw them.
 */
export async function publishQuestions(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
  questionSetId: number,
  request: PublishRequest,
): Promise<QuestionSetWithQuestions> {
  const seen = await getOwnQuestionSetRow(dependencies, actor, questionSetId);
  const questions = request.questions.map(tidyQuestion);
  refuseUnanswerable(questions);
  const material = await findLessonMaterial(dependencies, actor, seen.lesson_id);
  return inTransaction(dependencies.database, async (transaction) => {
    const inside = { database: transaction };
    await lockQuestionSet(transaction, questionSetId);
    const set = await getOwnQuestionSetRow(inside, actor, questionSetId);
    await refuseConflict(transaction, set, request);
    const { published, draft } = await listKept(transaction, set);
    const kept = keepEdited(questions, material, [...published, ...(draft?.questions ?? [])]);
    await insertVersion(transaction, questionSetId, set.version, published);
    await deleteQuestions(transaction, questionSetId);
    await insertQuestions(transaction, questionSetId, await assessQuestions(kept, material));
    await raiseVersion(transaction, questionSetId);
    await deleteDraft(transaction, questionSetId);
    return getOwnQuestionSet(inside, actor, questionSetId);
  });
}

/** Without white space around texts, empty key points, and what belongs to the other type of question. */
function tidyQuestion(question: EditedQuestion): EditedQuestion {
  const { evidence } = question;
  const isEssay = question.type === 'essay';
  const rubric = question.rubric?.trim() ?? '';
  return {
    ...question,
    text: question.text.trim(),
    outcome: question.outcome?.trim() === '' ? null : (question.outcome?.trim() ?? null),
    options: isEssay ? [] : question.options.map((option) => ({ ...option, text: option.text.trim() })),
    explanation: question.explanation.trim(),
    evidence: evidence === null || evidence.quote.trim() === '' ? null : evidence,
    key_points: isEssay
      ? question.key_points.map((point) => point.trim()).filter((point) => point !== '')
      : [],
    rubric: isEssay && rubric !== '' ? rubric : null,
  };
}

function refuseUnanswerable(questions: readonly EditedQuestion[]): void {
  const errors = questions.flatMap(listGaps);
  if (questions.length === 0) errors.push({ field: 'questions', message: 'Keep at least one question.' });
  if (errors.length === 0) return;
  throw new ProblemError(
    'validation_failed',
    questions.length === 0
      ? 'A quiz needs a question. Add one, or delete the quiz.'
      : 'Some questions are not complete yet. Complete or delete them, then publish again.',
    { errors },
  );
}

function listGaps({ text, type, options }: EditedQuestion, index: number): FieldError[] {
  const field = `questions.${index}`;
  const errors: FieldError[] = [];
  if (text === '') errors.push({ field: `${field}.text`, message: 'Write the question.' });
  if (type === 'essay') return errors;
  if (options.length < PUBLISHED_OPTIONS_MINIMUM)
    errors.push({ field: `${field}.options`, message: 'Give at least two options.' });
  if (options.filter((option) => option.is_correct).length !== 1)
    errors.push({ field: `${field}.options`, message: 'Mark exactly one option as correct.' });
  for (const [place, option] of options.entries()) {
    if (option.text === '')
      errors.push({
        field: `${field}.options.${place}.text`,
        message: 'Write this option, or remove it.',
      });
  }
  return errors;
}
