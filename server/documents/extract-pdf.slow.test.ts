import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ManualClock } from '../testing/manual-clock.ts';
import { createPdfExtractor, type PdfExtractorOptions } from './extract-pdf.ts';
import { bodySize, drawLines, makePdf, wrapText } from './testing/make-pdf.ts';
import { useDirectory } from '#server/testing/use-directory.ts';

const folder = await useDirectory();

let files = 0;
async function store(bytes: Uint8Array): Promise<string> {
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

/** Reads a page of text after a PDF that inflates to `mebibytes`, whose failure is returned. */
async function readAfter(
  mebibytes: number,
  { whileReading, ...options }: PdfExtractorOptions & { whileReading?: () => Promise<void> },
): Promise<unknown> {
  const extractor = createPdfExtractor(options);
  await extractor.warm();
  try {
    const reading = extractor.extract(await store(makeInflatingPdf(mebibytes * 1024 ** 2)));
    const failure = reading.then(
      () => undefined,
      (error: unknown) => error,
    );
    await whileReading?.();
    const text = 'The process is replaced and reads the next document.';
    const pages = await extractor.extract(await store(await simple(text)));
    expect(pages[0]?.blocks[0]?.text).toBe(text);
    return await failure;
  } finally {
    await extractor.close();
  }
}

test('a PDF that swells in memory costs its process only; the next PDF is read', async () => {
  expect(await readAfter(900, { memoryBytes: 300 * 1024 ** 2 })).toMatchObject({ problem: 'memory-limit' });
});

test('a PDF that takes too long is given up; the next one is read', async () => {
  const clock = new ManualClock();
  const whileReading = async (): Promise<void> => {
    // The limit of this PDF, and the look at the memory: it is being read.
    await clock.untilWaiting(2);
    await clock.advance(1_000);
  };
  expect(await readAfter(200, { clock, timeoutMs: 1_000, whileReading })).toMatchObject({
    problem: 'time-limit',
  });
});

test('stops when the caller does', async () => {
  const clock = new ManualClock();
  const extractor = createPdfExtractor({ clock });
  await extractor.warm();
  const controller = new AbortController();
  const path = await store(makeInflatingPdf(100 * 1024 ** 2));
  const reading = extractor.extract(path, controller.signal);
  const failure = expect(reading).rejects.toThrow('changed my mind');
  await clock.untilWaiting(2);
  controller.abort(new Error('changed my mind'));
  await failure;
  await extractor.close();
});

test.each([
  ['an empty file', '', 'empty'],
  ['something else', 'This is only text, not a PDF at all.', 'damaged'],
])('refuses %s by way of the process', async (_, content, problem) => {
  const extractor = createPdfExtractor();
  await expect(extractor.extract(await store(Buffer.from(content)))).rejects.toMatchObject({ problem });
  await extractor.close();
});
