import { openAnswerJudge, type LoadedAnswerJudge } from '../ai/answer-judge/open-answer-judge.ts';
import { MINILM_DIMENSIONS, MINILM_NAME } from '../ai/minilm/minilm-protocol.ts';
import { openMiniLm, type MiniLm } from '../ai/minilm/open-minilm.ts';
import { serveRequests } from '#server/sandbox/serve-requests.ts';
import { openPool } from '../platform/database/database.ts';
import { dot, Nearest } from './nearest.ts';
import { PostgresVectorReader } from './postgres-vector-reader.ts';
import type { SearchProcessRequest, SearchProcessResult, SearchProcessSettings } from './search-protocol.ts';
import { VectorCache } from './vector-cache.ts';

/** What is asked is asked again: with another scope, for the next letter, for more of it. */
const REMEMBERED_QUESTIONS = 200;

serveRequests<SearchProcessSettings, SearchProcessRequest, SearchProcessResult>(
  async (settings) => {
    const embed = await openMiniLm(settings.model);
    const embedQuestion = rememberQuestions(embed);
    // Who only searches needs no judge.
    let judge: Promise<LoadedAnswerJudge> | undefined;
    // An error of an idle connection shows again at the next query, whose failure is reported.
    const pool = openPool(settings.databaseUrl, { maximumConnections: 1, onError: () => undefined });
    const cache = new VectorCache(
      new PostgresVectorReader(pool, { name: MINILM_NAME, dimensions: MINILM_DIMENSIONS }),
      { memoryBytes: settings.memoryBytes, dimensions: MINILM_DIMENSIONS },
    );

    async function answer(request: SearchProcessRequest): Promise<SearchProcessResult> {
      switch (request.type) {
        case 'embed':
          return { type: 'embed', vectors: await embed(request.texts) };
        case 'rank': {
          const question = await embedQuestion(request.text);
          const nearest = new Nearest(request.limit);
          await cache.forEach(request.documentSourceIds, (vectors) => {
            nearest.consider(question, vectors);
          });
          return { type: 'rank', ...nearest.list() };
        }
        case 'compare':
          return { type: 'compare', ...(await compare(request)) };
        case 'judge': {
          judge ??= openAnswerJudge({
            tokenizerPath: settings.model.tokenizerPath,
          }).catch((error: unknown) => {
            // The next question tries again.
            judge = undefined;
            throw error;
          });
          const [odds = new Float32Array()] = await (await judge)([request]);
          return { type: 'judge', odds };
        }
      }
    }

    async function compare({ text, passages }: Extract<SearchProcessRequest, { type: 'compare' }>): Promise<{
      passageIds: Float64Array;
      similarities: Float32Array;
    }> {
      const question = await embedQuestion(text);
      const found = new Map<number, number>();
      const wanted = new Set(passages.map(({ passageId }) => Number(passageId)));
      await cache.forEach(
        passages.map(({ documentSourceId }) => documentSourceId),
        ({ passageIds, rows }) => {
          for (const [row, id] of passageIds.entries())
            if (wanted.has(id)) found.set(id, dot(question, rows, row * MINILM_DIMENSIONS));
        },
      );
      const ids = passages.map(({ passageId }) => Number(passageId));
      return {
        passageIds: Float64Array.from(ids),
        similarities: Float32Array.from(ids, (id) => found.get(id) ?? Number.NaN),
      };
    }

    return async (requests) => {
      const results: SearchProcessResult[] = [];
      for (const request of requests) results.push(await answer(request));
      return results;
    };
  },
  { isInteractive: true },
);

function rememberQuestions(embed: MiniLm): (text: string) => Promise<Float32Array> {
  const known = new Map<string, Float32Array>();
  return async (text) => {
    const vector = known.get(text) ?? (await embed([text]));
    known.delete(text);
    known.set(text, vector);
    const [oldest] = known.keys();
    if (known.size > REMEMBERED_QUESTIONS && oldest !== undefined) known.delete(oldest);
    return vector;
  };
}
