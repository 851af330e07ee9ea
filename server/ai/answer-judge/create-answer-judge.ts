import { access } from 'node:fs/promises';
import { createChildPool } from '#server/sandbox/child-pool.ts';
import { TextEmbedderUnavailableError } from '../text-embedder.ts';
import type { AnswerCandidate, AnswerJudge } from '../answer-judge.ts';
import type { AnswerJudgeRequest, AnswerJudgeResult, AnswerJudgeSettings } from './answer-judge-protocol.ts';

/** Candidates in one call of the process: an abort takes effect between two calls. */
const CANDIDATES_PER_CALL = 32;
/** Calls that run together: short ones fill each other's runs up. */
const CALLS_AT_ONCE = 16;

/**
 * Judges in a child process that ends when idle, for the worker, whose callers can wait; the assistant asks the search process,
 * which has the judge beside what it searches with.
 * @param tokenizerPath MiniLM's, whose vocabulary it shares.
 */
export function createAnswerJudge(settings: AnswerJudgeSettings): AnswerJudge {
  const { tokenizerPath } = settings;
  const pool = createChildPool<AnswerJudgeSettings, AnswerJudgeRequest, AnswerJudgeResult>({
    childModule: new URL('./answer-judge.child.ts', import.meta.url),
    settings,
    processes: 1,
    maximumBatch: CALLS_AT_ONCE,
  });
  return {
    async judge(question, candidates, signal) {
      signal?.throwIfAborted();
      if (candidates.length === 0) return [];
      await access(tokenizerPath).catch((error: unknown) => {
        throw new TextEmbedderUnavailableError(
          'The judge of answers is not here yet. Try again in a minute.',
          {
            cause: error,
          },
        );
      });
      const calls: Promise<AnswerJudgeResult>[] = [];
      for (let start = 0; start < candidates.length; start += CANDIDATES_PER_CALL) {
        const some: readonly AnswerCandidate[] = candidates.slice(start, start + CANDIDATES_PER_CALL);
        calls.push(pool.call({ question, candidates: some }, signal));
      }
      return (await Promise.all(calls)).flatMap(({ odds }) => [...odds]);
    },
    close: () => pool.close(),
  };
}
