/** Optional parts of requests. Once the service rejects one, later requests omit it. */
export interface Mode {
  /** Passes the schema as structured output. The instructions always describe it too. */
  readonly structured: boolean;
  readonly limited: boolean;
  /** The model thinks before it answers, so its answers need more output tokens. */
  readonly thinks: boolean;
  /** Requests token counts with streamed answers. */
  readonly counted: boolean;
}

/** The mode of the first call to any service. */
export const USUAL_MODE: Mode = { structured: true, limited: true, thinks: false, counted: true };

/** Tokens for thinking, in addition to those of the answer. */
const THINKING_TOKENS = 8_192;

export const roomFor = ({ maxOutputTokens }: { readonly maxOutputTokens: number }, mode: Mode): number =>
  maxOutputTokens + (mode.thinks ? THINKING_TOKENS : 0);

/** The mode without the rejected feature; undefined if the call did not use it. */
export function leaveOut(mode: Mode, refused: 'token_limit' | 'structure' | undefined): Mode | undefined {
  if (refused === 'token_limit') return mode.limited ? { ...mode, limited: false } : undefined;
  return refused !== undefined && mode.counted ? { ...mode, counted: false } : undefined;
}

/** Whether to retry with tokens for thinking after a model only thought. */
export const needsRoomToThink = ({ limited, thinks }: Mode): boolean => limited && !thinks;
