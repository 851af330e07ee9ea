/** How many characters differ: insertions, deletions and replacements, white space counted as one space. */
export function countCharacterErrors(
  expected: string,
  found: string,
): { errors: number; characters: number } {
  const wanted = Array.from(normalize(expected));
  const read = Array.from(normalize(found));
  let row = Uint32Array.from({ length: read.length + 1 }, (_, index) => index);
  for (const [index, character] of wanted.entries()) {
    const next = new Uint32Array(read.length + 1);
    next[0] = index + 1;
    for (let at = 1; at <= read.length; at++) {
      const replaced = (row[at - 1] ?? 0) + (read[at - 1] === character ? 0 : 1);
      next[at] = Math.min(replaced, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1);
    }
    row = next;
  }
  return { errors: row[read.length] ?? 0, characters: wanted.length };
}

/** Typographic quotes and dashes count as their plain forms: which is printed depends on the font. */
const normalize = (text: string): string =>
  text.replace(/[‘’]/gu, "'").replace(/[“”]/gu, '"').replace(/[–—]/gu, '-').replace(/\s+/gu, ' ').trim();
