/** A seed that is the same for the same text, so that a question always has its options in the same order. */
export const seedOfText = (text: string): number =>
  Array.from(text).reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0);
