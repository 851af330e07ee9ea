export const SEARCH_FIELD_ID = 'search-field';
export const SEARCH_LIST_ID = 'search-results';

/** As the contract has it; written again here, so that no schema is fetched for one number. */
export const LONGEST_SEARCH = 400;
/** Shorter queries match too much. */
export const FEWEST_LETTERS = 2;
