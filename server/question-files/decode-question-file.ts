import iconv from 'iconv-lite';
import { findTextEncoding } from '#server/documents/decode-text.ts';
import { QuestionFileError } from './question-file.ts';

const DECLARATION = /^(?:\u00EF\u00BB\u00BF)?\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/u;

/**
 * The text of a file, with line feeds. XML is UTF-8 or UTF-16 unless it names another encoding; other text may also be
 * Windows-1252, as spreadsheets write it.
 * @throws {QuestionFileError} not_text.
 */
export function decodeQuestionFile(bytes: Buffer): string {
  const start = bytes.toString('latin1', 0, 300);
  const isXml = /^(?:\u00EF\u00BB\u00BF)?\s*</u.test(start);
  const declared = DECLARATION.exec(start)?.[1];
  const found = findTextEncoding(bytes);
  const isAmong = (encoding: string | undefined): boolean =>
    encoding !== undefined && /^utf-(?:8|16..)$/u.test(encoding);
  const encoding = isXml && !isAmong(found) ? declared : found;
  if (encoding === undefined || !iconv.encodingExists(encoding)) throw new QuestionFileError('not_text');
  const text = iconv.decode(bytes, encoding);
  if (text.includes('\uFFFD') && isXml && !isUtf8(bytes)) throw new QuestionFileError('not_text');
  return text.replace(/^\uFEFF/u, '').replaceAll(/\r\n?/gu, '\n');
}

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
