const FEWEST_WORDS = 3;

/**
 * What to look for on a page to find a quotation: all of it, then ever shorter beginnings. Lectern reads a page as
 * text, with hyphens undone and running heads left out, so that the page itself may hold the words in other pieces.
 */
export function listQueries(quote: string): string[] {
  // Bullets are drawn, or are other characters than the one that Lectern writes.
  const words = quote.trim().replace(/^•\s*/, '').split(/\s+/);
  if (words[0] === '') return [];
  const queries: string[] = [];
  for (let count = words.length; ; count = Math.max(FEWEST_WORDS, count >> 1)) {
    queries.push(words.slice(0, count).join(' '));
    if (count <= FEWEST_WORDS) return queries;
  }
}
