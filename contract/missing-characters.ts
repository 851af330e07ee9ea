/**
 * Header of a PDF answer: the characters that its fonts lack, such as `U+6F22 U+5B57`, and then `+3` when there are three
 * more. A box stands for each in the file. Absent when the PDF shows everything.
 */
export const MISSING_CHARACTERS_HEADER = 'lectern-missing-characters';
export const MOST_MISSING_NAMED = 60;
