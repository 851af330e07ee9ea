/** Control characters, and characters that turn the direction of a name around or that nobody sees. */
const INVISIBLE =
  /[\p{Cc}\p{Cs}\u{AD}\u{61C}\u{200B}\u{200E}\u{200F}\u{202A}-\u{202E}\u{2060}-\u{2069}\u{FEFF}]/gu;

/** A file's name as it may be shown: `notes\u{202E}txt.pdf` would be shown as `notesfdp.txt`. */
export const cleanFileName = (name: string): string => name.replace(INVISIBLE, '');
