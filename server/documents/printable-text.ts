const ligatures: Record<string, string> = {
  '\u{FB00}': 'ff',
  '\u{FB01}': 'fi',
  '\u{FB02}': 'fl',
  '\u{FB03}': 'ffi',
  '\u{FB04}': 'ffl',
  '\u{FB05}': 'st',
  '\u{FB06}': 'st',
  '\u{0132}': 'IJ',
  '\u{0133}': 'ij',
};
const ligature = /[\u{FB00}-\u{FB06}\u{0132}\u{0133}]/gu;
const needsCleaning = /[^\n\x20-\x7E]| {2}/u;
/** Not U+FFFD, which shows where a character was lost. Controls (but not tab, line feed), directional and zero-width marks, tags (invisible characters that models read), private use, noncharacters, lone surrogates. */
const unprintable =
  /[\p{Cc}\u{00AD}\u{061C}\u{200B}\u{200E}\u{200F}\u{202A}-\u{202E}\u{2060}-\u{2069}\u{FEFF}\u{FFF9}-\u{FFFC}\u{E0000}-\u{E007F}\p{Co}\p{Cs}\p{Noncharacter_Code_Point}]/gu;

/** A bar over a letter, drawn as characters before it. */
const bar = /¯{2,}(?:(\p{L})(?!\p{L}))?/gu;

/** How some fonts of macOS map their hyphen. */
const twofoldHyphen = /-\u{2010}/gu;

/** One line of text as a person reads it: ligatures spelled out, nothing invisible, white space single. */
export function printableLine(text: string): string {
  if (!needsCleaning.test(text) && !text.includes('\n')) return text.trim();
  return text
    .replace(/\s+/gu, ' ')
    .replace(ligature, (character) => ligatures[character] ?? character)
    .replace(unprintable, '')
    .replace(twofoldHyphen, '-')
    .replace(bar, (_, letter: string | undefined) => (letter === undefined ? '' : `${letter}\u{0304}`))
    .normalize('NFC')
    .replace(/ {2,}/gu, ' ')
    .trim();
}
