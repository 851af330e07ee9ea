import { fileTypeFromBuffer } from 'file-type';
import { decodeBytes } from '#contract/text-encoding/decode-bytes.ts';

/** What a file is, by its content. */
export type RecognizedContent = 'video' | 'pdf' | 'text' | 'unknown';

/** So many bytes from a file's beginning are enough for `recognizeContent`. */
export const recognizedBytes = 65_536;

const videoTypes = new Set([
  'video/mp4',
  'video/quicktime',
  'video/x-m4v',
  'video/webm',
  'video/matroska',
  'video/x-matroska',
]);
const pdfHeaderWithin = 1024;
const markup = /^\s*(?:<!doctype|<html|<\?xml|<svg|<script|<head|<body|<\?php|#!\s*\/)/i;

/**
 * Recognises a file by its first bytes (up to `recognizedBytes`), whatever its name: MP4, MOV, M4V, WebM and MKV are
 * video; a PDF header within the first 1,024 bytes, with nothing but text or white space before it, is a PDF; bytes
 * that decode as text are text. Archives, programs, pictures, web pages and scripts are unknown.
 */
export async function recognizeContent(firstBytes: Uint8Array): Promise<RecognizedContent> {
  const bytes = firstBytes.subarray(0, recognizedBytes);
  const header = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, pdfHeaderWithin + 5));
  const pdfAt = header.indexOf('%PDF-', 0, 'latin1');
  if (pdfAt === 0) return 'pdf';
  const known = await fileTypeFromBuffer(bytes);
  if (known && videoTypes.has(known.mime)) return 'video';
  if (pdfAt > 0) return isHarmlessPrefix(header.subarray(0, pdfAt)) ? 'pdf' : 'unknown';
  // file-type knows no plain text; what it knows beyond video and PDF is another kind of file.
  if (known && known.mime !== 'application/pdf') return 'unknown';
  if (bytes.length === 0 || decodeBytes(bytes).kind === 'binary') return 'unknown';
  const start = header.toString('utf8').replace(/[\u{0}\u{FEFF}\u{FFFD}]/gu, '');
  return markup.test(start) ? 'unknown' : 'text';
}

/** A PDF after a web page or an archive is a file that wants to be two things. */
function isHarmlessPrefix(prefix: Buffer): boolean {
  const text = prefix.toString('latin1');
  return decodeBytes(prefix).kind !== 'binary' && !/[<{]|PK\u{3}|^MZ|^\u{7f}ELF/u.test(text);
}
