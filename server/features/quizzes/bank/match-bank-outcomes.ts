import { createHash } from 'node:crypto';
import type { LessonOutcome } from '#server/language/lesson-text.ts';
import { createSimilarity, type Similarity } from '#server/language/similarity.ts';
import type { WorkerDependencies } from '#server/worker-dependencies.ts';
import { listAllCandidates, updateOutcome } from './candidate.store.ts';
import { holdLesson } from '../question-set.store.ts';
import { findBank, lockBank, updateBank } from './question-bank.store.ts';
import { inTransaction } from '#server/platform/database/database.ts';

/** Changes whenever an outcome of the course does. */
export const hashOutcomes = (outcomes: readonly LessonOutcome[] = []): string =>
  createHash('sha256')
    .update(JSON.stringify(outcomes.map(({ short_name: name, description }) => [name, description])))
    .digest('base64url');

/** The outcome closest to a text by meaning, or null if none is close. The similarity must know the text and all descriptions. */
export function matchOutcome(
  text: string,
  outcomes: readonly LessonOutcome[],
  similarity: Similarity,
): string | null {
  let best: string | null = null;
  let nearest = similarity.semantic ? 0.28 : 0.12;
  for (const outcome of outcomes) {
    const near = similarity.between(text, outcome.description);
    if (near > nearest) {
      nearest = near;
      best = outcome.short_name;
    }
  }
  return best;
}

/**
 * Matches the candidates again when the course's outcomes changed since they were written. Does nothing for a lesson that is
 * gone, such as with its account while a job about it runs.
 */
export async function matchBankOutcomes(
  { database, textEmbedder }: Pick<WorkerDependencies, 'database' | 'textEmbedder'>,
  lessonId: number,
  outcomes: readonly LessonOutcome[],
  signal: AbortSignal,
): Promise<void> {
  const hash = hashOutcomes(outcomes);
  if ((await findBank(database, lessonId))?.outcomes_hash === hash) return;
  const candidates = (await listAllCandidates(database, lessonId)).map(({ id, question }) => ({
    id,
    outcome: question.outcome,
    text: question.type === 'essay' ? question.text : question.explanation,
  }));
  const isMatching = outcomes.length > 0 && candidates.length > 0;
  const similarity = await createSimilarity(
    isMatching
      ? [...candidates.map(({ text }) => text), ...outcomes.map(({ description }) => description)]
      : [],
    isMatching ? (texts, abort) => textEmbedder.embed(texts, abort) : undefined,
    signal,
  );
  await inTransaction(database, async (transaction) => {
    if (!(await holdLesson(transaction, lessonId))) return;
    await lockBank(transaction, lessonId);
    for (const { id, text, outcome } of candidates) {
      const matched = matchOutcome(text, outcomes, similarity);
      if (matched !== outcome) await updateOutcome(transaction, id, matched);
    }
    await updateBank(transaction, lessonId, { outcomes_hash: hash });
  });
}
