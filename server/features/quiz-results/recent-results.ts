import type { OutcomeResult, QuestionResult } from '#contract/quiz-results.ts';
import type { Actor } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { analyzeClass } from './analyze-class.ts';
import { readClassResponses } from './class-responses.ts';
import { listOutcomeResults } from './find-gaps.ts';
import { countAttemptsSince, listRecentlyAnswered } from './quiz-results.store.ts';

type Needed = Pick<Dependencies, 'database'>;

export interface RecentResult {
  readonly id: number;
  readonly name: string;
  readonly questions: readonly QuestionResult[];
  readonly outcomes: readonly OutcomeResult[];
}

/** The actor's quizzes that were answered last, with the results of their questions and outcomes. */
export async function listRecentResults(
  dependencies: Needed,
  { instructorId }: Actor,
  limit: number,
): Promise<RecentResult[]> {
  const quizzes = await listRecentlyAnswered(dependencies.database, instructorId, limit);
  return Promise.all(
    quizzes.map(async ({ id, name }) => {
      const { questions } = analyzeClass(await readClassResponses(dependencies, id));
      return { id, name, questions, outcomes: listOutcomeResults(questions) };
    }),
  );
}

/** How many attempts at the actor's quizzes began since then. */
export const countRecentAttempts = (
  { database }: Needed,
  { instructorId }: Actor,
  since: Date,
): Promise<number> => countAttemptsSince(database, instructorId, since);
