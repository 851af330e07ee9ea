const PHRASES = ['create a quiz', 'quiz for', 'generate quiz'];

/** Whether somebody asks for a quiz rather than for something out of the lessons (specification, section 2, Chat). */
export function isQuizRequest(text: string): boolean {
  const words = text.toLowerCase().replace(/\s+/g, ' ');
  return PHRASES.some((phrase) => words.includes(phrase));
}
