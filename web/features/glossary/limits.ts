/** The contract's longest term, in characters. */
export const GLOSSARY_TERM_LONGEST = 100;
