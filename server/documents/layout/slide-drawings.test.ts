import { rgb, type PDFPage } from 'pdf-lib';
import { expect, test } from 'vitest';
import { extractPdfPages } from '../extract-pdf-pages.ts';
import { loadPdfium } from '../pdfium.ts';
import { drawFrame, drawSlide, SLIDES } from '../testing/draw-slides.ts';
import { makePdf, type TestFonts } from '../testing/make-pdf.ts';

type Draw = (page: PDFPage, write: (text: string, x: number, y: number, size?: number) => void) => void;

/** Reads the last of several slides of 720 by 540 points. */
async function readLast(draw: Draw) {
  const bytes = await makePdf((pdf, fonts) => {
    for (const index of SLIDES.keys()) drawSlide(pdf.addPage([720, 540]), fonts, index);
    const page = pdf.addPage([720, 540]);
    page.drawText('Channels', { x: 36, y: 432, size: 50, font: fonts.bold });
    draw(page, (text, x, y, size = 24) => page.drawText(text, { x, y, size, font: fonts.body }));
  });
  const pages = extractPdfPages(await loadPdfium(), bytes);
  return pages.at(-1)?.blocks ?? [];
}

const black = { color: rgb(0, 0, 0), borderColor: rgb(0, 0, 0) };

const lineOnly = { borderColor: rgb(0, 0, 0) };

const drawArrow = (page: PDFPage, x: number, y: number, length: number) =>
  page.drawSvgPath(
    `M 0 0 L ${length - 8} 4 L ${length - 8} 8 L ${length} 2 L ${length - 8} -4 L ${length - 8} 0 Z`,
    {
      x,
      y,
      ...black,
    },
  );

test('keeps the labels of a drawing apart from the points at their height', async () => {
  const blocks = await readLast((page, write) => {
    write('• The sender has a variable', 36, 360);
    write('• The receiver measures another', 36, 320);
    write('• Noise is added between them', 36, 280);
    write('u', 440, 320);
    drawArrow(page, 460, 326, 60);
    page.drawEllipse({ x: 560, y: 328, xScale: 38, yScale: 20, borderColor: rgb(0, 0, 0), borderWidth: 1 });
    write('relay', 536, 320);
    drawArrow(page, 600, 326, 60);
    write('v', 668, 320);
  });
  expect(blocks.map(({ kind, text }) => [kind, text])).toEqual([
    ['list-item', '• The sender has a variable'],
    ['list-item', '• The receiver measures another'],
    ['list-item', '• Noise is added between them'],
    ['index', 'u relay v'],
  ]);
});

test('takes no part of a chart for the bullet of a number at its axis', async () => {
  const blocks = await readLast((page, write) => {
    write('• The capacity grows with the power', 36, 360);
    page.drawEllipse({ x: 470, y: 206, xScale: 4, yScale: 4, ...black });
    write('4', 484, 200, 18);
  });
  expect(blocks.map(({ text }) => text)).not.toContain('• 4');
});

test('reads a formula above the symbols of a navigation bar as text', async () => {
  const blocks = await readLast((page, write) => {
    for (const x of [0, 360]) page.drawRectangle({ x, y: 0, width: 360, height: 22, ...black });
    for (let symbol = 0; symbol < 6; symbol++)
      page.drawEllipse({ x: 500 + 30 * symbol, y: 34, xScale: 10, yScale: 6, ...black });
    write('• The energy of a resting body is:', 36, 360);
    write('E = m c', 420, 54);
  });
  expect(blocks.map(({ kind, text }) => [kind, text])).toEqual([
    ['list-item', '• The energy of a resting body is:'],
    ['list-item', '• E = m c'],
  ]);
});

test('takes no drawn number in a circle for a formula', async () => {
  const blocks = await readLast((page, write) => {
    const ellipse = (width: number, height: number) =>
      Array.from({ length: 40 }, (_, corner) => {
        const angle = (corner * Math.PI) / 20;
        return `${width * Math.cos(angle)} ${height * Math.sin(angle)}`;
      }).join(' L ');
    for (const [index, text] of ['Ask a question about causes', 'Answer the question with data'].entries()) {
      const y = 360 - 40 * index;
      for (const outline of [ellipse(9, 9), ellipse(1.5, 5)])
        page.drawSvgPath(`M ${outline} Z`, { x: 50, y: y + 7, borderWidth: 1 });
      write(text, 66, y);
    }
  });
  expect(blocks.map(({ text }) => text)).toEqual([
    '• Ask a question about causes',
    '• Answer the question with data',
  ]);
});

function writeInTwoBoxes(write: (text: string, x: number, y: number) => void): void {
  write('Dual therapy adds a', 46, 350);
  write('second medication to the', 46, 320);
  write('first and continues both.', 46, 290);
  write('Monotherapy continues the', 380, 350);
  write('first medication without', 380, 320);
  write('any other at any time.', 380, 290);
}

