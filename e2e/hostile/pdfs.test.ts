import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DocumentUnreadableError } from '#server/documents/document-unreadable-error.ts';
import { createPdfExtractor, type PdfExtractor } from '#server/documents/extract-pdf.ts';
import { mutate } from './mutate.ts';
import { HOSTILE_PDFS, WORDS } from './pdfs.ts';
import { useDirectory } from '#server/testing/use-directory.ts';

const folder = await useDirectory();
let extractor: PdfExtractor;
beforeAll(async () => {
  extractor = createPdfExtractor({ timeoutMs: 1_200, memoryBytes: 400 * 1024 ** 2 });
  await extractor.warm();
});
afterAll(async () => {
  await extractor.close();
});

/** The text, or the problem that people see; anything else is thrown. */
async function read(bytes: Uint8Array): Promise<{ text: string } | { problem: string }> {
  const path = join(folder, 'hostile.pdf');
  await writeFile(path, bytes);
  try {
    const pages = await extractor.extract(path);
    return { text: pages.flatMap(({ blocks }) => blocks.map(({ text }) => text)).join('\n') };
  } catch (error) {
    if (!(error instanceof DocumentUnreadableError)) throw error;
    expect(error.message).toMatch(/^[A-Z][^!]*\.$/u);
    return { problem: error.problem };
  }
}

const harmless = (): Uint8Array => HOSTILE_PDFS[0]?.[2]() ?? expect.fail('There is no harmless PDF.');

describe('a PDF with', () => {
  test.each(HOSTILE_PDFS)('%s: %s', async (ends, _name, make) => {
    const bytes = make();
    const before = process.memoryUsage.rss();
    const found = await read(bytes);
    if (ends === 'text') expect(found).toEqual({ text: WORDS });
    if (ends === 'refused') expect(found).toHaveProperty('problem');
    // Whatever the child went through, its parent did not, and the next PDF is read.
    expect((process.memoryUsage.rss() - before) / 1024 ** 2).toBeLessThan(200);
    expect(await read(harmless())).toEqual({ text: WORDS });
  });
});

test('200 PDFs with bytes that flipped are read or refused, and the next is read', async () => {
  const original = harmless();
  for (let seed = 1; seed <= 200; seed += 1) await read(mutate(original, seed));
  expect(await read(original)).toEqual({ text: WORDS });
});

test('a PDF cut off anywhere is read or refused', async () => {
  const original = harmless();
  for (let length = 0; length < original.length; length += 37) await read(original.subarray(0, length));
  expect(await read(original)).toEqual({ text: WORDS });
});
