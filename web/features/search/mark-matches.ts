/** A part of a text, and whether it is a searched word. */
export interface MatchedPart {
  readonly text: string;
  readonly isMatch: boolean;
}

/** Words without meaning for a search, in the languages of the screens. */
const COMMON = new Set(
  (
    'a an the and or of in on at to for from by with as is are was were be been do does did how what when where which who why ' +
    'that this it its their there can el la los las un una y o de del en a al para por con es son fue ser cómo qué cuándo ' +
    'dónde cuál quién que se su'
  ).split(' '),
);

const WORD = /[\p{L}\p{N}]+/gu;
const SHORTEST_STEM = 4;
const SHORTEST_WORD = 2;

/** Removes case, accents, and endings of number and tense, as far as the word alone shows them. */
function stemOf(word: string): string {
  const plain = word.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const stem = plain.replace(/(?:ies|ing|ed|es|s|y|e)$/u, '');
  return stem.length >= SHORTEST_STEM ? stem : plain;
}

/**
 * Splits a text so that each searched word, in any form, is a separate part. Words as common as "the" count only if the search
 * has no others.
 */
export function markMatches(text: string, sought: string): MatchedPart[] {
  const words = (sought.match(WORD) ?? []).filter((word) => word.length >= SHORTEST_WORD);
  const telling = words.filter((word) => !COMMON.has(word.toLowerCase()));
  const stems = new Set((telling.length > 0 ? telling : words).map(stemOf));
  const parts: MatchedPart[] = [];
  let end = 0;
  for (const match of text.matchAll(WORD)) {
    if (!stems.has(stemOf(match[0]))) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index), isMatch: false });
    end = match.index + match[0].length;
    parts.push({ text: match[0], isMatch: true });
  }
  if (end < text.length) parts.push({ text: text.slice(end), isMatch: false });
  return parts;
}
