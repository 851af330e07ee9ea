import { mkdtemp, rm, writeFile, copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPdfExtractor, type PdfExtractor } from './extract-pdf.ts';
import { bodySize, drawBook, drawLines, drawPicture, makePdf, wrapText } from './testing/make-pdf.ts';

let folder: string;
let extractor: PdfExtractor;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-pdf-'));
  extractor = createPdfExtractor();
});
afterAll(async () => {
  await extractor.close();
  await rm(folder, { recursive: true });
});

let files = 0;
async function store(bytes: Uint8Array | string): Promise<string> {
  const path = join(folder, `${files++}.pdf`);
  await writeFile(path, bytes);
  return path;
}

const simple = (text: string) =>
  makePdf(
    (pdf, fonts) =>
      void drawLines(pdf.addPage(), wrapText(text, fonts.body, bodySize, 400), { font: fonts.body }),
  );

/** A hand-written PDF whose page content inflates to `inflatedBytes`. */
function makeInflatingPdf(inflatedBytes: number): Buffer {
  const line = Buffer.from('BT /F1 12 Tf 10 10 Td (swollen words) Tj ET\n');
  const content = deflateSync(Buffer.alloc(inflatedBytes, line), { level: 9 });
  const objects = [
    Buffer.from('<</Type/Catalog/Pages 2 0 R>>'),
    Buffer.from('<</Type/Pages/Kids[3 0 R]/Count 1>>'),
    Buffer.from(
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    ),
    Buffer.concat([
      Buffer.from(`<</Filter/FlateDecode/Length ${content.length}>>stream\n`),
      content,
      Buffer.from('\nendstream'),
    ]),
    Buffer.from('<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'),
  ];
  const parts = objects.map((body, index) =>
    Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')]),
  );
  return Buffer.concat([
    Buffer.from('%PDF-1.4\n'),
    ...parts,
    Buffer.from('trailer<</Root 1 0 R/Size 6>>\n%%EOF'),
  ]);
}

describe('createPdfExtractor', () => {
  test('reads a book: headings with level, whole sentences, no running heads or page numbers', async () => {
    const path = await store(await makePdf((pdf, fonts) => drawBook(pdf, fonts, 12)));
    const pages = await extractor.extract(path);
    expect(pages.map(({ page }) => page)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
    expect(pages[0]?.blocks[0]).toEqual({ kind: 'heading', text: '1 Chapter about part 1', level: 1 });
    expect(pages[10]?.blocks[0]).toMatchObject({ kind: 'heading', text: '2 Chapter about part 2' });
    const text = pages.flatMap(({ blocks }) => blocks.map((block) => block.text)).join('\n');
    expect(text).not.toContain('Principles of Everything');
    expect(text).not.toMatch(/^\d+$/m);
    expect(text).toContain('The cell regulates the flow of energy in case 0, as was shown before.');
  });

  test.each([
    ['an empty file', '', 'empty'],
    ['something else', 'This is only text, not a PDF at all.', 'damaged'],
    ['a header without a body', '%PDF-1.7\n', 'damaged'],
  ])('refuses %s', async (_, content, problem) => {
    await expect(extractor.extract(await store(content))).rejects.toMatchObject({ problem });
  });

  test('refuses or repairs a truncated PDF, and never reads it as nothing', async () => {
    const bytes = await simple('The heart pumps blood through the body, and the lungs give it oxygen.');
    await expect(extractor.extract(await store(bytes.subarray(0, bytes.length / 3)))).rejects.toMatchObject({
      name: 'DocumentUnreadableError',
    });
  });

  test('says that a PDF with a password is protected', async () => {
    const path = join(folder, 'encrypted.pdf');
    await copyFile(new URL('./testing/encrypted.pdf', import.meta.url), path);
    await expect(extractor.extract(path)).rejects.toMatchObject({
      problem: 'encrypted',
      message: /password/,
    });
  });

  test('says that a picture holds no readable text', async () => {
    const path = await store(await makePdf((pdf) => drawPicture(pdf.addPage())));
    await expect(extractor.extract(path)).rejects.toMatchObject({
      problem: 'no-readable-text',
      message: /holds no readable text/,
    });
  });

  test('refuses more than 2,000 pages', async () => {
    const path = await store(await makePdf((pdf) => Array.from({ length: 2001 }, () => pdf.addPage())));
    await expect(extractor.extract(path)).rejects.toMatchObject({ problem: 'too-many-pages' });
  });

  test('a PDF that swells in memory costs its process only; the next PDF is read', async () => {
    const careful = createPdfExtractor({ memoryBytes: 300 * 1024 ** 2 });
    try {
      await expect(careful.extract(await store(makeInflatingPdf(900 * 1024 ** 2)))).rejects.toMatchObject({
        problem: expect.stringMatching(/^(?:memory-limit|time-limit)$/) as string,
      });
      const pages = await careful.extract(
        await store(await simple('The worker lives on and reads the next document.')),
      );
      expect(pages[0]?.blocks[0]?.text).toBe('The worker lives on and reads the next document.');
    } finally {
      await careful.close();
    }
  });

  test('a PDF that takes too long is given up; the next one is read', async () => {
    const hasty = createPdfExtractor({ timeoutMs: 1500 });
    try {
      await expect(hasty.extract(await store(makeInflatingPdf(200 * 1024 ** 2)))).rejects.toMatchObject({
        problem: expect.stringMatching(/^(?:memory-limit|time-limit)$/) as string,
      });
      const path = await store(await simple('Patience is not needed for this one page of text.'));
      expect((await hasty.extract(path))[0]?.blocks).toHaveLength(1);
    } finally {
      await hasty.close();
    }
  });

  test('stops when the caller does', async () => {
    const path = await store(makeInflatingPdf(100 * 1024 ** 2));
    const controller = new AbortController();
    const reading = extractor.extract(path, controller.signal);
    setTimeout(() => controller.abort(new Error('changed my mind')), 50);
    await expect(reading).rejects.toThrow('changed my mind');
  });
});
