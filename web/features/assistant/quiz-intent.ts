const PHRASES = ['create a quiz', 'quiz for', 'generate quiz'];

/** Whether the text asks for a quiz rather than a question about the lessons (docs/product.md). */
export function isQuizRequest(text: string): boolean {
  const words = text.toLowerCase().replace(/\s+/g, ' ');
  return PHRASES.some((phrase) => words.includes(phrase));
}
