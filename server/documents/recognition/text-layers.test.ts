import { PDFDocument } from 'pdf-lib';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeScan } from '#server/testing/make-scan.ts';
import type { DocumentPage } from '../document-blocks.ts';
import { extractPdfPages } from '../extract-pdf-pages.ts';
import { isTeaching } from '../passage.ts';
import { loadPdfium, type Pdfium } from '../pdfium.ts';
import { splitDocument } from '../split-document.ts';
import { drawMapped, makeMappedPdf, shift, type MappedLine } from '../testing/make-mapped-pdf.ts';
import type { RecognizedWord } from './recognized-page.ts';

let pdfium: Pdfium;
beforeAll(async () => {
  pdfium = await loadPdfium();
});

const prose = [
  'The harbour at Velmora was dug by hand in nine winters.',
  'Every spring the masons counted the stones on the quay.',
  'A narrow lock keeps the water of the upper basin still.',
];
const lines = (texts: readonly string[], style: Omit<MappedLine, 'text'> = {}): MappedLine[] =>
  texts.map((text) => ({ text, ...style }));
/** These pages are small and wide, as slides are. */
const asPoints = (texts: readonly string[]): string => texts.map((line) => `• ${line}`).join(' ');
const extract = async (pages: readonly (readonly MappedLine[])[]): Promise<DocumentPage[]> =>
  extractPdfPages(pdfium, await makeMappedPdf(pages));
const textOf = (pages: readonly DocumentPage[]): string =>
  pages.flatMap(({ blocks }) => blocks.map(({ text }) => text)).join(' ');
const scansOf = (pages: readonly DocumentPage[]): (number | null)[] =>
  pages.flatMap(({ page, isScan }) => (isScan === true ? [page] : []));

describe('a font', () => {
  test.each([
    ['a shifted alphabet', (character: string) => shift(character)],
    ['an alphabet shifted by five', (character: string) => shift(character, 5)],
    [
      'private-use characters',
      (character: string) => String.fromCodePoint(0xe000 + (character.codePointAt(0) ?? 0)),
    ],
  ])('whose table gives %s is distrusted on the affected pages only', async (_, map) => {
    const pages = await extract([lines(prose), lines(prose, { map }), lines(prose)]);
    expect(scansOf(pages)).toEqual([2]);
    expect(pages[1]?.distrustedFonts).toHaveLength(prose.length);
  });

  test('with little text on a page is judged by the whole document', async () => {
    const heading = (text: string): MappedLine => ({
      text,
      font: 'Helvetica-Bold',
      size: 16,
      map: (one) => shift(one, 5),
    });
    const pages = await extract([
      [heading('Glacier Mechanics'), ...lines(prose)],
      [heading('Basal sliding'), ...lines(prose)],
      [heading('Crevasse depth'), ...lines(prose)],
    ]);
    expect(scansOf(pages)).toEqual([1, 2, 3]);
    expect(pages[0]?.distrustedFonts).toEqual([expect.stringContaining('Helvetica-Bold')]);
  });

  test.each([
    ['Spanish', 'El corazón bombea la sangre por todo el cuerpo porque cada célula necesita oxígeno.'],
    ['German', 'Die Zerstäubungstrocknung beschleunigt Stoffwechselprozesse zwischen Gefäßen.'],
    ['terms', 'Acetylcholinesterase, phosphatidylinositol and Chebyshev, Grothendieck, Lipschitz.'],
    ['formulas', 'lim sup inf arg max min log exp cos sin tan rank span det ker dim dHSH dHIH dHRH dSV'],
    ['abbreviations', 'cfg tmp ptr str int char void printf malloc sizeof struct USB HTTP DNS IPv6 TCP'],
  ])('of %s is trusted', async (_, text) => {
    const written = text.normalize('NFC');
    expect(scansOf(await extract([lines([written], { map: (character) => character })]))).toEqual([]);
  });
});

test('letters of formulas are read as plain letters', async () => {
  const map = (character: string) => (character === 'q' ? '\u{1D45E}' : character);
  const pages = await extract([lines([...prose, 'The load q of the wall is known.'], { map })]);
  expect(textOf(pages)).toContain('The load q of the wall is known.');
});

test('the stroke of an unequal sign, which TeX writes before it, and narrow spaces are read', async () => {
  const map = (character: string) =>
    character === 'q' ? '\u0338' : character === 'z' ? '\u2009' : character;
  const pages = await extract([lines([...prose, 'The load q= 3zkN of the wall is known.'], { map })]);
  expect(textOf(pages)).toContain('The load ≠ 3 kN of the wall is known.');
});

