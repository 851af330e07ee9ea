/** Which optional parts requests to the service contain. A part that the service refuses is left out from then on. */
export interface Mode {
  /** The shape is given as structured output; it stands in the instructions in any case. */
  readonly structured: boolean;
  readonly limited: boolean;
  /** The model thinks before it answers: its answers need room for that. */
  readonly thinks: boolean;
  /** Streamed answers come with their tokens. */
  readonly counted: boolean;
}

/** What every service is asked for at first. */
export const USUAL_MODE: Mode = { structured: true, limited: true, thinks: false, counted: true };

/** What a model that thinks may think, on top of its answer. */
const THINKING_TOKENS = 8_192;

export const roomFor = ({ maxOutputTokens }: { readonly maxOutputTokens: number }, mode: Mode): number =>
  maxOutputTokens + (mode.thinks ? THINKING_TOKENS : 0);

/** The mode without what the service refused; undefined where it was not asked for. */
export function leaveOut(mode: Mode, refused: 'token_limit' | 'structure' | undefined): Mode | undefined {
  if (refused === 'token_limit') return mode.limited ? { ...mode, limited: false } : undefined;
  return refused !== undefined && mode.counted ? { ...mode, counted: false } : undefined;
}

/** Whether a model that only thought may get the room to answer too. */
export const needsRoomToThink = ({ limited, thinks }: Mode): boolean => limited && !thinks;
