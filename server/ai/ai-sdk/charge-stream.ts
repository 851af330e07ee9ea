import type { TextRequest, TokenCount } from '../text-generator.ts';
import { countTokensAtMost, reportedOr } from '../token-cost.ts';
import { NO_TOKENS, SPARE_TOKENS } from './conversation.ts';

/** What a streamed answer costs. The full charge stays if reading stops early: the service reports nothing, and may bill thoughts. */
interface StreamCharge {
  add(piece: string): void;
  /** The answer is complete. */
  report(tokens: TokenCount): void;
  /** To be called when the service did not answer. */
  cancel(): void;
  settle(): Promise<void>;
}

/** @throws {TextGeneratorUnavailableError} `budget`. */
export async function chargeStream(
  { meter, system, prompt }: Pick<TextRequest, 'meter' | 'system' | 'prompt'>,
  outputTokens: number,
): Promise<StreamCharge> {
  const most = { inputTokens: SPARE_TOKENS + countTokensAtMost(system, prompt), outputTokens };
  const settle = await meter?.begin(most);
  let written = 0;
  let spent: TokenCount = most;
  return {
    add: (piece) => {
      written += countTokensAtMost(piece);
    },
    report: (tokens) => {
      spent = reportedOr(tokens, { ...most, outputTokens: written });
    },
    cancel: () => {
      spent = NO_TOKENS;
    },
    settle: async () => {
      await settle?.(spent);
    },
  };
}
