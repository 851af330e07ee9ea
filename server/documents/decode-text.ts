import { message } from '#contract/messages/make-message.ts';
import { decodeBytes } from '#contract/text-encoding/decode-bytes.ts';
import { DocumentUnreadableError } from './document-unreadable-error.ts';

/** Text files larger than this are refused. */
export const maximumTextBytes = 10 * 1024 * 1024;

/** Markup and scripts pose as text; what a person would call the text of a lesson they are not. */
export const isMarkup = (text: string): boolean =>
  /^\s*(?:<!doctype|<html|<\?xml|<svg|<script|<head|<body|<\?php|#!\s*\/)/iu.test(text);

export interface DecodedText {
  readonly text: string;
  /** The name of the file's encoding if it had to be guessed; otherwise null. */
  readonly guessedEncoding: string | null;
}

/**
 * Decodes a text file: any Unicode encoding, and legacy encodings if they are certain.
 * @throws {DocumentUnreadableError} empty, too-large, not-text
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  if (bytes.length === 0) throw new DocumentUnreadableError('empty');
  if (bytes.length > maximumTextBytes) {
    throw new DocumentUnreadableError('too-large', { coded: message('document_text_too_large') });
  }
  const decoded = decodeBytes(bytes);
  if (decoded.kind === 'binary') throw new DocumentUnreadableError('not-text');
  if (decoded.kind === 'unsure') {
    const coded =
      decoded.encoding === null
        ? message('document_encoding_unknown')
        : message('document_encoding_uncertain', { encoding: decoded.encoding });
    throw new DocumentUnreadableError('not-text', { coded });
  }
  return { text: checkText(decoded.text), guessedEncoding: decoded.guessedEncoding ?? null };
}

/**
 * Normalizes the text of a lesson: line ends become `\n`; control characters and the byte order mark are removed.
 * @throws {DocumentUnreadableError} empty, not-text
 */
export function checkText(given: string): string {
  const text = given
    .replace(/^\u{FEFF}/u, '')
    .replace(/\r\n?|\u{2028}|\u{85}/gu, '\n')
    .replace(/\f|\u{2029}/gu, '\n\n')
    .replace(/[^\P{Cc}\n\t]/gu, '');
  if (isMarkup(text)) throw new DocumentUnreadableError('not-text');
  if (text.trim() === '') throw new DocumentUnreadableError('empty');
  return text;
}
