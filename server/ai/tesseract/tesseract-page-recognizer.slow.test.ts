import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { PDFDocument } from 'pdf-lib';
import { afterAll, expect, test } from 'vitest';
import type { RecognitionOutcome } from '#server/documents/recognition/page-recognizer.ts';
import { makeMappedPdf, shift } from '#server/documents/testing/make-mapped-pdf.ts';
import { makePdf } from '#server/documents/testing/make-pdf.ts';
import { makeScan } from '#server/testing/make-scan.ts';
import { createTesseractPageRecognizer } from './tesseract-page-recognizer.ts';
import { useDirectory } from '#server/testing/use-directory.ts';

const lines = [
  'The heart pumps blood through',
  'the body, and the lungs give',
  'it 42 litres of oxygen a day.',
];
const text = lines.join(' ');

const folder = await useDirectory();
const recognizer = createTesseractPageRecognizer({
  languages: ['eng'],
  modelsDirectory: folder,
  processes: 1,
});
afterAll(async () => {
  await recognizer.close();
});

let files = 0;
async function store(bytes: Uint8Array | string): Promise<string> {
  const path = join(folder, `${files++}.pdf`);
  await writeFile(path, bytes);
  return path;
}

const wordsOf = ({ page }: RecognitionOutcome): string =>
  (page?.words ?? []).map((word) => word.text).join(' ');

/** A page of A4 that shows one picture, given as the dictionary of its stream. */
async function makePicturePage(
  picture: Record<string, unknown>,
  content: Uint8Array,
  size: [number, number] = [595, 842],
): Promise<Uint8Array> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  const page = pdf.addPage(size);
  const stream = pdf.context.stream(content, { Type: 'XObject', Subtype: 'Image', ...picture });
  const name = page.node.newXObject('Scan', pdf.context.register(stream));
  const drawing = `q ${size[0]} 0 0 ${size[1]} 0 0 cm ${name.toString()} Do Q`;
  page.node.addContentStream(pdf.context.register(pdf.context.stream(drawing)));
  return pdf.save();
}

test('recognizes a clean page: every word in order, in its place, with confidence', async () => {
  const outcome = await recognizer.recognize(await store(await makeScan([lines])), 1);
  expect(wordsOf(outcome)).toBe(text);
  const { page } = outcome;
  expect(page?.confidence).toBeGreaterThan(85);
  expect(page?.turnedDegrees).toBe(0);
  const [first] = page?.words ?? [];
  // Drawn 20 points from the left and 28 from the top, at 11 points.
  expect(first?.left).toBeCloseTo(20, -1);
  expect((first?.top ?? 0) + 0.75 * (first?.size ?? 0)).toBeCloseTo(28, -1);
  expect(new Set(page?.words.map(({ size }) => size)).size).toBe(1);
});

test.each([1, 2, 3] as const)('reads a page turned by %d quarters', async (quarters) => {
  const outcome = await recognizer.recognize(await store(await makeScan([lines, lines], quarters)), 2);
  expect(wordsOf(outcome)).toBe(text);
  expect(outcome.page?.turnedDegrees).toBe(360 - quarters * 90);
});

test('replaces the words of distrusted fonts, and keeps all others', async () => {
  const body = ['The ice moves faster where melt water', 'reaches the bed, in 2 of 40 valleys.'];
  const pdf = await makeMappedPdf([
    [
      { text: 'Glacier Mechanics', font: 'Helvetica-Bold', size: 16, map: (one) => shift(one) },
      ...body.map((line) => ({ text: line })),
    ],
  ]);
  const { page } = await recognizer.recognize(await store(pdf), 1, undefined, ['0 Helvetica-Bold']);
  expect(page?.words.filter(({ confidence }) => confidence === 100).map((word) => word.text)).toEqual(
    body.join(' ').split(' '),
  );
  expect(page?.words.filter(({ confidence }) => confidence < 100).map((word) => word.text)).toEqual([
    'Glacier',
    'Mechanics',
  ]);
});

