/** Control, bidirectional and invisible characters. */
const INVISIBLE =
  /[\p{Cc}\p{Cs}\u{AD}\u{61C}\u{200B}\u{200E}\u{200F}\u{202A}-\u{202E}\u{2060}-\u{2069}\u{FEFF}]/gu;

/** A file name that is safe to show: `notes\u{202E}txt.pdf` would be shown as `notesfdp.txt`. */
export const cleanFileName = (name: string): string => name.replace(INVISIBLE, '');
