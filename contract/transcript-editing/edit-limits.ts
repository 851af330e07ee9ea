/** Of one call, its edits together. Apart from the schemas, which the studio does not load. */
export const MOST_STEPS = 5_000;
export const MOST_EDITS_AT_ONCE = 100;
