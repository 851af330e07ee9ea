/** A part of a text, in UTF-16 code units, end exclusive. */
export interface TextRange {
  readonly startOffset: number;
  readonly endOffset: number;
}

/** Cuts a text between words into parts of at most `most` characters. A longer word is cut, and never through a character. */
export function cutText(text: string, most: number): TextRange[] {
  const parts: TextRange[] = [];
  let start = 0;
  while (text.length - start > most) {
    const end = findCut(text, start, most);
    const trimmed = text.slice(start, end).trimEnd().length;
    if (trimmed > 0) parts.push({ startOffset: start, endOffset: start + trimmed });
    start = end;
    while (start < text.length && isSpace(text, start)) start += 1;
  }
  if (start < text.length) parts.push({ startOffset: start, endOffset: text.length });
  return parts;
}

function findCut(text: string, start: number, most: number): number {
  const last = start + most;
  for (let at = last; at > start; at -= 1) if (isSpace(text, at)) return at;
  const isInsidePair = (text.charCodeAt(last) & 0xfc00) === 0xdc00;
  return isInsidePair ? last - 1 : last;
}

const isSpace = (text: string, at: number): boolean => /\s/u.test(text.charAt(at));
