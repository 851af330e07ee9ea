/** `auto`: the strongest that works. `required`: one that holds native code, or no worker starts. `off`: none. */
export const CONFINEMENT_MODES = ['auto', 'required', 'off'] as const;
export type ConfinementMode = (typeof CONFINEMENT_MODES)[number];
