import { beforeAll, describe, expect, test } from 'vitest';
import { extractPdfPages } from '../extract-pdf-pages.ts';
import { loadPdfium, type Pdfium } from '../pdfium.ts';
import type { PageWord } from '../pdf-words.ts';
import { drawLines, makePdf, makeSentence, wrapText } from '../testing/make-pdf.ts';
import { makeScan } from '#server/testing/make-scan.ts';
import { findScans } from './find-scans.ts';

let pdfium: Pdfium;
beforeAll(async () => {
  pdfium = await loadPdfium();
});

const words = (text: string): PageWord[] =>
  text.split(' ').map((word) => ({
    text: word,
    left: 0,
    right: 10,
    top: 0,
    bottom: 10,
    size: 10,
    bold: false,
    monospaced: false,
    follows: true,
  }));

describe('findScans', () => {
  test('takes charts under a title on slides as they are, and recognizes slides that are pictures', () => {
    expect([...findScans(['text', 'picture-with-words', 'text', 'picture', 'text'])]).toEqual([3]);
  });

  test('recognizes every page of a scan with page numbers or a stamp', () => {
    expect([...findScans(['picture-with-words', 'picture-with-words', 'picture', 'text'])]).toEqual([
      0, 1, 2,
    ]);
  });
});

describe('extractPdfPages', () => {
  test('marks pages that are pictures, and takes what was recognized on them', async () => {
    const scan = await makeScan([['The heart pumps blood.'], ['The lungs give it oxygen.']]);
    expect(extractPdfPages(pdfium, scan)).toEqual([
      { page: 1, blocks: [], isScan: true, distrustedFonts: [] },
      { page: 2, blocks: [], isScan: true, distrustedFonts: [] },
    ]);
    const recognized = words('The heart pumps blood through the body.').map((word, index) => ({
      ...word,
      left: 30 * index,
      right: 30 * index + 26,
      confidence: 90,
    }));
    const pages = extractPdfPages(
      pdfium,
      scan,
      new Map([
        [1, recognized],
        [2, []],
      ]),
    );
    expect(pages.map(({ isScan }) => isScan)).toEqual([undefined, undefined]);
    expect(pages[0]?.blocks).toMatchObject([
      { kind: 'paragraph', text: 'The heart pumps blood through the body.' },
    ]);
  });

  test('says that scans on which nothing was recognized hold no text', async () => {
    const scan = await makeScan([['Blank.']]);
    expect(() => extractPdfPages(pdfium, scan, new Map([[1, []]]))).toThrow(/contains no readable text/);
  });

  test('reads a page with text as it is', async () => {
    const bytes = await makePdf((pdf, fonts) => {
      const text = [1, 2, 3].map(makeSentence).join(' ');
      drawLines(pdf.addPage(), wrapText(text, fonts.body, 11, 400), { font: fonts.body });
    });
    expect(extractPdfPages(pdfium, bytes)[0]?.isScan).toBeUndefined();
  });
});
