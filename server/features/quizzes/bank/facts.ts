import { FACTS_MAXIMUM, type LessonFact, type LessonFacts } from '#contract/facts.ts';
import type { SearchScope } from '#contract/search.ts';
import type { Actor } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { TimeEvidence } from '#server/features/lessons/lesson-text.ts';
import { getOwnLesson } from '#server/features/lessons/lessons.ts';
import type { LessonRow } from '#server/features/lessons/lesson.store.ts';
import type { LessonText } from '#server/language/lesson-text.ts';
import type { WorkerDependencies } from '#server/worker-dependencies.ts';
import { listFacts } from '../writer/draft/list-facts.ts';
import { listFactsOf, listUnusedFacts, storeFacts, type FactOfLesson } from './fact.store.ts';
import { holdLesson } from '../question-set.store.ts';
import { findBank, lockBank } from './question-bank.store.ts';
import { inTransaction } from '#server/platform/database/database.ts';

/** Leaves twelve after a quiz of ten and a few rejected questions. */
const STORED_FACTS = 40;

/** Lists the facts of the lesson's text, unless that is done already. */
export async function prepareFacts(
  {
    database,
    textEmbedder,
    answerJudge,
  }: Pick<WorkerDependencies, 'database' | 'textEmbedder' | 'answerJudge'>,
  { lesson, text, timeEvidence }: { lesson: LessonRow; text: LessonText; timeEvidence: TimeEvidence },
  signal: AbortSignal,
): Promise<void> {
  const bank = await findBank(database, lesson.id);
  if (bank?.facts?.docsource_id === lesson.document_source_id) return;
  const facts = await listFacts(text, {
    count: STORED_FACTS,
    embed: (texts, abort) => textEmbedder.embed(texts, abort),
    judge: (...asked) => answerJudge.judge(...asked),
    signal,
  });
  const timed: LessonFact[] = [];
  for (const fact of facts) timed.push({ ...fact, evidence: await timeEvidence(fact.evidence) });
  await inTransaction(database, async (transaction) => {
    if (!(await holdLesson(transaction, lesson.id))) return;
    await lockBank(transaction, lesson.id);
    await storeFacts(transaction, lesson.id, lesson.document_source_id, timed);
  });
}

/** The facts of the actor's lessons in scope: the best of each lesson, then the second best, and so on. */
export const listBestFacts = (
  { database }: Pick<Dependencies, 'database'>,
  { instructorId }: Actor,
  scope: SearchScope,
  limit: number,
): Promise<FactOfLesson[]> => listFactsOf(database, { instructorId, scope, limit });

/** Statements of the lesson that no question asks about yet. @throws {ProblemError} not_found. */
export async function readFacts(
  { database }: Pick<Dependencies, 'database'>,
  actor: Actor,
  lessonId: number,
): Promise<LessonFacts> {
  const lesson = await getOwnLesson({ database }, actor, lessonId);
  return { facts: await listUnusedFacts(database, lesson.id, FACTS_MAXIMUM) };
}
