import mammoth from 'mammoth';
import { expect, test } from 'vitest';
import type { Block, PrintedDocument } from './printed-document.ts';
import { setDocument } from './set-document.ts';
import { readPdf } from './testing/read-pdf.ts';
import { tidyText } from './tidy-text.ts';

const withBlocks = (blocks: readonly Block[], rest: Partial<PrintedDocument> = {}): PrintedDocument => ({
  title: 'A document',
  language: 'en',
  paper: 'a4',
  sections: [{ head: { left: 'Geology', right: 'Version A' }, foot: 'Exam code K4T9', blocks }],
  ...rest,
});

const text = (words: string): Block => ({ kind: 'text', text: words });

const question = (number: number, words: string): Block => ({
  kind: 'labelled',
  label: `${number}.`,
  isTogether: true,
  blocks: [
    text(words),
    ...['A', 'B', 'C', 'D'].map((label): Block => ({
      kind: 'labelled',
      label,
      blocks: [text(`Answer ${label} of ${number}`)],
    })),
  ],
});

async function readWord(file: Uint8Array): Promise<string> {
  const { value } = await mammoth.extractRawText({ buffer: Buffer.from(file) });
  return value;
}

test.for(['a4', 'letter'] as const)('never splits a question across two pages of %s', async (paper) => {
  const blocks = Array.from({ length: 60 }, (_, index) =>
    question(index + 1, `Stem ${index + 1} begins. ${'Words of the stem. '.repeat(index % 17)}`),
  );
  const { file, missing } = await setDocument(withBlocks(blocks, { paper }), 'pdf');
  const pages = await readPdf(file);
  expect(missing).toEqual([]);
  expect(pages.length).toBeGreaterThan(5);
  for (let number = 1; number <= 60; number += 1) {
    const page = pages.find((each) => each.includes(`Stem ${number} begins.`));
    expect(page).toContain(`Answer A of ${number} `);
    expect(page).toContain(`Answer D of ${number} `);
  }
});

test('counts the pages of each section, and names its version on each', async () => {
  const blocks = Array.from({ length: 40 }, (_, index) => question(index + 1, 'What is granite?'));
  const section = (letter: string) => ({
    head: { left: 'Geology', right: `Version ${letter}` },
    foot: 'Exam code K4T9',
    blocks,
  });
  const { file } = await setDocument({ ...withBlocks([]), sections: [section('A'), section('B')] }, 'pdf');
  const pages = await readPdf(file);
  const half = pages.length / 2;
  expect(half).toBeGreaterThan(1);
  for (const [index, page] of pages.entries()) {
    expect(page).toContain(index < half ? 'Version A' : 'Version B');
    expect(page).toContain(`Page ${(index % half) + 1} of ${half}`);
    expect(page).toContain('Exam code K4T9');
  }
});

test('shows Latin, Greek, Cyrillic, math and right-to-left text', async () => {
  const words = 'Çàłğ ſ Ελλάδα Привет ∑ ∫ √ ≤ ∞ ∀ ∈ ℝ 𝔸 → ½ x² שלום مرحبا ქართული';
  const { file, missing } = await setDocument(withBlocks([text(words)]), 'pdf');
  expect(missing).toEqual([]);
  const [page = ''] = await readPdf(file);
  for (const word of ['Ελλάδα', 'Привет', '∑', '√', '≤', '∞', 'ℝ', '½', 'ქართული'])
    expect(page).toContain(word);
});

test('names the characters that the fonts lack, once, and draws a box for each', async () => {
  const { file, missing } = await setDocument(withBlocks([text('Light is 光 or 🎉 and again 光.')]), 'pdf');
  expect(missing.map((point) => String.fromCodePoint(point))).toEqual(['光', '🎉']);
  expect((await readPdf(file)).join(' ')).toContain('Light is □ or □ and again □.');
  expect((await setDocument(withBlocks([text('光')]), 'docx')).missing).toEqual([]);
});

const HOSTILE = '<script>alert(1)</script> & ]]> {{x}} %PDF-1.7 \\u0000 </w:t> (a) \\) endstream';

test('keeps hostile text as text, in both formats', async () => {
  const words = tidyText(`${HOSTILE}\u0000\u0007\u202E\uD800 end`);
  const pdf = await setDocument(withBlocks([text(words)]), 'pdf');
  const [page = ''] = await readPdf(pdf.file);
  expect(page).toContain(HOSTILE);
  expect(Buffer.from(pdf.file).toString('latin1')).not.toMatch(/\/JavaScript|\/OpenAction|\/Launch/u);
  const word = await setDocument(withBlocks([text(words)]), 'docx');
  expect(await readWord(word.file)).toContain(HOSTILE);
});

test('sets a stem of 10,000 characters over pages without losing a word', async () => {
  const words = Array.from({ length: 1_400 }, (_, index) => `word${index}`);
  const long = `${words.join(' ')} ${'x'.repeat(10_000)}`;
  const { file } = await setDocument(withBlocks([question(1, long)]), 'pdf');
  const pages = (await readPdf(file)).map((page) =>
    page.replaceAll(/Geology|Version A|Exam code K4T9|Page \d+ of \d+/gu, ''),
  );
  const read = pages.join(' ');
  expect(pages.length).toBeGreaterThan(3);
  expect(read.match(/word\d+/gu)).toEqual(words);
  expect(read.match(/x+/gu)?.join('')).toHaveLength(10_000);
  expect(read).toContain('Answer D of 1');
});

test('writes every block to a Word file that another program reads', async () => {
  const { file } = await setDocument(
    withBlocks([
      { kind: 'title', text: 'Midterm', above: 'Geology 101' },
      { kind: 'fields', fields: [{ label: 'Name' }, { label: 'Date', value: '24 November' }] },
      question(1, 'What is שלום in English?'),
      { kind: 'code', text: 'def f(n):\n    return n < 3' },
      {
        kind: 'labelled',
        label: '2.',
        aside: '5 points',
        blocks: [text('Explain.'), { kind: 'lines', count: 3 }],
      },
      { kind: 'bubbles', rows: [{ label: '1', letters: ['A', 'B', 'C'] }] },
      { kind: 'grid', cells: [{ label: '1', text: 'C' }] },
    ]),
    'docx',
  );
  const read = await readWord(file);
  for (const part of [
    'Midterm',
    'Geology 101',
    'Name',
    '24 November',
    'What is שלום in English?',
    'Answer D of 1',
    '    return n < 3',
    '(5 points)',
    'A ○  B ○  C ○',
  ])
    expect(read).toContain(part);
});

test('keeps the event loop free while it sets a document', async () => {
  const blocks = Array.from({ length: 120 }, (_, index) =>
    question(index + 1, 'What is granite made of? '.repeat(8)),
  );
  let ticks = 0;
  const timer = setInterval(() => (ticks += 1), 5);
  const { file } = await setDocument(withBlocks(blocks), 'pdf');
  clearInterval(timer);
  expect((await readPdf(file)).length).toBeGreaterThan(15);
  // If this thread set it, no timer would run in between.
  expect(ticks).toBeGreaterThan(20);
});

test('rejects a document that is too long, before it is set', async () => {
  const blocks = Array.from({ length: 30 }, () => text('x'.repeat(100_000)));
  await expect(setDocument(withBlocks(blocks), 'pdf')).rejects.toMatchObject({ code: 'payload_too_large' });
});
