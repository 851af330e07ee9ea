import type { BankCandidate, EditCandidateRequest } from '../../../../contract/question-bank.ts';
import { inTransaction } from '../../../database/database.ts';
import { listSections } from '../../../language/list-sections.ts';
import type { Actor, Dependencies } from '../../../ports.ts';
import { invalidField, notFound, ProblemError } from '../../../problem-error.ts';
import { ownsCourse } from '../../courses/course.policy.ts';
import { getLessonText } from '../../lessons/get-lesson-text.ts';
import { assessQuestion } from '../editing/assess-questions.ts';
import { prepareMaterial } from '../editing/get-lesson-material.ts';
import { keepComposed } from '../editing/kept-question.ts';
import type { ComposedQuestion } from '../writer/compose/composed-question.ts';
import { announceBank } from './announce-bank.ts';
import { findCandidate, listUsedQuestions, updateCandidate } from './candidate.store.ts';
import { indexUses, presentCandidate } from './present-candidate.ts';

type Needed = Pick<Dependencies, 'database'>;
type OwnCandidate = NonNullable<Awaited<ReturnType<typeof findCandidate>>>;

/**
 * Changes a candidate as the instructor wants it. Flaws are found again, and hinder nothing.
 * @throws {ProblemError} not_found, also for a rejected candidate; validation_failed for one that could not be answered.
 */
export async function editCandidate(
  dependencies: Needed,
  actor: Actor,
  id: number,
  request: EditCandidateRequest,
): Promise<BankCandidate> {
  const candidate = await getOwnCandidate(dependencies, actor, id);
  if (candidate.is_rejected) throw notFound('question');
  const question = applyEdit(candidate.question, request);
  const { text, timeEvidence } = await getLessonText(dependencies, candidate.lesson_id);
  const kept = keepComposed(question, candidate.written_by);
  const { flaws } = assessQuestion(kept, prepareMaterial({ text, timeEvidence }));
  await changeCandidate(dependencies, candidate, {
    question: { ...question, flaws },
    edited_at: new Date(),
  });
  return presentOwn(dependencies, actor, id);
}

/** Takes a candidate out of the bank for good: it is not written again. @throws {ProblemError} not_found. */
export async function rejectCandidate(dependencies: Needed, actor: Actor, id: number): Promise<void> {
  const candidate = await getOwnCandidate(dependencies, actor, id);
  await changeCandidate(dependencies, candidate, { is_rejected: true });
}

/**
 * Undoes a rejection.
 * @throws {ProblemError} not_found; conflict when the lesson got a text without the words that the question is based on.
 */
export async function restoreCandidate(
  dependencies: Needed,
  actor: Actor,
  id: number,
): Promise<BankCandidate> {
  const candidate = await getOwnCandidate(dependencies, actor, id);
  const { text } = await getLessonText(dependencies, candidate.lesson_id);
  if (text.passages.every((passage) => passage.id !== candidate.question.evidence.passage_id)) {
    throw new ProblemError(
      'conflict',
      'The lesson’s text changed, and the words that this question is based on are no longer in it.',
    );
  }
  await changeCandidate(dependencies, candidate, { is_rejected: false });
  return presentOwn(dependencies, actor, id);
}

async function getOwnCandidate(dependencies: Needed, actor: Actor, id: number): Promise<OwnCandidate> {
  const candidate = await findCandidate(dependencies.database, id);
  if (candidate === undefined || !ownsCourse(actor, candidate)) throw notFound('question');
  return candidate;
}

const changeCandidate = (
  { database }: Needed,
  candidate: OwnCandidate,
  change: Parameters<typeof updateCandidate>[2],
): Promise<void> =>
  inTransaction(database, async (transaction) => {
    await updateCandidate(transaction, candidate.id, change);
    await announceBank(transaction, {
      id: candidate.lesson_id,
      course_id: candidate.course_id,
      instructor_id: candidate.instructor_id,
    });
  });

async function presentOwn(dependencies: Needed, actor: Actor, id: number): Promise<BankCandidate> {
  const candidate = await getOwnCandidate(dependencies, actor, id);
  const { text } = await getLessonText(dependencies, candidate.lesson_id);
  const uses = indexUses(await listUsedQuestions(dependencies.database, candidate.lesson_id));
  return presentCandidate(candidate, listSections(text.passages), uses);
}

function applyEdit(question: ComposedQuestion, request: EditCandidateRequest): ComposedQuestion {
  const { options } = request;
  if (question.type === 'essay') {
    if (options.length > 0) throw invalidField('options', 'An essay question has no answers to choose from.');
  } else if (options.length < 2) {
    throw invalidField('options', 'Give at least two answers.');
  } else if (options.filter((option) => option.is_correct).length !== 1) {
    throw invalidField('options', 'Mark exactly one answer as right.');
  }
  return {
    ...question,
    text: request.text,
    options,
    explanation: request.explanation?.trim() ?? question.explanation,
    blooms_taxonomy: request.blooms_taxonomy ?? question.blooms_taxonomy,
    difficulty: request.difficulty ?? question.difficulty,
  };
}
