import type { QuestionSetVersion, QuestionSetVersionWithQuestions } from '#contract/question-editing.ts';
import type { Actor } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { notFound } from '#server/platform/problem-error.ts';
import { listQuestions, type QuestionSetRow } from '../question-set.store.ts';
import { getOwnQuestionSetRow } from '../question-sets.ts';
import {
  assessQuestions,
  findMaterial,
  keepPublished,
  readKept,
  type KeptQuestion,
} from './kept-questions.ts';
import { deleteThinnedVersions, findVersion, listVersionRows } from './question-editing.store.ts';

type Needed = Pick<Dependencies, 'database'>;

/** All published versions of a set, newest first. @throws {ProblemError} not_found. */
export async function listVersions(
  dependencies: Needed,
  actor: Actor,
  questionSetId: number,
): Promise<QuestionSetVersion[]> {
  return listVersionsOf(dependencies, await getOwnQuestionSetRow(dependencies, actor, questionSetId));
}

/** One version with its questions and their current flaws. @throws {ProblemError} not_found. */
export async function getVersion(
  dependencies: Needed,
  actor: Actor,
  questionSetId: number,
  version: number,
): Promise<QuestionSetVersionWithQuestions> {
  const set = await getOwnQuestionSetRow(dependencies, actor, questionSetId);
  const listed = (await listVersionsOf(dependencies, set, version)).find((each) => each.version === version);
  const questions = listed === undefined ? undefined : await findQuestions(dependencies, set, version);
  if (listed === undefined || questions === undefined) throw notFound('version');
  const material = await findMaterial(dependencies, actor, set, questions);
  return { ...listed, questions: await assessQuestions(questions, material) };
}

/**
 * A version was published when the previous one was replaced, and the first one when the set was created. If the previous version is no
 * longer stored, uses the latest known time.
 * @param upTo the newest version to list
 */
async function listVersionsOf(
  { database }: Needed,
  set: Pick<QuestionSetRow, 'id' | 'version' | 'question_count' | 'created_at'>,
  upTo = set.version,
): Promise<QuestionSetVersion[]> {
  const replaced = await listVersionRows(database, set.id, { upTo: Math.min(upTo, set.version - 1) });
  const current = { version: set.version, question_count: set.question_count };
  return [current, ...replaced].map(({ version, question_count: count }) => ({
    version,
    question_count: count,
    created_at: (replaced.find((row) => row.version < version)?.created_at ?? set.created_at).toISOString(),
    is_current: version === set.version,
  }));
}

async function findQuestions(
  { database }: Needed,
  set: QuestionSetRow,
  version: number,
): Promise<KeptQuestion[] | undefined> {
  if (version === set.version) return (await listQuestions(database, set.id)).map(keepPublished);
  const row = await findVersion(database, set.id, version);
  if (row === undefined) return undefined;
  return readKept(row.questions).map((question) => ({ ...question, id: null }));
}

const NEWEST = 50;
/** Until then one version a day is kept; after that, one a week. */
const DAILY_DAYS = 90;
const DAY_MILLISECONDS = 86_400_000;

/** Deletes most older versions of quizzes that were published many times. Returns how many. */
export const thinVersions = ({ database }: Pick<Dependencies, 'database'>, now: Date): Promise<number> =>
  deleteThinnedVersions(database, {
    newest: NEWEST,
    dailySince: new Date(now.getTime() - DAILY_DAYS * DAY_MILLISECONDS),
  });
