import type { LlamaContextSequence, Token } from 'node-llama-cpp';
import type { LlamaTooLong } from './llama-protocol.ts';

/** Tokens evaluated per batch. A cancelled request stops between two batches. */
export const BATCH_TOKENS = 256;

/** Evaluates the tokens that the sequence does not contain yet, in batches: llama.cpp cannot be interrupted within one. */
export async function readTokens(
  sequence: LlamaContextSequence,
  tokens: Token[],
  signal: AbortSignal,
): Promise<void> {
  await sequence.adaptStateToTokens(tokens, false);
  while (sequence.nextTokenIndex < tokens.length) {
    signal.throwIfAborted();
    const from = sequence.nextTokenIndex;
    await sequence.evaluateWithoutGeneratingNewTokens(tokens.slice(from, from + BATCH_TOKENS));
  }
  signal.throwIfAborted();
}

/** A longer prompt would silently lose its middle. */
export const findTooLong = (
  { contextSize }: LlamaContextSequence,
  neededTokens: number,
): LlamaTooLong | undefined =>
  neededTokens > contextSize ? { kind: 'too_long', neededTokens, contextTokens: contextSize } : undefined;
