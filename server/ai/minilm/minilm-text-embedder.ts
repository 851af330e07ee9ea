import { access } from 'node:fs/promises';
import { createChildPool } from '#server/sandbox/child-pool.ts';
import { TextEmbedderUnavailableError, type TextEmbedder } from '../text-embedder.ts';
import {
  MINILM_DIMENSIONS,
  MINILM_MAXIMUM_CHARACTERS,
  MINILM_NAME,
  type MiniLmRequest,
  type MiniLmResult,
  type MiniLmSettings,
} from './minilm-protocol.ts';

/** Texts in one call of the process: an abort takes effect between two calls. */
const TEXTS_PER_CALL = 32;

/**
 * Embeds texts with all-MiniLM-L6-v2 (int8) in child processes that end when idle. Only the first 256 tokens of a
 * text count.
 */
export function createMiniLmTextEmbedder(options: {
  readonly files: { readonly modelPath: string; readonly tokenizerPath: string };
  readonly processes?: number;
}): TextEmbedder {
  const pool = createChildPool<MiniLmSettings, MiniLmRequest, MiniLmResult>({
    childModule: new URL('./minilm.child.ts', import.meta.url),
    settings: options.files,
    processes: options.processes ?? 2,
    confined: { readablePaths: Object.values(options.files), usesNativeCode: true },
  });
  return {
    name: MINILM_NAME,
    dimensions: MINILM_DIMENSIONS,
    async embed(texts, signal) {
      signal?.throwIfAborted();
      if (texts.length === 0) return [];
      await Promise.all(Object.values(options.files).map((path) => access(path))).catch((error: unknown) => {
        throw new TextEmbedderUnavailableError(
          'The model for search by meaning is not here yet. Try again in a minute.',
          {
            cause: error,
          },
        );
      });
      // Longest together over all calls, not only within each: the tokenizer is not here, so characters must do.
      const order = texts
        .map((_, index) => index)
        .sort((a, b) => (texts[a]?.length ?? 0) - (texts[b]?.length ?? 0));
      const vectors: Float32Array[] = Array.from({ length: texts.length });
      const calls: Promise<void>[] = [];
      for (let start = 0; start < order.length; start += TEXTS_PER_CALL) {
        const positions = order.slice(start, start + TEXTS_PER_CALL);
        const request = {
          texts: positions.map((position) => (texts[position] ?? '').slice(0, MINILM_MAXIMUM_CHARACTERS)),
        };
        calls.push(
          pool.call(request, signal).then((result) => {
            positions.forEach((position, row) => {
              vectors[position] = result.vectors.slice(
                row * MINILM_DIMENSIONS,
                (row + 1) * MINILM_DIMENSIONS,
              );
            });
          }),
        );
      }
      await Promise.all(calls);
      return vectors;
    },
    close: () => pool.close(),
  };
}
