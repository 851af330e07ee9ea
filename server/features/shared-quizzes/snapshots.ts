import type { SnapshotQuestion } from '#contract/shared-quizzes.ts';
import type { Database } from '#server/database/database.ts';
import { BriefMemory } from '#server/security/brief-memory.ts';
import { getSnapshot } from './shared-quiz.store.ts';

const memories = new WeakMap<Database, BriefMemory<SnapshotQuestion[]>>();
const REMEMBERED = { milliseconds: 600_000, maximumEntries: 100 };

/** The questions of a version. A version never changes, and every answer of a class needs it. */
export function getQuestions(database: Database, versionId: number): Promise<SnapshotQuestion[]> {
  const memory = memories.get(database) ?? new BriefMemory<SnapshotQuestion[]>(REMEMBERED);
  memories.set(database, memory);
  return memory.findOr(String(versionId), () => getSnapshot(database, versionId));
}
