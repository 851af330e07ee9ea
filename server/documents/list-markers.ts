/** For a character class, at its end. */
export const dashes = '‒–—―-';
const bullets = `•◦●○▪▫■□‣⁃∙·➢➤►▶▸▹◆◇⬥❑❏✓✔❖★➔→⇒\u{F0B7}*${dashes}`;

/** A bullet, or a number or letter with a dot or parenthesis, at the start of a line and followed by text. */
export const listMarker = new RegExp(
  `^(?:[${bullets}]|\\(?\\d{1,3}[.)]|\\(?[a-hA-H][.)](?!\\s+\\p{Lu}\\.)|\\(?[ivx]{1,5}[.)])\\s+(?=\\S)`,
  'u',
);
const bulletMarker = new RegExp(`^[${bullets}]\\s+`, 'u');

/** Writes every kind of bullet as •; numbers and letters stay as printed. */
export function normalizeListMarker(text: string): string {
  return text.replace(bulletMarker, '• ');
}

/** The text of a list item without its mark. */
export function withoutListMarker(text: string): string {
  return text.replace(listMarker, '');
}

/** Whether a word by itself is a bullet or the number of an item. */
export function isListMarker(word: string): boolean {
  return listMarker.test(`${word} x`);
}

/** Whether a word by itself is a bullet rather than a number or letter. */
export function isBullet(word: string): boolean {
  return hasBullet(`${word} x`);
}

/** Whether a line begins with a bullet rather than a number or letter. */
export function hasBullet(text: string): boolean {
  return bulletMarker.test(text);
}

/** The number of a formula, which is set at the right edge: "(3)", "(2.1a)". */
export const formulaNumber = /^\([1-9]\d{0,2}(?:\.\d{1,3})?\p{Ll}?\)$/u;
