/** Screens on which a large dialog fills the whole. */
export const PHONE = '(max-width: 47.99em)';
