import { type PDFDocument, type PDFPage } from 'pdf-lib';
import { expect, test } from 'vitest';
import { extractPdfPages } from '../extract-pdf-pages.ts';
import { loadPdfium } from '../pdfium.ts';
import { characterMap } from '../testing/make-mapped-pdf.ts';
import { makePdf, type TestFonts } from '../testing/make-pdf.ts';

/** A glyph of TeX's font of large symbols. It hangs below the height at which it is written. */
interface Symbol {
  readonly code: number;
  readonly x: number;
  readonly top: number;
  readonly height: number;
  /** Its font maps it to the character of its code, as macOS does. */
  readonly isMapped?: boolean;
}

function drawSymbols(pdf: PDFDocument, page: PDFPage, symbols: readonly Symbol[]): void {
  const { context } = pdf;
  for (const { code, x, top, height, isMapped = false } of symbols) {
    const depth = Math.round((height / size) * 1000);
    const glyph = `500 0 0 ${-depth} 400 0 d1 0 ${-depth} 400 ${depth} re f`;
    const font = context.obj({
      Type: 'Font',
      Subtype: 'Type3',
      BaseFont: 'CMEX10',
      FontBBox: [0, -4000, 1000, 0],
      FontMatrix: [0.001, 0, 0, 0.001, 0, 0],
      FirstChar: code,
      LastChar: code,
      Widths: [500],
      Encoding: { Type: 'Encoding', Differences: [code, 'glyph'] },
      ...(isMapped
        ? {
            ToUnicode: context.register(
              context.stream(characterMap(String.fromCodePoint(code), (same) => same)),
            ),
          }
        : {}),
      CharProcs: context.obj({ glyph: context.register(context.stream(glyph)) }),
    });
    const name = page.node.newFontDictionary('Symbols', context.register(font));
    const text = code.toString(16).padStart(2, '0');
    const drawing = `BT ${name.toString()} ${size} Tf ${x} ${top} Td <${text}> Tj ET`;
    page.node.addContentStream(context.register(context.stream(drawing)));
  }
}

const size = 12;
const leftParenthesis = 0x12;
const rightParenthesis = 0x13;
const [braceTop, braceMiddle, braceBottom] = [0x38, 0x3c, 0x3a];
const sum = 0x50;
const underbrace = [0x7c, 0x7b, 0x7a, 0x7d];

async function readFormula(
  draw: (page: PDFPage, fonts: TestFonts, pdf: PDFDocument) => void,
): Promise<string[]> {
  const bytes = await makePdf((pdf, fonts) => {
    draw(pdf.addPage([612, 792]), fonts, pdf);
  });
  return extractPdfPages(await loadPdfium(), bytes).flatMap(({ blocks }) => blocks.map(({ text }) => text));
}

const writer =
  (page: PDFPage, { body }: TestFonts) =>
  (text: string, x: number, y: number, small = 1) => {
    page.drawText(text, { x, y, size: size * small, font: body });
  };

const drawBar = (page: PDFPage, from: number, to: number, y: number) => {
  page.drawLine({ start: { x: from, y }, end: { x: to, y }, thickness: 0.5 });
};

test('writes the cases behind a brace on one line', async () => {
  const texts = await readFormula((page, fonts, pdf) => {
    const write = writer(page, fonts);
    write('The rule is f(x) =', 72, 700);
    write('x + 1,', 176, 709);
    write('if x > 0', 226, 709);
    write('0,', 176, 691);
    write('if x is smaller', 226, 691);
    drawSymbols(pdf, page, [
      { code: braceTop, x: 170, top: 722, height: 12 },
      { code: braceMiddle, x: 170, top: 710, height: 14 },
      { code: braceBottom, x: 170, top: 696, height: 12 },
    ]);
  });
  expect(texts).toEqual(['The rule is f(x) = {x + 1, if x > 0; 0, if x is smaller']);
});

test('keeps large parentheses, and fractions next to and within each other', async () => {
  const texts = await readFormula((page, fonts, pdf) => {
    const write = writer(page, fonts);
    write('The rate is r =', 72, 700);
    write('a', 160, 708);
    write('b + c', 153, 690);
    drawBar(page, 152, 180, 703);
    write('1', 190, 708);
    write('d + e', 184, 690);
    drawBar(page, 183, 210, 703);
    drawSymbols(pdf, page, [{ code: leftParenthesis, x: 214, top: 717, height: 28 }]);
    write('n +', 222, 700);
    write('u', 252, 718, 0.7);
    write('2 v', 248, 707, 0.7);
    drawBar(page, 247, 258, 715);
    write('w + z', 244, 690);
    drawBar(page, 243, 276, 703);
    drawSymbols(pdf, page, [{ code: rightParenthesis, x: 280, top: 717, height: 28 }]);
    write('for all of them.', 294, 700);
  });
  expect(texts).toEqual(['The rate is r = a/(b + c) 1/(d + e) (n + (u/(2 v))/(w + z)) for all of them.']);
});

test('keeps limits below words, and the label below a brace behind its terms', async () => {
  const texts = await readFormula((page, fonts, pdf) => {
    const write = writer(page, fonts);
    write('It tends to lim f(n) = p + q for every start.', 72, 700);
    const at = (text: string) => 72 + fonts.body.widthOfTextAtSize(text, size);
    write('n=0', at('It tends to '), 692, 0.6);
    drawSymbols(
      pdf,
      page,
      underbrace.map((code, index) => ({
        code,
        x: at('It tends to lim f(n) = ') + 6 * index,
        top: 696,
        height: 3,
      })),
    );
    write('gain', at('It tends to lim f(n) = ') + 4, 685, 0.6);
  });
  expect(texts).toEqual(['It tends to limₙ₌₀ f(n) = p + q_{gain} for every start.']);
});

