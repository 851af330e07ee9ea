import type { LlamaContextSequence, Token } from 'node-llama-cpp';
import type { LlamaTooLong } from './llama-protocol.ts';

/** Tokens that are read in one go. Between two of them a cancelled request stops. */
export const BATCH_TOKENS = 256;

/** Reads what of these tokens the sequence does not hold yet, in pieces: llama.cpp does not stop within one. */
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

/** A longer prompt would lose its middle without a word. */
export const findTooLong = (
  { contextSize }: LlamaContextSequence,
  neededTokens: number,
): LlamaTooLong | undefined =>
  neededTokens > contextSize ? { kind: 'too_long', neededTokens, contextTokens: contextSize } : undefined;
