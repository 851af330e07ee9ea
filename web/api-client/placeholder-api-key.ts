/**
 * Sent while no key is stored; it grants no access. Written here again, since importing it from the contract
 * would bring the whole validation library into the first screen; `placeholder-api-key.test.ts` keeps the two equal.
 */
export const PLACEHOLDER_API_KEY = 'placeholder-api-key';
