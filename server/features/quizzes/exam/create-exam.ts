import { EXAM_VERSIONS, countQuestions } from '#contract/exam-cells.ts';
import type { CreatedExam, ExamBlueprint } from '#contract/exams.ts';
import { wordMessage } from '#contract/messages/catalogue.ts';
import { message } from '#contract/messages/make-message.ts';
import { ANSWER_STYLES, BLOOM_LEVELS, type QuestionSet } from '#contract/quizzes.ts';
import type { Actor } from '#server/actor.ts';
import { inTransaction, type Database } from '#server/database/database.ts';
import { createRandom, shuffle } from '#server/language/random.ts';
import { invalidField, ProblemError } from '#server/problem-error.ts';
import { insertQuestions, insertQuestionSet, updateQuestionSetRow } from '../question-set.store.ts';
import { getOwnQuestionSetRow, presentQuestionSet } from '../question-sets.ts';
import { seedOfJob } from '../seeds.ts';
import { placeKeys } from '../writer/select-questions.ts';
import { holdLessons, upsertBlueprint } from './exam.store.ts';
import type { ExamCandidate } from './fill-blueprint.ts';
import { checkBlueprint, planExam, readMaterial, type Needed } from './plan-exam.ts';

/**
 * Makes the versions of a blueprint: saved quizzes, each with its questions and answers in its own order. Where the banks lack
 * questions, they have fewer, and say so. The blueprint is kept with the course.
 * @throws {ProblemError} not_found, also for a lesson that is not of the course; validation_failed for a blueprint without name,
 *   lessons or questions; conflict when the banks have none that fits.
 */
export async function createExam(
  dependencies: Needed,
  actor: Actor,
  courseId: number,
  blueprint: ExamBlueprint,
): Promise<CreatedExam> {
  if (blueprint.name === '') throw invalidField('name', 'quiz_name_missing');
  if (blueprint.lesson_ids.length === 0) throw invalidField('lesson_ids', 'exam_lessons_missing');
  if (blueprint.cells.length === 0) throw invalidField('cells', 'exam_cells_missing');
  const material = await readMaterial(dependencies, actor, courseId);
  checkBlueprint(blueprint, material);
  const { plan, versions } = await planExam(dependencies, actor, material, blueprint);
  if (versions.some(({ chosen }) => chosen.length === 0)) throw new ProblemError('exam_without_questions');
  const sets = await inTransaction(dependencies.database, async (transaction) => {
    await upsertBlueprint(transaction, courseId, blueprint);
    const lessonIds = [...new Set(versions.flatMap(({ chosen }) => chosen.map((each) => each.lesson_id)))];
    const held = await holdLessons(transaction, lessonIds);
    if (held.length < lessonIds.length) throw new ProblemError('lesson_deleted');
    const made: QuestionSet[] = [];
    for (const [index, { chosen }] of versions.entries()) {
      const letter = versions.length === 1 ? '' : ` ${EXAM_VERSIONS[index] ?? ''}`;
      const id = await insertVersion(transaction, blueprint, chosen, `${blueprint.name}${letter}`);
      made.push(presentQuestionSet(await getOwnQuestionSetRow({ database: transaction }, actor, id)));
    }
    return made;
  });
  return { question_sets: sets, plan };
}

async function insertVersion(
  transaction: Database,
  { cells, lesson_ids: lessonIds }: ExamBlueprint,
  chosen: readonly ExamCandidate[],
  name: string,
): Promise<number> {
  const asked = countQuestions(cells);
  const reason = message('exam_short');
  const id = await insertQuestionSet(transaction, {
    // One lesson has the quiz in its list even if its questions go; the others have it as long as it asks about them.
    lesson_id: lessonIds.find((lessonId) => chosen.some((each) => each.lesson_id === lessonId)) ?? 0,
    job_id: null,
    name,
    answer_style: chosen.every(({ question }) => question.type === 'essay') ? 'essay' : 'multiple_choice',
    requested_outcomes: [...new Set(cells.flatMap(({ outcome }) => outcome ?? []))],
    shortfall:
      chosen.length < asked
        ? { asked, made: chosen.length, reason: wordMessage(reason), reason_coded: reason }
        : null,
  });
  await insertQuestions(transaction, id, arrange(chosen, seedOfJob(`exam ${id}`)));
  await updateQuestionSetRow(transaction, id, { name, saved_at: new Date() });
  return id;
}

/** Multiple choice before essays, lower levels before higher ones, and within a level in an order of this version alone. */
function arrange(chosen: readonly ExamCandidate[], seed: number) {
  const random = createRandom(seed);
  const questions = shuffle(chosen, random)
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map(({ question, lesson_id: lessonId, written_by: writtenBy }) => ({
      ...question,
      lesson_id: lessonId,
      written_by: writtenBy,
    }));
  return placeKeys(questions, random);
}

const placeOf = ({ question }: ExamCandidate): number =>
  ANSWER_STYLES.indexOf(question.type) * BLOOM_LEVELS.length + BLOOM_LEVELS.indexOf(question.blooms_taxonomy);
