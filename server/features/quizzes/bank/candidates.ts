import type {
  BankCandidate,
  EditCandidateRequest,
  QuestionsFromBankRequest,
} from '#contract/question-bank.ts';
import { EDITED_QUESTIONS_MAXIMUM } from '#contract/question-kinds.ts';
import type { QuestionSetWithQuestions } from '#contract/quizzes.ts';
import type { Actor } from '#server/actor.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { ownsCourse } from '#server/features/courses/course.policy.ts';
import { listLessonSections } from '#server/features/lessons/lesson-text.ts';
import type { LessonRow } from '#server/features/lessons/lesson.store.ts';
import { getOwnLesson } from '#server/features/lessons/lessons.ts';
import { fingerprintOf } from '#server/language/question-fingerprint.ts';
import { invalidField, notFound, ProblemError } from '#server/platform/problem-error.ts';
import { assessQuestion, findMaterial, keepCandidate, refuseTooLong } from '../editing/kept-questions.ts';
import { listKept } from '../editing/edit-questions.ts';
import {
  insertVersion,
  lockQuestionSet,
  raiseVersion,
  upsertDraft,
} from '../editing/question-editing.store.ts';
import {
  findStartedQuiz,
  holdLesson,
  insertQuestions,
  insertQuestionSet,
  type NewQuestion,
} from '../question-set.store.ts';
import { getOwnQuestionSet, getOwnQuestionSetRow } from '../question-sets.ts';
import type { WrittenQuestion } from '../writer/written-question.ts';
import { findCandidate, updateCandidate, listShownCandidates, type CandidateRow } from './candidate.store.ts';
import { announceBank, findUses, presentCandidate } from './read-bank.ts';

type Needed = Pick<Dependencies, 'database'>;
type OwnCandidate = NonNullable<Awaited<ReturnType<typeof findCandidate>>>;

/**
 * Changes a candidate as the instructor wants it. Flaws are found again, and do not prevent it.
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
  const material = await findMaterial(dependencies, actor, candidate, [question]);
  const { flaws } = assessQuestion(keepCandidate({ ...candidate, question }), material);
  await changeCandidate(dependencies, candidate, {
    question: { ...question, flaws },
    is_draft: false,
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
  const material = await findMaterial(dependencies, actor, candidate, [candidate.question]);
  if (material?.passages.has(candidate.question.evidence.passage_id) !== true) {
    throw new ProblemError('candidate_outdated');
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
  const lesson = await getOwnLesson(dependencies, actor, candidate.lesson_id);
  const uses = await findUses(dependencies.database, candidate.lesson_id, [candidate]);
  return presentCandidate(candidate, await listLessonSections(dependencies, lesson), uses);
}

function applyEdit(question: WrittenQuestion, request: EditCandidateRequest): WrittenQuestion {
  const { options } = request;
  if (question.type === 'essay') {
    if (options.length > 0) throw invalidField('options', 'essay_with_answers');
  } else if (options.length < 2) {
    throw invalidField('options', 'answers_too_few');
  } else if (options.filter((option) => option.is_correct).length !== 1) {
    throw invalidField('options', 'one_right_answer');
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

/**
 * Puts candidates, in the order given, into a new unsaved quiz, or appends them to one as its next version. Questions that
 * the quiz contains already are left out; a draft of it gets the new questions too.
 * @throws {ProblemError} not_found for another's lesson, quiz or candidate, and for a rejected one; validation_failed when
 *   the quiz would get too long.
 */
export async function putIntoQuiz(
  dependencies: Needed,
  actor: Actor,
  request: QuestionsFromBankRequest,
): Promise<QuestionSetWithQuestions> {
  return inTransaction(dependencies.database, async (transaction) => {
    const inside = { database: transaction };
    const lesson = await getOwnLesson(inside, actor, request.lesson_id);
    if (!(await holdLesson(transaction, lesson.id))) throw notFound('lesson');
    const candidates = await getCandidates(inside, request);
    const id =
      request.question_set_id === undefined
        ? await makeQuiz(inside, lesson, request, candidates)
        : await append(inside, actor, { lesson, id: request.question_set_id, candidates });
    await announceBank(transaction, lesson);
    return getOwnQuestionSet(inside, actor, id);
  });
}

async function getCandidates(
  { database }: Needed,
  { lesson_id: lessonId, candidate_ids: ids }: QuestionsFromBankRequest,
): Promise<CandidateRow[]> {
  const rows = await listShownCandidates(database, lessonId);
  const candidates = new Map(rows.map((row) => [row.id, row]));
  return [...new Set(ids)].map((id) => {
    const candidate = candidates.get(id);
    if (candidate === undefined) throw notFound('question');
    return candidate;
  });
}

async function makeQuiz(
  { database }: Needed,
  lesson: LessonRow,
  request: QuestionsFromBankRequest,
  candidates: readonly CandidateRow[],
): Promise<number> {
  if (candidates.length === 0 && request.name === undefined) {
    // A second empty quiz is the same one.
    const started = await findStartedQuiz(database, lesson.id);
    if (started !== undefined) return started;
  }
  const isEssay = candidates.length > 0 && candidates.every(({ question }) => question.type === 'essay');
  const id = await insertQuestionSet(database, {
    lesson_id: lesson.id,
    job_id: null,
    name: request.name ?? `Quiz: ${lesson.title}`.slice(0, 300),
    answer_style: isEssay ? 'essay' : 'multiple_choice',
    shortfall: null,
  });
  await insertQuestions(database, id, candidates.map(asNew));
  return id;
}

async function append(
  { database }: Needed,
  actor: Actor,
  { lesson, id, candidates }: { lesson: LessonRow; id: number; candidates: readonly CandidateRow[] },
): Promise<number> {
  await lockQuestionSet(database, id);
  const set = await getOwnQuestionSetRow({ database }, actor, id);
  if (set.lesson_id !== lesson.id) throw notFound('question_set');
  const { published, draft } = await listKept(database, set);
  const present = new Set(published.map(fingerprintOf));
  const added = candidates.filter(
    ({ question, fingerprint }) => !present.has(fingerprint) && !present.has(fingerprintOf(question)),
  );
  if (added.length === 0) return id;
  const longest = Math.max(published.length, draft?.questions.length ?? 0) + added.length;
  if (longest > EDITED_QUESTIONS_MAXIMUM) {
    throw invalidField('candidate_ids', 'questions_too_many', { maximum: EDITED_QUESTIONS_MAXIMUM });
  }
  const kept = added.map(keepCandidate);
  for (const present of [published, draft?.questions ?? []])
    refuseTooLong([...present, ...kept], 'candidate_ids');
  await insertVersion(database, id, set.version, published);
  await insertQuestions(database, id, added.map(asNew), published.length);
  await raiseVersion(database, id);
  if (draft !== undefined) {
    // A draft of the version before would be refused as outdated.
    await upsertDraft(database, id, {
      basedOnVersion: set.version + 1,
      questions: [...draft.questions, ...kept],
    });
  }
  return id;
}

const asNew = ({ question, written_by: writtenBy, is_draft: isDraft }: CandidateRow): NewQuestion => ({
  ...question,
  written_by: writtenBy,
  is_draft: isDraft,
});