test('reads boxes side by side one by one', async () => {
  const blocks = await readLast((page, write) => {
    for (const x of [36, 370]) drawFrame(page, x, 270, 310, 110);
    writeInTwoBoxes(write);
  });
  expect(blocks.map(({ text }) => text)).toEqual([
    '• Dual therapy adds a second medication to the first and continues both.',
    '• Monotherapy continues the first medication without any other at any time.',
  ]);
});

test('reads short lines that lead away from a drawing as text', async () => {
  const blocks = await readLast((page, write) => {
    for (const [index, x] of [400, 450, 500].entries())
      page.drawEllipse({ x, y: 390 - index * 4, xScale: 30, yScale: 20, borderWidth: 1, ...lineOnly });
    for (const [index, text] of ['Near', 'Speed', 'Cost', 'Safety', 'Size', 'Weight'].entries())
      write(text, 430, 346 - 28 * index);
  });
  const text = blocks.flatMap((block) => (block.kind === 'index' ? [] : block.text)).join(' ');
  expect(text).toContain('Safety');
});

test('reads the boxes of a slide with a logo of many outlines', async () => {
  const blocks = await readLast((page, write) => {
    for (let glyph = 0; glyph < 70; glyph++)
      page.drawEllipse({ x: 560 + 2 * glyph, y: 30, xScale: 3, yScale: 4, ...black });
    for (const x of [36, 370])
      page.drawSvgPath('M 0 0 L 290 0 Q 310 0 310 20 L 310 110 L 20 110 Q 0 110 0 90 Z', {
        ...{ x, y: 380, borderWidth: 1, ...lineOnly },
      });
    writeInTwoBoxes(write);
  });
  expect(blocks.map(({ text }) => text)).toContain(
    '• Dual therapy adds a second medication to the first and continues both.',
  );
});

test('does not join the longest of several points to the next', async () => {
  const blocks = await readLast((_, write) => {
    write('Who is asked', 36, 360);
    write('Criteria and strategies', 36, 332);
    write('Pitfalls of the common framework', 36, 304);
    write('Distinguishing estimates', 36, 276);
    write('• What follows', 36, 200);
  });
  expect(blocks.map(({ text }) => text)).toEqual([
    '• Who is asked',
    '• Criteria and strategies',
    '• Pitfalls of the common framework',
    '• Distinguishing estimates',
    '• What follows',
  ]);
});

test('keeps the hyphen of a compound that a slide breaks, and joins letters that are set apart', async () => {
  const blocks = await readLast((_, write) => {
    for (const [index, letter] of Array.from('LECTURE ONE').entries())
      if (letter !== ' ') write(letter, 36 + 22 * index, 380, 14);
    write('• They begin with the drug when the low-', 36, 320);
    write('density lipoprotein is above the limit.', 49, 292);
  });
  expect(blocks.map(({ text }) => text)).toEqual([
    '• LECTURE ONE',
    '• They begin with the drug when the low-density lipoprotein is above the limit.',
  ]);
});

test('reads the slides of a handout with a page number larger than their titles one by one', async () => {
  const bytes = await makePdf((pdf, fonts: TestFonts) => {
    const page = pdf.addPage([612, 792]);
    for (const index of SLIDES.keys()) {
      const [x, y] = [index % 2 === 0 ? 58 : 318, index < 2 ? 472 : 143];
      drawFrame(page, x, y, 236, 177);
      drawSlide(page, fonts, index, { x, y, width: 236 });
    }
    page.drawText('1', { x: 570, y: 25, size: 22, font: fonts.body });
  });
  const pages = extractPdfPages(await loadPdfium(), bytes);
  expect(pages.map(({ titlePath }) => titlePath)).toEqual(SLIDES.map(({ title }) => [title]));
});

test('reads a slide as one although spaces between words leave its middle free', async () => {
  const bytes = await makePdf((pdf, fonts: TestFonts) => {
    for (const index of SLIDES.keys()) drawSlide(pdf.addPage([720, 540]), fonts, index);
    const page = pdf.addPage([720, 540]);
    for (const [left, right, y, size] of [
      ['Database', 'management', 432, 50],
      ['• Tools for the input, search,', 'and output of all the data', 324, 24],
    ] as const) {
      const gap = size / 8;
      page.drawText(left, {
        x: 360 - gap - fonts.body.widthOfTextAtSize(left, size),
        y,
        size,
        font: fonts.body,
      });
      page.drawText(right, { x: 360 + gap, y, size, font: fonts.body });
    }
  });
  const pages = extractPdfPages(await loadPdfium(), bytes);
  expect(pages.slice(SLIDES.length).map(({ titlePath }) => titlePath)).toEqual([['Database management']]);
  expect(pages.at(-1)?.blocks.map(({ text }) => text)).toEqual([
    '• Tools for the input, search, and output of all the data',
  ]);
});
