import { expect, test } from 'vitest';
import { DocumentUnreadableError } from '#server/documents/document-unreadable-error.ts';
import { splitDocument } from '#server/documents/split-document.ts';
import { splitTranscript } from '#server/documents/split-transcript.ts';
import { parseTranscriptFile, SubtitlesUnreadableError } from '#server/documents/subtitles.ts';
import { extractTextPages } from '#server/documents/text-blocks.ts';
import { HOSTILE_TEXTS } from './texts.ts';

/*
 * Texts are read in the worker itself, which does nothing else meanwhile: reading must take time in proportion to the
 * length. What is quadratic takes minutes at this length, and hours at the 10 MiB that are allowed.
 */
function read(bytes: Buffer): void {
  try {
    const { plainText, passages } = splitDocument(extractTextPages(bytes));
    for (const { text, startOffset, endOffset } of passages) {
      expect(plainText.slice(startOffset, endOffset)).toBe(text);
    }
  } catch (error) {
    if (!(error instanceof DocumentUnreadableError)) throw error;
  }
}

function readAsTranscript(bytes: Buffer): void {
  try {
    splitTranscript(parseTranscriptFile(bytes).cues);
  } catch (error) {
    if (!(error instanceof DocumentUnreadableError) && !(error instanceof SubtitlesUnreadableError))
      throw error;
  }
}

test.each(HOSTILE_TEXTS)('%j is read or refused in good time', { timeout: 2_500 }, (_, text) => {
  const bytes = Buffer.from(text);
  read(bytes);
  readAsTranscript(bytes);
});

test('a paragraph of more sentences than a call takes arguments is read', () => {
  const { passages } = splitDocument([
    { page: null, blocks: [{ kind: 'paragraph', text: 'It is so. '.repeat(200_000) }] },
  ]);
  expect(passages.length).toBeGreaterThan(1_000);
});