test('keeps the words of a distrusted font that are what the picture shows', async () => {
  const sequence = 'MKVLAAGSTP ACGTTGCATT GGCATTACGA TTGCAGGTAC';
  const pdf = await makeMappedPdf([[{ text: sequence, size: 14 }]]);
  const { page } = await recognizer.recognize(await store(pdf), 1, undefined, ['0 Times-Roman']);
  expect(page?.words.map((word) => word.text).join(' ')).toBe(sequence);
  expect(page?.confidence).toBe(100);
});

function makeHugePicture(): Promise<Uint8Array> {
  const side = 20_000;
  const bits = deflateSync(Buffer.alloc((side * side) / 8, 0xff));
  const picture = {
    Width: side,
    Height: side,
    ColorSpace: 'DeviceGray',
    BitsPerComponent: 1,
    Filter: 'FlateDecode',
  };
  return makePicturePage(picture, bits);
}

test('draws a picture of 20,000 × 20,000 pixels smaller', async () => {
  const outcome = await recognizer.recognize(await store(await makeHugePicture()), 1);
  expect(outcome.page?.words).toEqual([]);
});

test.each([
  // Loading takes up to 180 MiB.
  ['grows too large', { memoryBytes: 240 * 1024 ** 2 }],
  ['takes too long', { timeoutSeconds: 0.01 }],
])('gives up a page whose process %s', async (_, limits) => {
  const path = await store(await makeHugePicture());
  const careful = createTesseractPageRecognizer({
    languages: ['eng'],
    modelsDirectory: folder,
    processes: 1,
    ...limits,
  });
  expect(await careful.recognize(path, 1)).toEqual({ problem: 'limit' });
  await careful.close();
});

test('does not blame the page for a process that cannot load', async () => {
  const careful = createTesseractPageRecognizer({
    languages: ['eng'],
    modelsDirectory: folder,
    processes: 1,
    memoryBytes: 50 * 1024 ** 2,
  });
  await expect(careful.recognize(await store(await makeHugePicture()), 1)).rejects.toThrow('too much memory');
  await careful.close();
});

test('finds no words in a damaged picture', async () => {
  const picture = {
    Width: 900,
    Height: 900,
    ColorSpace: 'DeviceRGB',
    BitsPerComponent: 8,
    Filter: 'DCTDecode',
  };
  const noise = Buffer.from('\u{ff}\u{d8}\u{ff}\u{e0} this is no picture at all', 'latin1');
  const outcome = await recognizer.recognize(await store(await makePicturePage(picture, noise)), 1);
  expect(outcome.page?.words).toEqual([]);
});

test('says that a page is damaged, missing or no page to read', async () => {
  expect(await recognizer.recognize(await store('This is no PDF.'), 1)).toEqual({ problem: 'damaged' });
  const strip = await makePdf((pdf) => void pdf.addPage([14_000, 20]));
  expect(await recognizer.recognize(await store(strip), 1)).toEqual({ problem: 'page-shape' });
  expect(await recognizer.recognize(await store(strip), 2)).toEqual({ problem: 'damaged' });
});

test('says which language is missing and how to get it', async () => {
  const foreign = createTesseractPageRecognizer({
    languages: ['eng', 'tlh'],
    modelsDirectory: folder,
    processes: 1,
  });
  await expect(foreign.recognize(await store(await makeScan([lines])), 1)).rejects.toMatchObject({
    problem: 'missing-language',
    message: expect.stringContaining('@tesseract.js-data/tlh') as string,
  });
  await foreign.close();
});

test('stops when the caller does', async () => {
  const reason = new Error('changed my mind');
  const path = await store(await makeScan([lines]));
  await expect(recognizer.recognize(path, 1, AbortSignal.abort(reason))).rejects.toBe(reason);
});
