import { createHash } from 'node:crypto';
import {
  countMinutes,
  countQuestions,
  EXAM_LESSONS_MAXIMUM,
  EXAM_NAME_MAXIMUM_LENGTH,
  EXAM_VERSIONS,
  keyOfCell,
} from '#contract/exam-cells.ts';
import { USUAL_MINUTES, type BlueprintCell, type ExamBlueprint, type ExamPlan } from '#contract/exams.ts';
import type { ExportedBlueprint } from '#contract/account-export.ts';
import type { Course, Outcome } from '#contract/courses.ts';
import type { Actor } from '#server/actor.ts';
import { inTransaction } from '#server/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { getOwnCourse, presentCourse } from '#server/features/courses/courses.ts';
import type { LessonRow } from '#server/features/lessons/lesson.store.ts';
import { listLessons } from '#server/features/lessons/lessons.ts';
import { invalidField, notFound } from '#server/problem-error.ts';
import { listUsedQuestions } from '../bank/candidate.store.ts';
import { hashOutcomes } from '../bank/match-bank-outcomes.ts';
import type { QuestionBankRow } from '../bank/question-bank.store.ts';
import { indexUses, usesOf } from '../bank/read-bank.ts';
import { matchOutcomesJob } from './exam.jobs.ts';
import {
  countReady,
  findBlueprint,
  listBanks,
  listBlueprintsOf,
  listCandidatesLike,
  upsertBlueprint,
  type ReadyCount,
} from './exam.store.ts';
import { fillBlueprint, type ExamCandidate, type FilledVersion } from './fill-blueprint.ts';
import { findSupplyingLessons } from './find-supplying-lessons.ts';

export type Needed = Pick<Dependencies, 'database' | 'jobs' | 'config'>;

/** What an exam of the course can be made of. */
interface Material {
  readonly course: Course;
  /** Those that can have questions, in the order of the course. */
  readonly lessons: readonly LessonRow[];
  readonly banks: ReadonlyMap<number, QuestionBankRow>;
  readonly ready: readonly ReadyCount[];
}

/**
 * The blueprint that is kept with the course, or an empty one over all its lessons, and what it gives now.
 * @throws {ProblemError} not_found.
 */
export async function getExamPlan(dependencies: Needed, actor: Actor, courseId: number): Promise<ExamPlan> {
  const material = await readMaterial(dependencies, actor, courseId);
  const kept = await findBlueprint(dependencies.database, courseId);
  const blueprint = kept === undefined ? makeBlueprint(material) : fitBlueprint(kept, material);
  return (await planExam(dependencies, actor, material, blueprint)).plan;
}

/**
 * Keeps a blueprint with the course.
 * @throws {ProblemError} not_found, also for a lesson that is not of the course; validation_failed for an outcome that it lacks.
 */
export async function saveBlueprint(
  dependencies: Needed,
  actor: Actor,
  courseId: number,
  blueprint: ExamBlueprint,
): Promise<ExamPlan> {
  const material = await readMaterial(dependencies, actor, courseId);
  checkBlueprint(blueprint, material);
  await upsertBlueprint(dependencies.database, courseId, blueprint);
  return (await planExam(dependencies, actor, material, blueprint)).plan;
}

export async function readMaterial(
  { database }: Pick<Dependencies, 'database'>,
  actor: Actor,
  courseId: number,
): Promise<Material> {
  const course = presentCourse(await getOwnCourse({ database }, actor, courseId));
  // No questions are prepared about a syllabus.
  const lessons = (await listLessons({ database }, actor, courseId)).filter(
    ({ type }) => type !== 'syllabus',
  );
  const ids = lessons.map(({ id }) => id);
  const banks = new Map((await listBanks(database, ids)).map((bank) => [bank.lesson_id, bank]));
  return { course, lessons, banks, ready: await countReady(database, ids) };
}

const makeBlueprint = ({ course, lessons }: Material): ExamBlueprint => ({
  name: Array.from(course.title).slice(0, EXAM_NAME_MAXIMUM_LENGTH).join(''),
  lesson_ids: lessons.slice(0, EXAM_LESSONS_MAXIMUM).map(({ id }) => id),
  version_count: 1,
  minutes: USUAL_MINUTES,
  cells: [],
});

/** Without lessons and outcomes that the course no longer has. */
const fitBlueprint = (blueprint: ExamBlueprint, { course, lessons }: Material): ExamBlueprint => ({
  ...blueprint,
  lesson_ids: blueprint.lesson_ids.filter((id) => lessons.some((lesson) => lesson.id === id)),
  cells: blueprint.cells.filter(({ outcome }) => isOutcome(outcome, course.outcomes)),
});

const isOutcome = (name: string | null, outcomes: readonly Outcome[]): boolean =>
  name === null || outcomes.some(({ short_name: shortName }) => shortName === name);

/** @throws {ProblemError} as {@link saveBlueprint}. */
export function checkBlueprint(
  { cells, lesson_ids: ids }: ExamBlueprint,
  { course, lessons }: Material,
): void {
  if (!ids.every((id) => lessons.some((lesson) => lesson.id === id))) throw notFound('lesson');
  const unknown = cells.findIndex(({ outcome }) => !isOutcome(outcome, course.outcomes));
  if (unknown >= 0) throw invalidField(`cells.${unknown}.outcome`, 'outcome_unknown');
}

