const FEWEST_WORDS = 3;
/** Lectern writes every bullet of a slide as the first of these; on the page it may be any, or drawn. */
const BULLET = /^[•◦▪‣*–-]$/u;

/** A text to look for, or several of which each is marked. */
export type PdfQuery = string | string[];

/**
 * What to look for on a page to find a quotation: all of it, then ever shorter beginnings. Lectern reads a page as
 * text, with hyphens undone and running heads left out, so that the page itself may hold the words in other pieces. Points
 * of a slide and lines of code are first sought one by one: between them the page has its own marks and gaps.
 */
export function listQueries(quote: string): PdfQuery[] {
  const lines = quote
    .split('\n')
    .map(wordsOf)
    .filter((words) => words.length > 0);
  const [first] = lines;
  if (first === undefined) return [];
  const telling = lines.filter((words) => words.length >= FEWEST_WORDS);
  const together = lines.length > 1 && telling.length > 0 ? [telling.map((words) => words.join(' '))] : [];
  const words = lines.length > 1 ? (telling[0] ?? first) : first;
  return [...together, ...listBeginnings(words)];
}

const wordsOf = (line: string): string[] =>
  line.split(/\s+/u).filter((word) => word !== '' && !BULLET.test(word));

function listBeginnings(words: readonly string[]): string[] {
  const queries: string[] = [];
  for (let count = words.length; ; count = Math.max(FEWEST_WORDS, count >> 1)) {
    queries.push(words.slice(0, count).join(' '));
    if (count <= FEWEST_WORDS) return queries;
  }
}