describe('a ligature', () => {
  const words = [
    'The \u{FB01}rst of\u{FB01}cer took a scienti\u{FB01}c re\u{FB02}ection on the classi\u{FB01}cation of',
    'a \u{FB02}ood: \u{FB01}fty \u{FB01}nal \u{FB01}gures were de\u{FB01}ned, and the \u{FB02}ow was speci\u{FB01}c.',
  ];
  const right =
    'The first officer took a scientific reflection on the classification of a flood: fifty final figures were defined, and the flow was specific.';

  test.each([
    ['is spelled out', (character: string) => character],
    [
      'without a character is restored',
      (character: string) => (/[\u{FB01}\u{FB02}]/u.test(character) ? '\0' : character),
    ],
    [
      'taken for a foreign letter is restored',
      (character: string) =>
        character === '\u{FB01}' ? '\u{DE}' : character === '\u{FB02}' ? '\u{12B}' : character,
    ],
    [
      'taken for another letter is restored',
      (character: string) => (character === '\u{FB01}' ? 'y' : character),
    ],
    [
      'taken for an exclamation mark is restored',
      (character: string) => (character === '\u{FB01}' ? '!' : character === '\u{FB02}' ? '#' : character),
    ],
    [
      'left out is restored',
      (character: string) => (/[\u{FB01}\u{FB02}]/u.test(character) ? ' ' : character),
    ],
  ])('%s', async (_, map) => {
    // The words of both lines are the only evidence about their font.
    const pages = await extract([lines(words, { map })]);
    expect(textOf(pages)).toBe(right);
  });

  test('written as a capital letter within words is restored', async () => {
    const pages = await extract([lines(['The acJon was a quesJon of moJon, said McDonald.'])]);
    expect(textOf(pages)).toBe('The action was a question of motion, said McDonald.');
  });

  test('that no dictionary word explains makes Lectern recognize the page', async () => {
    const map = (character: string) => (character === '\u{FB02}' ? '\0' : character);
    const pages = await extract([
      lines(['Die P\u{FB02}icht zur Verp\u{FB02}egung bleibt.'], { map }),
      lines(prose),
    ]);
    expect(scansOf(pages)).toEqual([1]);
  });
});

describe('the text over a picture of the page', () => {
  async function layOver(layer: readonly string[], isHidden: boolean): Promise<DocumentPage[]> {
    const pdf = await PDFDocument.load(await makeScan([prose]));
    drawMapped(pdf, pdf.getPage(0), lines(layer, { isHidden }), { left: 20, leading: 14 });
    return extractPdfPages(pdfium, await pdf.save());
  }

  test.each([
    [
      'a poor earlier recognition',
      [
        'Tbe barbour at Velrnora was dng by band in nlne winters.',
        'Every sprlng tbe rnasons connted tbe stoncs on tbe qnay.',
      ],
    ],
    [
      'another page',
      [
        'Plum cake needs two eggs and a spoon of brown sugar.',
        'Stir the batter for as long as it takes to boil tea.',
        'Serve it cold.',
      ],
    ],
  ])('is distrusted if it is %s', async (_, layer) => {
    const pages = await layOver(layer, true);
    expect(scansOf(pages)).toEqual([1]);
    expect(pages[0]?.distrustedFonts).not.toEqual([]);
  });

  test('is kept if it says what the picture shows', async () => {
    expect(textOf(await layOver(prose, true))).toBe(asPoints(prose));
  });
});

describe('a passage', () => {
  const recognize = (text: string, confidence: number): RecognizedWord[] =>
    text.split(' ').map((word, index) => ({
      text: word,
      left: 30 + 40 * index,
      right: 66 + 40 * index,
      top: 40,
      bottom: 51,
      size: 11,
      confidence,
      follows: index > 0,
    }));

  test.each([
    [95, undefined],
    [40, true],
  ])('recognized with a confidence of %d is unsure: %s', async (confidence, isUnsure) => {
    const scan = await makeScan([prose.slice(0, 1)]);
    const words = recognize('The harbour was dug by hand.', confidence);
    const { passages } = splitDocument(extractPdfPages(pdfium, scan, new Map([[1, words]])));
    expect(passages.map((passage) => passage.isUnsure)).toEqual([isUnsure]);
    expect(passages.filter(isTeaching)).toHaveLength(isUnsure === true ? 0 : 1);
  });

  test('keeps the text in trusted fonts if the page could not be recognized', async () => {
    const pdf = await makeMappedPdf([
      [
        { text: 'Glacier Mechanics in one lesson', font: 'Helvetica-Bold', map: (one) => shift(one) },
        ...lines(prose),
      ],
    ]);
    expect(textOf(extractPdfPages(pdfium, pdf, new Map([[1, []]])))).toBe(asPoints(prose));
  });
});
