/** Longest line of a transcript. */
export const MAXIMUM_LINE_CHARACTERS = 200;
/** Shorter sentences are joined with the next: "Ever tried." is no line of its own. */
const MINIMUM_LINE_CHARACTERS = 25;

/**
 * Splits a text into the lines that a transcript shows: sentences; long ones at their clauses, and where there are
 * none between words. Joined with spaces, the lines are the text.
 * @param maximumCharacters no line is longer, unless one word is.
 */
export function splitIntoLines(text: string, maximumCharacters: number = MAXIMUM_LINE_CHARACTERS): string[] {
  const sentences = splitAfter(text, /(?<=[.?!…]["'”’)]?)\s+(?=["'“‘(]?[\p{Lu}\p{N}])/u);
  const lines: string[] = [];
  for (const sentence of sentences) {
    const last = lines.at(-1);
    const joined = `${last ?? ''} ${sentence}`;
    if (last !== undefined && last.length < MINIMUM_LINE_CHARACTERS && joined.length <= maximumCharacters) {
      lines[lines.length - 1] = joined;
    } else lines.push(...splitLongSentence(sentence, maximumCharacters));
  }
  return lines;
}

function splitLongSentence(sentence: string, maximumCharacters: number): string[] {
  if (sentence.length <= maximumCharacters) return [sentence];
  // As many lines as needed, of about one length: a long line followed by two words reads badly.
  const target = sentence.length / Math.ceil(sentence.length / maximumCharacters);
  const clauses = splitAfter(sentence, /(?<=[,;:—–])\s+/u).flatMap((clause) =>
    clause.length > maximumCharacters ? splitAfter(clause, /\s+/u) : [clause],
  );
  const lines: string[] = [];
  for (const clause of clauses) {
    const last = lines.at(-1);
    const joined = `${last ?? ''} ${clause}`;
    if (last !== undefined && last.length < target && joined.length <= maximumCharacters)
      lines[lines.length - 1] = joined;
    else lines.push(clause);
  }
  return lines;
}

function splitAfter(text: string, boundary: RegExp): string[] {
  return text
    .trim()
    .split(boundary)
    .filter((part) => part !== '');
}