/** Fills the blueprint and says what is missing; nothing is stored. Banks that are behind the outcomes get a job. */
export async function planExam(
  dependencies: Needed,
  actor: Actor,
  material: Material,
  blueprint: ExamBlueprint,
): Promise<{ plan: ExamPlan; versions: readonly FilledVersion[] }> {
  const { course, lessons, banks } = material;
  const isMatching = await requestMatching(dependencies, actor, material);
  const candidates = await listExamCandidates(dependencies, blueprint);
  const versions = await fillBlueprint(blueprint.cells, candidates, blueprint.version_count);
  const chosen = new Set(blueprint.lesson_ids);
  const ready = material.ready.filter(({ lesson_id: id }) => chosen.has(id));
  const drawn = blueprint.cells.map((cell) => ({ ...cell, drawn_count: countDrawn(cell, versions) }));
  const short = drawn.filter((cell) => cell.drawn_count < cell.count);
  const supplying = await findSupplyingLessons(dependencies, short, {
    lessons: lessons.filter(({ id, document_source_id: source }) => chosen.has(id) && source !== null),
    outcomes: course.outcomes,
    ready,
  });
  const plan: ExamPlan = {
    blueprint,
    outcomes: course.outcomes,
    lessons: lessons.map(({ id, title, document_source_id: source }) => ({
      id,
      title,
      has_text: source !== null,
      ready_count: countQuestions(material.ready.filter(({ lesson_id: lessonId }) => lessonId === id)),
      status:
        banks.get(id)?.status ??
        (dependencies.config.preparesQuestions && source !== null ? 'waiting' : 'off'),
      note: banks.get(id)?.note ?? null,
      note_coded: banks.get(id)?.note_coded ?? null,
    })),
    ready: sumReady(ready),
    cells: drawn.map((cell) => ({ ...cell, lesson_ids: supplying.get(keyOfCell(cell)) ?? [] })),
    versions: versions.map(({ chosen: questions, sharedCount }, index) => ({
      name: EXAM_VERSIONS[index] ?? 'A',
      question_count: questions.length,
      shared_count: sharedCount,
    })),
    total_minutes: countMinutes(blueprint),
    is_matching: isMatching,
  };
  return { plan, versions };
}

const countDrawn = (cell: BlueprintCell, versions: readonly FilledVersion[]): number =>
  Math.min(
    ...versions.map(
      ({ chosen }) =>
        chosen.filter(
          ({ question: { outcome, blooms_taxonomy: level, type } }) =>
            keyOfCell({ outcome, level, answer_style: type }) === keyOfCell(cell),
        ).length,
    ),
  );

function sumReady(ready: readonly ReadyCount[]): BlueprintCell[] {
  const cells = new Map<string, BlueprintCell>();
  for (const { outcome, level, answer_style: style, count } of ready) {
    const kind = { outcome, level, answer_style: style };
    const key = keyOfCell(kind);
    cells.set(key, { ...kind, count: count + (cells.get(key)?.count ?? 0) });
  }
  return [...cells.values()];
}

/** What each quiz that contains a question already takes from its score, so that an exam asks something else. */
const USED_COST = 0.15;
const MOST_USES = 3;

async function listExamCandidates(
  { database }: Pick<Dependencies, 'database'>,
  { cells, lesson_ids: lessonIds }: ExamBlueprint,
): Promise<ExamCandidate[]> {
  const rows = await listCandidatesLike(database, lessonIds, {
    styles: [...new Set(cells.map(({ answer_style: style }) => style))],
    levels: [...new Set(cells.map(({ level }) => level))],
  });
  const candidates: ExamCandidate[] = [];
  for (const [lessonId, own] of Map.groupBy(rows, ({ lesson_id: id }) => id)) {
    const uses = indexUses(await listUsedQuestions(database, lessonId));
    for (const row of own)
      candidates.push({
        ...row,
        score: row.score - USED_COST * Math.min(MOST_USES, usesOf(row, uses).length),
      });
  }
  return candidates;
}

/**
 * Has the banks matched that were matched with other outcomes than the course has now. One job does it, however often the plan
 * is read. Returns whether there are any.
 */
async function requestMatching(
  { database, jobs }: Needed,
  actor: Actor,
  { course, banks, ready }: Material,
): Promise<boolean> {
  const hash = hashOutcomes(course.outcomes);
  const filled = new Set(ready.map(({ lesson_id: id }) => id));
  const outdated = [...banks.values()].filter(
    (bank) => filled.has(bank.lesson_id) && bank.outcomes_hash !== hash,
  );
  if (outdated.length === 0) return false;
  const state = outdated.map((bank) => [bank.lesson_id, bank.outcomes_hash]);
  const id = uuidOf(JSON.stringify([course.id, course.updated_at, hash, state]));
  const payload = { instructor_id: actor.instructorId, lesson_ids: outdated.map((bank) => bank.lesson_id) };
  await inTransaction(database, (transaction) =>
    jobs.enqueue(transaction, matchOutcomesJob, payload, { id }),
  );
  return true;
}

/** The same for the same text. */
const uuidOf = (text: string): string =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/u, '$1-$2-4$3-8$4-$5');

/** The blueprints of the actor's courses. */
export const exportBlueprints = async (
  { database }: Pick<Dependencies, 'database'>,
  actor: Actor,
): Promise<ExportedBlueprint[]> =>
  (await listBlueprintsOf(database, actor.instructorId)).map(({ updated_at: updatedAt, ...row }) => ({
    ...row,
    updated_at: updatedAt.toISOString(),
  }));
