import { access } from 'node:fs/promises';
import { MINILM_DIMENSIONS, MINILM_MAXIMUM_CHARACTERS } from '../ai/minilm/minilm-protocol.ts';
import { inAccountTurns } from '#server/sandbox/account-turns.ts';
import { createChildPool } from '#server/sandbox/child-pool.ts';
import { TextEmbedderUnavailableError } from '../ai/text-embedder.ts';
import type { SearchProcessRequest, SearchProcessResult, SearchProcessSettings } from './search-protocol.ts';
import type { RankedByMeaning, SemanticSearch } from './semantic-search.ts';

/** A question waits for a batch under way; more sentences than this at once are several batches. */
const TEXTS_PER_CALL = 16;
/** To read a hundred thousand vectors for the first time on a machine that is busy. */
const TIMEOUT_SECONDS = 30;
/** Long enough that who searches now and then does not wait for the vectors to be read again. */
const IDLE_SHUTDOWN_SECONDS = 1_800;

const ANOTHER_QUESTION = 'The search process answered another question.';

/**
 * glibc keeps the memory that only loading a model needs, a third of the total, unless configured to release it. Elsewhere
 * these mean nothing.
 */
const ENVIRONMENT = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072' };

/**
 * Finds passages with all-MiniLM-L6-v2 in one child process, which keeps the vectors it has read. It starts at the first
 * call, is started again when it dies, and ends after half an hour without a search.
 */
export function createMiniLmSemanticSearch(options: {
  readonly files: { readonly modelPath: string; readonly tokenizerPath: string };
  readonly databaseUrl: string;
  readonly memoryMegabytes: number;
}): SemanticSearch {
  const pool = createChildPool<SearchProcessSettings, SearchProcessRequest, SearchProcessResult>({
    childModule: new URL('./search.child.ts', import.meta.url),
    settings: {
      model: options.files,
      databaseUrl: options.databaseUrl,
      memoryBytes: options.memoryMegabytes * 1024 * 1024,
    },
    processes: 1,
    environment: ENVIRONMENT,
    timeoutSeconds: TIMEOUT_SECONDS,
    idleShutdownSeconds: IDLE_SHUTDOWN_SECONDS,
  });
  const callPool = inAccountTurns((request: SearchProcessRequest, signal: AbortSignal | undefined) =>
    pool.call(request, signal),
  );
  let isThere = false;

  async function checkFiles(): Promise<void> {
    if (isThere) return;
    try {
      await Promise.all(Object.values(options.files).map((path) => access(path)));
      isThere = true;
    } catch (error) {
      throw new TextEmbedderUnavailableError(
        'The model for search by meaning is not here yet. Try again in a minute.',
        { cause: error },
      );
    }
  }

  async function listSimilarities(
    request: Extract<SearchProcessRequest, { type: 'rank' | 'compare' }>,
    signal: AbortSignal | undefined,
  ): Promise<RankedByMeaning[]> {
    signal?.throwIfAborted();
    await checkFiles();
    const result = await callPool({ ...request, text: cut(request.text) }, signal);
    if (result.type !== 'rank' && result.type !== 'compare') throw new Error(ANOTHER_QUESTION);
    return Array.from(result.passageIds, (id, index) => ({
      passageId: String(id),
      similarity: result.similarities[index] ?? Number.NaN,
    })).filter(({ similarity }) => !Number.isNaN(similarity));
  }

  return {
    rank: async ({ text, documentSourceIds, limit }, signal) =>
      documentSourceIds.length === 0 || limit === 0
        ? []
        : listSimilarities({ type: 'rank', text, documentSourceIds, limit }, signal),
    compare: async ({ text, passages }, signal) =>
      passages.length === 0 ? [] : listSimilarities({ type: 'compare', text, passages }, signal),
    async embed(texts, signal) {
      signal?.throwIfAborted();
      await checkFiles();
      const calls: Promise<Float32Array[]>[] = [];
      for (let start = 0; start < texts.length; start += TEXTS_PER_CALL)
        calls.push(embedSome(texts.slice(start, start + TEXTS_PER_CALL), signal));
      return (await Promise.all(calls)).flat();
    },
    async judge(question, candidates, signal) {
      signal?.throwIfAborted();
      if (candidates.length === 0) return [];
      await checkFiles();
      const result = await callPool({ type: 'judge', question, candidates }, signal);
      if (result.type !== 'judge') throw new Error(ANOTHER_QUESTION);
      return [...result.odds];
    },
    close: () => pool.close(),
  };

  async function embedSome(
    texts: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<Float32Array[]> {
    const result = await callPool({ type: 'embed', texts: texts.map(cut) }, signal);
    if (result.type !== 'embed') throw new Error(ANOTHER_QUESTION);
    const { vectors } = result;
    return texts.map((_, row) => vectors.slice(row * MINILM_DIMENSIONS, (row + 1) * MINILM_DIMENSIONS));
  }
}

const cut = (text: string): string => text.slice(0, MINILM_MAXIMUM_CHARACTERS);
