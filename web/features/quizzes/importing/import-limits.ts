/**
 * The limits of contract/quiz-import.ts, written here again since importing them would bring the whole validation along; a
 * test compares them.
 */
export const IMPORT_FILE_BYTES = 20 * 1024 * 1024;
export const QUIZ_QUESTIONS_MAXIMUM = 100;