test('keeps matrices behind a brace', async () => {
  const texts = await readFormula((page, fonts, pdf) => {
    const write = writer(page, fonts);
    write('The map is', 72, 700);
    write('It is what the two of them give together.', 72, 640);
    drawSymbols(pdf, page, [
      { code: braceTop, x: 134, top: 722, height: 12 },
      { code: braceMiddle, x: 134, top: 710, height: 14 },
      { code: braceBottom, x: 134, top: 696, height: 12 },
    ]);
    for (const [index, [above, below]] of [
      ['a', 'b'],
      ['c', 'd'],
    ].entries()) {
      const x = 144 + index * 90;
      drawSymbols(pdf, page, [{ code: leftParenthesis, x, top: 717, height: 28 }]);
      write(above ?? '', x + 10, 708);
      write(below ?? '', x + 10, 692);
      drawSymbols(pdf, page, [{ code: rightParenthesis, x: x + 18, top: 717, height: 28 }]);
    }
  });
  expect(texts).toEqual(['The map is {(a; b) (c; d)', 'It is what the two of them give together.']);
});

test('keeps a fraction right before a letter, and a sum that its font maps to a letter', async () => {
  const texts = await readFormula((page, fonts, pdf) => {
    const write = writer(page, fonts);
    write('It is known that', 72, 700);
    write('d', 168, 708);
    write('dx', 165, 690);
    drawBar(page, 164, 177, 703);
    write('a = 0 and m = c', 177.2, 700);
    drawSymbols(pdf, page, [{ code: sum, x: 262, top: 711, height: 16, isMapped: true }]);
    write('n', 265, 714, 0.6);
    write('i=1', 263, 687, 0.6);
    write('k of them all.', 278, 700);
  });
  expect(texts).toEqual(['It is known that d/dx a = 0 and m = c ∑ᵢ₌₁ⁿ k of them all.']);
});

test('gives each of two sums next to each other its limits', async () => {
  const texts = await readFormula((page, fonts, pdf) => {
    const write = writer(page, fonts);
    write('All pairs have the mean m = c', 72, 700);
    for (const [x, above, below] of [
      [234, 'n', 'i=1'],
      [250, 'm', 'j=i+1'],
    ] as const) {
      drawSymbols(pdf, page, [{ code: sum, x, top: 711, height: 16 }]);
      for (const [text, y] of [
        [above, 714],
        [below, 687],
      ] as const)
        write(text, x + 3 - fonts.body.widthOfTextAtSize(text, 0.6 * size) / 2, y, 0.6);
    }
    write('k of them all.', 266, 700);
  });
  expect(texts).toEqual(['All pairs have the mean m = c ∑ᵢ₌₁ⁿ ∑ⱼ₌ᵢ₊₁^{m} k of them all.']);
});

test('keeps the exponent of a parenthesis apart from the limit of the sum behind it', async () => {
  const texts = await readFormula((page, fonts, pdf) => {
    const write = writer(page, fonts);
    write('All pairs have the mean m =', 72, 700);
    drawSymbols(pdf, page, [
      { code: leftParenthesis, x: 226, top: 717, height: 28 },
      { code: rightParenthesis, x: 241, top: 717, height: 28 },
      { code: sum, x: 265, top: 711, height: 16 },
    ]);
    write('a', 234, 708);
    write('b', 234, 692);
    write('-123', 246, 715, 0.6);
    write('n-1', 263.5, 714, 0.6);
    write('i=1', 263.5, 687, 0.6);
    write('k of them all.', 280, 700);
  });
  expect(texts).toEqual(['All pairs have the mean m = (a; b)⁻¹²³ ∑ᵢ₌₁ⁿ⁻¹ k of them all.']);
});

test('takes no words of a smaller line for the limits of "min" in a sentence', async () => {
  const texts = await readFormula((page, fonts) => {
    const write = writer(page, fonts);
    write('Duration: 45 min', 72, 700, 2);
    const middle = fonts.body.widthOfTextAtSize('Duration: 45 mi', 2 * size) - 4;
    const own = fonts.body.widthOfTextAtSize('– including ten', 1.5 * size) - 40;
    write('– including ten for your questions', 72 + middle - own, 678, 1.5);
  });
  expect(texts.join(' ')).toBe('Duration: 45 min • including ten for your questions');
});

test('keeps a sum with limits and a fraction below the bar of another', async () => {
  const texts = await readFormula((page, fonts, pdf) => {
    const write = writer(page, fonts);
    write('The estimate of the rate is r =', 72, 700);
    write('S', 250, 708);
    drawBar(page, 236, 270, 703);
    drawSymbols(pdf, page, [{ code: sum, x: 240, top: 690, height: 12 }]);
    write('n', 241, 693, 0.7);
    write('k=1', 236, 671, 0.7);
    write('1', 258, 686, 0.6);
    write('k', 258, 676, 0.6);
    drawBar(page, 257, 263, 684);
    write('for all of them.', 276, 700);
  });
  expect(texts).toEqual(['The estimate of the rate is r = S/(∑ₖ₌₁ⁿ 1/k) for all of them.']);
});

test('puts an accent that is written apart on its letter', async () => {
  const texts = await readFormula((page, fonts) => {
    const write = writer(page, fonts);
    write('The error e = p - q is small for large samples.', 72, 700);
    write('ˆ', 72 + fonts.body.widthOfTextAtSize('The error e = p - ', size) + 1, 702);
  });
  expect(texts).toEqual(['The error e = p - q\u0302 is small for large samples.']);
});
