import { detectEncoding } from './detect-encoding.ts';
import { decodeMostlyUtf8, isMostlyUtf8, isUtf8 } from './utf8.ts';
import { decodeUtf32, guessUtf16, guessUtf32 } from './wide-encodings.ts';

export type DecodedBytes =
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly encoding: string;
      /** The encoding's name, if it had to be guessed. */
      readonly guessedEncoding?: string;
    }
  /** Text in an uncertain encoding; `encoding` is the name of the most likely one, null if none fits. */
  | { readonly kind: 'unsure'; readonly encoding: string | null }
  | { readonly kind: 'binary' };

/** Signatures of binary files that could otherwise pass as text: archives, programs, images, documents, audio. */
const SIGNATURES: readonly string[] = [
  'PK\u0003\u0004',
  'PK\u0005\u0006',
  'MZ\u0090',
  '\u007fELF',
  '%PDF-',
  'GIF8',
  '\u0089PNG',
  '\u00ff\u00d8\u00ff',
  '\u00d0\u00cf\u0011\u00e0',
  '{\\rtf',
  'Rar!',
  '7z\u00bc\u00af',
  '\u001f\u008b',
  'ID3',
  'OggS',
  'RIFF',
  '\u001aE\u00df\u00a3',
  '\u00ca\u00fe\u00ba\u00be',
  'SQLite format 3',
];

const MARKS: readonly (readonly [encoding: string, mark: readonly number[]])[] = [
  ['utf-32le', [0xff, 0xfe, 0, 0]],
  ['utf-32be', [0, 0, 0xfe, 0xff]],
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
  ['gb18030', [0x84, 0x31, 0x95, 0x33]],
];

/** Common names of the detected encodings. */
const NAMES: Readonly<Record<string, string>> = {
  shift_jis: 'Shift-JIS',
  'euc-jp': 'EUC-JP',
  gb18030: 'GB 18030',
  big5: 'Big5',
  'euc-kr': 'EUC-KR',
  'koi8-u': 'KOI8',
  ibm866: 'IBM 866',
  macintosh: 'Mac Roman',
};
const nameOf = (encoding: string): string =>
  NAMES[encoding] ??
  encoding.replace(/^(?:iso|windows)/u, (family) => (family === 'iso' ? 'ISO' : 'Windows'));

/**
 * Decodes the bytes of a text file: UTF-8, also with some stray bytes, UTF-16 and UTF-32 with or without a byte order mark,
 * and legacy encodings if they are certain. The byte order mark and NUL are dropped.
 * @param bytes the whole file, or its beginning (a character may then be cut off at the end)
 */
export function decodeBytes(bytes: Uint8Array): DecodedBytes {
  const start = String.fromCharCode(...bytes.subarray(0, 32));
  if (SIGNATURES.some((signature) => start.startsWith(signature))) return { kind: 'binary' };
  const [encoding, mark] = MARKS.find(([, each]) => each.every((byte, at) => bytes[at] === byte)) ?? [];
  if (encoding !== undefined && mark !== undefined && encoding !== 'utf-8') {
    return checkText(decodeAs(bytes.subarray(mark.length), encoding), encoding);
  }
  // Half of Latin UTF-16 text is zeros. Other scripts have zeros only in spaces, and so may broken UTF-8.
  const wide = guessUtf32(bytes) ?? guessUtf16(bytes, 0.3);
  if (wide !== undefined) return checkText(decodeAs(bytes, wide), wide);
  return decodeNarrow(bytes.subarray(encoding === 'utf-8' ? 3 : 0));
}

function decodeAs(bytes: Uint8Array, encoding: string): string {
  if (encoding === 'utf-32le' || encoding === 'utf-32be') return decodeUtf32(bytes, encoding);
  return new TextDecoder(encoding).decode(bytes);
}

/** An escape sequence with which ISO-2022-JP switches to a Japanese character set. */
const JAPANESE_ESCAPE = /\u{1B}\$[@B]/u;

function decodeNarrow(given: Uint8Array): DecodedBytes {
  const bytes = given.includes(0) ? given.filter((byte) => byte !== 0) : given;
  if (given.length > 0 && bytes.length === 0) return { kind: 'binary' };
  if (isUtf8(bytes)) {
    const text = new TextDecoder().decode(bytes);
    if (JAPANESE_ESCAPE.test(text)) return checkText(decodeAs(bytes, 'iso-2022-jp'), 'iso-2022-jp');
    const checked = checkUtf8(text);
    if (checked.kind !== 'binary') return checked;
  } else if (isMostlyUtf8(bytes)) return asGuess(checkUtf8(decodeMostlyUtf8(bytes)), 'UTF-8');
  const wide = guessUtf16(given, 0.05);
  if (wide !== undefined) return checkText(decodeAs(given, wide), wide);
  if (!holdsText(new TextDecoder('windows-1252').decode(bytes))) return { kind: 'binary' };
  const { isCertain, encoding } = detectEncoding(bytes);
  if (!isCertain) return { kind: 'unsure', encoding: encoding === null ? null : nameOf(encoding) };
  return asGuess({ kind: 'text', text: decodeAs(bytes, encoding), encoding }, nameOf(encoding));
}

const asGuess = (decoded: DecodedBytes, guessedEncoding: string): DecodedBytes =>
  decoded.kind === 'text' ? { ...decoded, guessedEncoding } : decoded;

/** A text of which a larger share was lost before the upload is useless. */
const mostLost = 0.2;

/** U+FFFD in valid UTF-8 was written by an earlier program in place of a character that it could not read. */
function checkUtf8(text: string): DecodedBytes {
  const kept = text.replaceAll('\u{FFFD}', '');
  if (text.length - kept.length > mostLost * text.length) return { kind: 'unsure', encoding: null };
  return holdsText(kept) ? { kind: 'text', text, encoding: 'utf-8' } : { kind: 'binary' };
}

const checkText = (text: string, encoding: string): DecodedBytes =>
  holdsText(text) ? { kind: 'text', text: text.replaceAll('\u{0}', ''), encoding } : { kind: 'binary' };

/** Text contains almost no control characters. */
function holdsText(text: string): boolean {
  const length = Math.min(text.length, 65_536);
  let strange = 0;
  for (let index = 0; index < length; index++) {
    const code = text.charCodeAt(index);
    const isControl = code < 32 && code !== 0 && (code < 9 || code > 13 || code === 11);
    if (isControl || code === 0xfffd || code === 127) strange++;
  }
  return strange <= 0.01 * length + 1;
}
