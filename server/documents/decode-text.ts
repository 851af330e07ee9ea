import iconv from 'iconv-lite';
import { message } from '#contract/messages/make-message.ts';
import { DocumentUnreadableError } from './document-unreadable-error.ts';

/** Text files larger than this are refused. */
export const maximumTextBytes = 10 * 1024 * 1024;

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Signatures of files that some bytes of text may resemble: archives, programs, pictures, documents, sound. */
const binarySignatures: readonly string[] = [
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
/** Markup and scripts pose as text; what a person would call the text of a lesson they are not. */
const markup = /^\s*(?:<!doctype|<html|<\?xml|<svg|<script|<head|<body|<\?php|#!\s*\/)/i;

/**
 * Turns the bytes of a text file into text: UTF-8 and UTF-16 with or without a byte order mark, else Windows-1252.
 * Line ends become `\n`; NUL and other control characters go.
 * @throws {DocumentUnreadableError} empty, too-large, not-text
 */
export function decodeText(bytes: Uint8Array): string {
  if (bytes.length === 0) throw new DocumentUnreadableError('empty');
  if (bytes.length > maximumTextBytes) {
    throw new DocumentUnreadableError('too-large', { coded: message('document_text_too_large') });
  }
  const encoding = findTextEncoding(bytes);
  if (!encoding) throw new DocumentUnreadableError('not-text');
  const decoded = normalizeText(
    iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), encoding),
  );
  if (markup.test(decoded)) throw new DocumentUnreadableError('not-text');
  if (decoded.trim() === '') throw new DocumentUnreadableError('empty');
  return decoded;
}

function normalizeText(text: string): string {
  return text
    .replace(/^\u{FEFF}/u, '')
    .replace(/\r\n?|\u{2028}|\u{85}/gu, '\n')
    .replace(/\f|\u{2029}/gu, '\n\n')
    .replace(/[^\P{Cc}\n\t]/gu, '');
}

/**
 * Finds how a file's bytes encode text, or undefined when they hold something else.
 * @param bytes the whole file, or its beginning (a character may then be cut off at the end)
 */
export function findTextEncoding(bytes: Uint8Array): TextEncoding | undefined {
  if (bytes.length === 0) return undefined;
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 32)).toString('latin1');
  if (binarySignatures.some((signature) => start.startsWith(signature))) return undefined;
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return isReadable(bytes.subarray(2), 'utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return isReadable(bytes.subarray(2), 'utf-16be');
  // Latin text in UTF-16 is half zeros; other scripts have them only in spaces, as broken UTF-8 may too.
  const certain = guessUtf16(bytes, 0.3);
  if (certain) return isReadable(bytes, certain);
  const utf8 = isUtf8(bytes) ? isReadable(bytes, 'utf-8') : undefined;
  if (utf8) return utf8;
  const likely = guessUtf16(bytes, 0.05);
  return isReadable(bytes, likely ?? 'windows-1252');
}

/** UTF-16 has its spaces, line ends and Latin letters with a zero byte on one side: at least this share of pairs. */
function guessUtf16(bytes: Uint8Array, share: number): TextEncoding | undefined {
  const pairs = Math.min(bytes.length, 8192) >> 1;
  if (pairs < 2) return undefined;
  let [even, odd] = [0, 0];
  for (let index = 0; index < pairs; index++) {
    if (bytes[2 * index] === 0) even++;
    if (bytes[2 * index + 1] === 0) odd++;
  }
  if (odd > share * pairs && even <= 0.1 * odd) return 'utf-16le';
  if (even > share * pairs && odd <= 0.1 * even) return 'utf-16be';
  return undefined;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    // `stream` lets the last character be cut off.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Text holds next to no control characters; Windows-1252 text mostly letters of ASCII. */
function isReadable(bytes: Uint8Array, encoding: TextEncoding): TextEncoding | undefined {
  const sample = iconv.decode(
    Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 65_536)),
    encoding,
  );
  let strange = 0;
  let plain = 0;
  for (let index = 0; index < sample.length; index++) {
    const code = sample.charCodeAt(index);
    if (
      (code < 32 && code !== 9 && code !== 10 && code !== 12 && code !== 13) ||
      code === 0xfffd ||
      code === 127
    )
      strange++;
    else if (code < 127) plain++;
  }
  if (strange > 0.01 * sample.length + 1) return undefined;
  return encoding === 'windows-1252' && plain < 0.6 * sample.length ? undefined : encoding;
}
