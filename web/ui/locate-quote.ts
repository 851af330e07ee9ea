/** A stretch of a text in UTF-16 code units; the end is exclusive. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** How many words must at least agree when the whole quotation does not. */
const FEWEST_WORDS = 4;

const listWords = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * The position of a quotation in a text. White space, punctuation and case may differ; when its end does not agree
 * (an address holds the first words of a long one), its beginning is looked for. Undefined when it is not there.
 *
 * @param from where to start; the text before it is searched only if nothing is found after it.
 */
export function locateQuote(text: string, quote: string, from = 0): TextSpan | undefined {
  const words = listWords(quote);
  for (
    let count = words.length;
    count > 0;
    count = count > FEWEST_WORDS ? Math.max(FEWEST_WORDS, count >> 1) : 0
  ) {
    const sought = words.slice(0, count).join('[^\\p{L}\\p{N}]+');
    const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${sought}(?![\\p{L}\\p{N}])`, 'giu');
    const found = findFrom(pattern, text, from) ?? (from > 0 ? findFrom(pattern, text, 0) : undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}

function findFrom(pattern: RegExp, text: string, from: number): TextSpan | undefined {
  pattern.lastIndex = from;
  const match = pattern.exec(text);
  return match === null ? undefined : { start: match.index, end: match.index + match[0].length };
}
