import type { QuestionsFromBankRequest } from '../../../../contract/question-bank.ts';
import { EDITED_QUESTIONS_MAXIMUM } from '../../../../contract/question-editing.ts';
import type { QuestionSetWithQuestions } from '../../../../contract/quizzes.ts';
import { inTransaction } from '../../../database/database.ts';
import type { Actor, Dependencies } from '../../../ports.ts';
import { invalidField, notFound } from '../../../problem-error.ts';
import { getOwnLesson } from '../../lessons/get-own-lesson.ts';
import type { LessonRow } from '../../lessons/lesson.store.ts';
import { listKept } from '../editing/edit-draft.ts';
import { keepComposed } from '../editing/kept-question.ts';
import {
  insertVersion,
  lockQuestionSet,
  raiseVersion,
  upsertDraft,
} from '../editing/question-editing.store.ts';
import { getOwnQuestionSet, getOwnQuestionSetRow } from '../get-own-question-set.ts';
import { holdLesson, insertQuestions, insertQuestionSet } from '../question-set.store.ts';
import { announceBank } from './announce-bank.ts';
import { listCandidates, type CandidateRow } from './candidate.store.ts';
import { fingerprintOf } from './fingerprint.ts';

type Needed = Pick<Dependencies, 'database'>;

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
  const candidates = new Map((await listCandidates(database, lessonId)).map((row) => [row.id, row]));
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
  const isEssay = candidates.every(({ question }) => question.type === 'essay');
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
  if (set.lesson_id !== lesson.id) throw notFound('question set');
  const { published, draft } = await listKept(database, set);
  const present = new Set(published.map(fingerprintOf));
  const added = candidates.filter(
    ({ question, fingerprint }) => !present.has(fingerprint) && !present.has(fingerprintOf(question)),
  );
  if (added.length === 0) return id;
  const longest = Math.max(published.length, draft?.questions.length ?? 0) + added.length;
  if (longest > EDITED_QUESTIONS_MAXIMUM) {
    throw invalidField(
      'candidate_ids',
      `A quiz can have a maximum of ${EDITED_QUESTIONS_MAXIMUM} questions.`,
    );
  }
  await insertVersion(database, id, set.version, published);
  await insertQuestions(database, id, added.map(asNew), published.length);
  await raiseVersion(database, id);
  if (draft !== undefined) {
    const drafted = added.map(({ question, written_by: by }) => keepComposed(question, by));
    // A draft of the version before would be refused as outdated.
    await upsertDraft(database, id, set.version + 1, [...draft.questions, ...drafted]);
  }
  return id;
}

const asNew = ({ question, written_by: writtenBy }: CandidateRow) => ({ ...question, written_by: writtenBy });
