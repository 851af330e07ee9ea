import type { TextRequest, TokenCount } from '../text-generator.ts';
import { countTokensAtMost } from '../token-cost.ts';
import { NO_TOKENS, SPARE_TOKENS } from './conversation.ts';

/** What a streamed answer costs. If reading stops early, the service reports nothing, so the received pieces are charged. */
interface StreamCharge {
  add(piece: string): void;
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
  const inputTokens = SPARE_TOKENS + countTokensAtMost(system, prompt);
  const settle = await meter?.begin({ inputTokens, outputTokens });
  let spent: TokenCount = { inputTokens, outputTokens: 0 };
  return {
    add: (piece) => {
      spent = { ...spent, outputTokens: spent.outputTokens + countTokensAtMost(piece) };
    },
    report: (tokens) => {
      // Some services report no tokens.
      if (tokens.inputTokens + tokens.outputTokens > 0) spent = tokens;
    },
    cancel: () => {
      spent = NO_TOKENS;
    },
    settle: async () => {
      await settle?.(spent);
    },
  };
}
