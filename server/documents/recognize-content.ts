import { fileTypeFromBuffer } from 'file-type';
import { decodeBytes } from '#contract/text-encoding/decode-bytes.ts';
import { isMarkup } from './decode-text.ts';

/** The type of a file, by its content: one that Lectern reads, one that can be converted to that, or neither. */
export type RecognizedContent =
  'video' | 'pdf' | 'text' | 'archive' | 'film' | 'office' | 'picture' | 'sound' | 'markup' | 'unknown';

/** Content that Lectern does not read, by its media type. */
const CONVERTIBLE: readonly (readonly [content: RecognizedContent, types: RegExp])[] = [
  ['picture', /^image\//u],
  ['sound', /^audio\//u],
  ['film', /^video\//u],
  ['office', /officedocument|opendocument|macroenabled|x-cfb|rtf/u],
  ['archive', /^application\/(?:zip|gzip|x-(?:7z-compressed|bzip2|rar-compressed|tar|xz))$/u],
];

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

/**
 * Recognises a file by its first bytes (up to `recognizedBytes`), whatever its name: MP4, MOV, M4V, WebM and MKV are
 * video; a PDF header within the first 1,024 bytes, with nothing but text or white space before it, is a PDF; bytes
 * that decode as text are text, unless they are a web page or a script. Programs are unknown.
 */
export async function recognizeContent(firstBytes: Uint8Array): Promise<RecognizedContent> {
  const bytes = firstBytes.subarray(0, recognizedBytes);
  const header = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, pdfHeaderWithin + 5));
  const pdfAt = header.indexOf('%PDF-', 0, 'latin1');
  if (pdfAt === 0) return 'pdf';
  const known = await fileTypeFromBuffer(bytes);
  if (known && videoTypes.has(known.mime)) return 'video';
  if (pdfAt > 0) return isHarmlessPrefix(header.subarray(0, pdfAt)) ? 'pdf' : 'unknown';
  if (isMarkup(header.toString('utf8').replace(/[\u{0}\u{FEFF}\u{FFFD}]/gu, ''))) return 'markup';
  // file-type knows no plain text; what it knows beyond video and PDF is another kind of file.
  if (known && known.mime !== 'application/pdf')
    return CONVERTIBLE.find(([, types]) => types.test(known.mime))?.[0] ?? 'unknown';
  return bytes.length === 0 || decodeBytes(bytes).kind === 'binary' ? 'unknown' : 'text';
}

/** A PDF after a web page or an archive is a file that wants to be two things. */
function isHarmlessPrefix(prefix: Buffer): boolean {
  const text = prefix.toString('latin1');
  return decodeBytes(prefix).kind !== 'binary' && !/[<{]|PK\u{3}|^MZ|^\u{7f}ELF/u.test(text);
}
