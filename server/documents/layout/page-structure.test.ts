import { StandardFonts, type PDFDocument, type PDFPage, degrees, rgb } from 'pdf-lib';
import { beforeAll, describe, expect, test } from 'vitest';
import { extractPdfPages } from '../extract-pdf-pages.ts';
import { loadPdfium, type Pdfium } from '../pdfium.ts';
import { splitDocument } from '../split-document.ts';
import { attachNote, drawFrame, drawNotesPage, drawSlide, SLIDES } from '../testing/draw-slides.ts';
import { drawLines, makePdf, makeSentence, wrapText, type TestFonts } from '../testing/make-pdf.ts';

let pdfium: Pdfium;
beforeAll(async () => {
  pdfium = await loadPdfium();
});

type Draw = (pdf: PDFDocument, fonts: TestFonts) => void;

const read = async (draw: Draw) => extractPdfPages(pdfium, await makePdf(draw));

async function readTexts(draw: Draw): Promise<string[]> {
  const pages = await read(draw);
  return pages.flatMap(({ blocks }) => blocks.map(({ text }) => text));
}

const black = rgb(0, 0, 0);

describe('tables', () => {
  const head = ['River', 'Length', 'Source'];
  const rows = [
    ['Orra', '41 km', 'a lake'],
    ['Sund', '', 'two springs', 'below the ridge'],
    ['Voss', '62 km', 'a glacier'],
  ];
  const expected = [
    'River | Length | Source',
    'Orra | 41 km | a lake',
    'Sund | – | two springs below the ridge',
    'Voss | 62 km | a glacier',
  ].join('\n');
  const lefts = [70, 190, 310];

  function drawTable(page: PDFPage, { body, bold }: TestFonts, byColumn: boolean): void {
    const write = (text: string, column: number, y: number, font = body) =>
      page.drawText(text, { x: lefts[column] ?? 0, y, size: 11, font });
    const texts = rows.flatMap(([name = '', length = '', ...source], row) => [
      { text: name, column: 0, y: 660 - row * 40 },
      { text: length, column: 1, y: 660 - row * 40 },
      ...source.map((text, line) => ({
        text,
        column: 2,
        y: 660 - row * 40 + (source.length > 1 ? 6.5 : 0) - line * 13,
      })),
    ]);
    for (const [column, text] of head.entries()) write(text, column, 700, bold);
    const ordered = byColumn ? texts.toSorted((a, b) => a.column - b.column) : texts;
    for (const { text, column, y } of ordered.filter(({ text: own }) => own !== '')) write(text, column, y);
  }

  function drawGrid(page: PDFPage): void {
    for (const row of [0, 1, 2, 3])
      for (const column of [0, 1, 2]) drawFrame(page, 65 + column * 120, 570 + row * 40, 120, 40);
  }

  test.each([
    ['ruled', true, false],
    ['without lines', false, false],
    ['written column by column', false, true],
  ])('reads a table %s row by row, with wrapped and empty cells', async (_name, isRuled, byColumn) => {
    const pages = await read((pdf, fonts) => {
      const page = pdf.addPage([612, 792]);
      if (isRuled) drawGrid(page);
      drawTable(page, fonts, byColumn);
      drawLines(page, wrapText([1, 2, 3].map(makeSentence).join(' '), fonts.body, 11, 468), {
        font: fonts.body,
        top: 500,
      });
    });
    expect(pages[0]?.blocks[0]).toEqual({ kind: 'table', text: expected });
    expect(pages[0]?.blocks[1]?.text).toContain(makeSentence(1));
  });

  test('repeats a cell over several rows, and writes one over several columns once', async () => {
    const texts = await readTexts((pdf, { body }) => {
      const page = pdf.addPage([612, 792]);
      const write = (text: string, x: number, y: number) =>
        page.drawText(text, { x, y, size: 11, font: body });
      drawFrame(page, 60, 680, 100, 30);
      drawFrame(page, 160, 680, 200, 30);
      write('Town', 70, 690);
      write('Rain on the coast', 215, 690);
      drawFrame(page, 60, 620, 100, 60);
      write('Brae', 70, 645);
      for (const [row, cells] of [
        ['41', '96'],
        ['62', '71'],
      ].entries())
        for (const [column, text] of cells.entries()) {
          drawFrame(page, 160 + column * 100, 650 - row * 30, 100, 30);
          write(text, 170 + column * 100, 660 - row * 30);
        }
    });
    expect(texts).toEqual(['Town | Rain on the coast\nBrae | 41 | 96\nBrae | 62 | 71']);
  });
});

describe('frames and formulas that are no tables', () => {
  test('prose that the lines of a frame cross stays prose, unlike the head of a table', async () => {
    const prose = [
      'The tide leaves mud among the stems of the marsh each time that it turns, and',
      'the marsh grows by it from year to year until it is as high as the highest of',
      'the tides. It drowns where the sea rises faster than the mud is laid down by',
      'the water, which is seen along many coasts that sink as well as it is on this.',
    ];
    const wide = 'Length of the three rivers of this valley in the springs of both of these years';
    const texts = await readTexts((pdf, { body }) => {
      const page = pdf.addPage([612, 792]);
      for (const row of [0, 1])
        for (const column of [0, 1]) drawFrame(page, 65 + column * 200, 650 + row * 30, 200, 30);
      for (const [row, text] of prose.entries())
        page.drawText(text, { x: 72, y: 697 - 14 * row, size: 11, font: body });
      drawFrame(page, 65, 560, 400, 30);
      page.drawText(wide, { x: 72, y: 572, size: 11, font: body });
      for (const row of [0, 1])
        for (const column of [0, 1, 2, 3, 4, 5, 6, 7]) {
          drawFrame(page, 65 + column * 50, 530 - row * 30, 50, 30);
          page.drawText(`${row}${column} m`, {
            x: 70 + column * 50,
            y: 542 - row * 30,
            size: 11,
            font: body,
          });
        }
    });
    const cells = (row: number) => Array.from({ length: 8 }, (_, column) => `${row}${column} m`).join(' | ');
    expect(texts).toEqual([prose.join(' '), [wide, cells(0), cells(1)].join('\n')]);
  });

  test('a table keeps its standard errors in parentheses', async () => {
    const rows = [
      ['Group', 'First year', 'Second year', 'Third year'],
      ['Young', '4.1', '3.2', '2.7'],
      ['', '(1.2)', '(1.4)', '(1.1)'],
      ['Old', '5.3', '6.4', '7.1'],
      ['', '(1.5)', '(1.1)', '(1.3)'],
    ];
    const pages = await read((pdf, { body }) => {
      const page = pdf.addPage([612, 792]);
      for (const [row, cells] of rows.entries())
        for (const [column, text] of cells.entries())
          if (text !== '')
            page.drawText(text, { x: 72 + column * 110, y: 700 - 16 * row, size: 11, font: body });
    });
    expect(pages.flatMap(({ blocks }) => blocks.map(({ kind }) => kind))).toEqual(['table']);
  });

  test('a table keeps long formulas in its cells', async () => {
    const rows = [
      ['Rule', 'Function', 'Derivative'],
      ['Sum', 'f = u + v + w + x + y', 'g = a + b + c + d + e'],
      ['Product', 'f = u v + v w + w u', 'g = a b + b c + c d'],
      ['Power', 'f = u u u + v v v', 'g = a u u + b v v'],
    ];
    const pages = await read((pdf, { body }) => {
      const page = pdf.addPage([612, 792]);
      for (const [row, cells] of rows.entries())
        for (const [column, text] of cells.entries())
          page.drawText(text, { x: 72 + column * 150, y: 700 - 16 * row, size: 11, font: body });
    });
    expect(pages[0]?.blocks).toEqual([
      { kind: 'table', text: rows.map((cells) => cells.join(' | ')).join('\n') },
    ]);
  });

  test('formulas with their numbers stay lines', async () => {
    const pages = await read((pdf, { body }) => {
      const page = pdf.addPage([612, 792]);
      page.drawText('The sums of the values are known.', { x: 72, y: 730, size: 11, font: body });
      for (const [row, formula] of ['x = a + b', 'y = a − c', 'z = 2 b + c', 'w = 3 a'].entries()) {
        page.drawText(formula.replace('−', '-'), { x: 200, y: 700 - 22 * row, size: 11, font: body });
        page.drawText(`(2.${row + 1})`, { x: 500, y: 700 - 22 * row, size: 11, font: body });
      }
    });
    expect(pages.flatMap(({ blocks }) => blocks.map(({ kind }) => kind))).not.toContain('table');
  });
});

describe('superscripts and subscripts', () => {
  function writeRuns(
    page: PDFPage,
    { body }: TestFonts,
    y: number,
    runs: readonly [string, number?][],
  ): void {
    let x = 72;
    for (const [text, rise = 0] of runs) {
      const size = rise === 0 ? 12 : 8;
      page.drawText(text, { x, y: y + rise, size, font: body });
      x += body.widthOfTextAtSize(text, size);
    }
  }

  test('are written as such, and footnote marks are left out', async () => {
    const lines: [string, number?][][] = [
      [['It holds 6.02 × 10'], ['23', 4], [' particles.']],
      [['It is 4 × 10'], ['-9', 4], [' metres wide.']],
      [['The acid H'], ['2', -2], ['SO'], ['4', -2], [' burns.']],
      [['The sum x'], ['k+q', 4], [' grows.']],
      [['This was allowed'], ['3', 4], [' on the 19'], ['th', 4], [' day.']],
    ];
    const texts = await readTexts((pdf, fonts) => {
      const page = pdf.addPage([612, 792]);
      for (const [row, runs] of lines.entries()) writeRuns(page, fonts, 700 - row * 60, runs);
    });
    expect(texts).toEqual([
      'It holds 6.02 × 10²³ particles.',
      'It is 4 × 10⁻⁹ metres wide.',
      'The acid H₂SO₄ burns.',
      'The sum x^{k+q} grows.',
      'This was allowed on the 19th day.',
    ]);
  });

  test('writes a fraction on one line, unless the bar is a rule of a table', async () => {
    const texts = await readTexts((pdf, { body }) => {
      const page = pdf.addPage([612, 792]);
      const write = (text: string, x: number, y: number) =>
        page.drawText(text, { x, y, size: 12, font: body });
      for (const [row, [above, below]] of [
        ['U', 'I'],
        ['a + b', '2t'],
      ].entries()) {
        const y = 700 - row * 60;
        write('The value is x =', 72, y);
        write(above ?? '', 160, y + 8);
        write(below ?? '', 160, y - 8);
        page.drawLine({
          start: { x: 158, y: y + 4 },
          end: { x: 190 - (1 - row) * 20, y: y + 4 },
          thickness: 0.6,
        });
        write('for every wire.', 196 - (1 - row) * 20, y);
      }
      for (const [row, text] of ['41', '62'].entries()) {
        write(text, 163, 510 - row * 20);
        drawFrame(page, 160, 505 - row * 20, 18, 20);
      }
      drawFrame(page, 60, 485, 100, 40);
      write('Brae', 130, 500);
    });
    expect(texts).toEqual([
      'The value is x = U/I for every wire.',
      'The value is x = (a + b)/(2t) for every wire.',
      'Brae | 41\nBrae | 62',
    ]);
  });

  test('keeps the limits of a sum', async () => {
    const texts = await readTexts((pdf, { body }) => {
      const page = pdf.addPage([612, 792]);
      const symbols = pdf.embedStandardFont(StandardFonts.Symbol);
      page.drawText('The sum is S =', { x: 72, y: 700, size: 12, font: body });
      page.drawText('∑', { x: 156, y: 698, size: 18, font: symbols });
      page.drawText('n', { x: 160, y: 716, size: 7, font: body });
      page.drawText('k=1', { x: 157, y: 688, size: 7, font: body });
      page.drawText('k for all positive numbers.', { x: 174, y: 700, size: 12, font: body });
    });
    expect(texts).toEqual(['The sum is S = ∑ₖ₌₁ⁿ k for all positive numbers.']);
  });

  test('an initial over two lines is not a base', async () => {
    const texts = await readTexts((pdf, { body }) => {
      const page = pdf.addPage([612, 792]);
      page.drawText('T', { x: 72, y: 686, size: 36, font: body });
      page.drawText('he river rose for three days in the spring of that year', {
        x: 94,
        y: 701,
        size: 12,
        font: body,
      });
      page.drawText('and fell again before the harvest could begin.', {
        x: 97,
        y: 686,
        size: 12,
        font: body,
      });
    });
    expect(texts.join(' ')).not.toMatch(/[\^_]\{/u);
  });

  test('a formula drawn as outlines is marked in its place', async () => {
    const texts = await readTexts((pdf, { body }) => {
      const page = pdf.addPage([612, 792]);
      page.drawText('The three quantities are linked by', { x: 72, y: 700, size: 12, font: body });
      for (const [index, height] of [14, 10, 14, 6, 14].entries())
        page.drawSvgPath(
          `M 0 0 C 2 ${-height} 6 ${-height} 8 0 L 6 0 C 5 ${-height / 2} 3 ${-height / 2} 2 0 L 1 1 L 0 1 Z`,
          { x: 200 + index * 12, y: 675, color: black },
        );
      page.drawText('For a lamp of 60 watts the current is half an ampere.', {
        x: 72,
        y: 640,
        size: 12,
        font: body,
      });
    });
    expect(texts.join(' ')).toBe(
      'The three quantities are linked by [formula] For a lamp of 60 watts the current is half an ampere.',
    );
  });
});

describe('regions of a page', () => {
  const bodyOf = (index: number) => SLIDES[index]?.points;

  test.each([
    ['with frames', true],
    ['without frames', false],
  ])('reads the slides of a handout %s one after the other', async (_name, hasFrames) => {
    const pages = await read((pdf, fonts) => {
      for (const first of [0, 2]) {
        const page = pdf.addPage([842, 595]);
        for (const side of [0, 1]) {
          if (hasFrames) drawFrame(page, 10 + side * 416, 150, 400, 300);
          drawSlide(page, fonts, first + side, { x: 10 + side * 416, y: 150, width: 400 });
        }
      }
    });
    expect(pages.map(({ page, titlePath }) => [page, titlePath?.at(-1)])).toEqual([
      [1, 'Tides'],
      [1, 'Walls'],
      [2, 'Mud'],
      [2, 'Quiz'],
    ]);
    expect(pages.map(({ blocks }) => blocks.map(({ text }) => text))).toEqual([0, 1, 2, 3].map(bodyOf));
  });

  test('reads four slides on an upright page, and leaves out its date', async () => {
    const pages = await read((pdf, fonts) => {
      const page = pdf.addPage([595, 842]);
      page.drawText('12 May', { x: 500, y: 820, size: 9, font: fonts.body });
      for (const index of [0, 1, 2, 3]) {
        const [x, y] = [30 + (index % 2) * 275, index < 2 ? 500 : 200];
        drawFrame(page, x, y, 250, 187);
        drawSlide(page, fonts, index, { x, y, width: 250 });
      }
    });
    expect(pages.map(({ titlePath }) => titlePath?.at(-1))).toEqual(SLIDES.map(({ title }) => title));
    expect(JSON.stringify(pages)).not.toContain('12 May');
  });

  const notes = ['Tell the story of the ferry', 'Ask who has seen a wall of stones'];

  test.each([
    ['follows its slide, whose copy is left out', true, [3, 4]],
    ['follows the picture of its slide', false, [1, 2]],
  ])('a page of notes %s', async (_name, hasSlides, expected) => {
    const pages = await read((pdf, fonts) => {
      if (hasSlides) for (const index of [0, 1]) drawSlide(pdf.addPage([720, 540]), fonts, index);
      for (const index of [0, 1]) drawNotesPage(pdf, fonts, index, notes[index] ?? '');
    });
    expect(pages.map(({ page, kind, titlePath }) => [page, kind, titlePath?.at(-1)])).toEqual([
      [1, 'slide', 'Tides'],
      [expected[0], 'notes', 'Tides'],
      [2, 'slide', 'Walls'],
      [expected[1], 'notes', 'Walls'],
    ]);
    const { passages, sections, plainText } = splitDocument(pages);
    expect(sections.map(({ heading }) => heading)).toEqual(['Tides', 'Walls']);
    expect(plainText.split('Loose stones')).toHaveLength(2);
    // A passage from a slide to its notes would mix the two in one quotation.
    expect(passages.filter(({ text }) => text.includes('Tell the story')).map(({ text }) => text)).toEqual([
      notes[0],
    ]);
  });

  test('notes attached to a slide follow it', async () => {
    const pages = await read((pdf, fonts) => {
      for (const index of [0, 1]) {
        const page = pdf.addPage([720, 540]);
        drawSlide(page, fonts, index);
        page.drawText('Harbours, spring term', { x: 40, y: 14, size: 10, font: fonts.body });
        attachNote(page, notes[index] ?? '');
      }
    });
    expect(
      pages.map(({ kind, titlePath, blocks }) => [
        kind,
        titlePath?.at(-1),
        ...blocks.map(({ text }) => text),
      ]),
    ).toEqual([
      ['slide', 'Tides', ...(bodyOf(0) ?? [])],
      ['notes', 'Tides', notes[0]],
      ['slide', 'Walls', ...(bodyOf(1) ?? [])],
      ['notes', 'Walls', notes[1]],
    ]);
  });

  test('leaves out the small print in the margins of a single page', async () => {
    const texts = await readTexts((pdf, { body }) => {
      const page = pdf.addPage([612, 792]);
      page.drawText('Journal of Old Timber 12 (1931)', { x: 72, y: 760, size: 9, font: body });
      drawLines(page, wrapText([1, 2, 3].map(makeSentence).join(' '), body, 11, 468), { font: body });
      page.drawText('44', { x: 300, y: 30, size: 11, font: body });
    });
    expect(texts).toEqual([[1, 2, 3].map(makeSentence).join(' ')]);
  });

  test('keeps footnotes that reach into the margin of a single page', async () => {
    const texts = await readTexts((pdf, { body }) => {
      const page = pdf.addPage([612, 792]);
      drawLines(page, wrapText([1, 2, 3].map(makeSentence).join(' '), body, 11, 468), { font: body });
      const notes = [
        '1 The beam was measured with a cord.',
        '2 See The Tolls of Arn, its first part, and in it',
        'page 12',
      ];
      drawLines(page, notes, { font: body, size: 9, top: 62 });
      page.drawText('12 May 1931', { x: 300, y: 20, size: 9, font: body });
    });
    expect(texts.slice(1)).toEqual([
      'The beam was measured with a cord.',
      'See The Tolls of Arn, its first part, and in it page 12',
    ]);
  });

  test('reads a sideways table below an upright heading, but not the label of an axis', async () => {
    const table = [
      ['Station', 'Spring', 'Autumn'],
      ['North gate', '9.4 metres', '8.1 metres'],
      ['Old pier', '7.2 metres', '6.6 metres'],
      ['Light tower', '11.8 metres', '10.9 metres'],
    ];
    const pages = await read((pdf, { body, bold }) => {
      const page = pdf.addPage([595, 842]);
      page.drawText('Depth of the channel', { x: 60, y: 800, size: 14, font: bold });
      for (const [row, cells] of table.entries())
        for (const [column, text] of cells.entries())
          page.drawText(text, {
            x: 180 + row * 40,
            y: 180 + column * 190,
            size: 12,
            font: body,
            rotate: degrees(90),
          });
      const other = pdf.addPage([595, 842]);
      drawLines(other, wrapText([1, 2, 3, 4].map(makeSentence).join(' '), body, 11, 400), { font: body });
      other.drawText('Depth in metres', { x: 40, y: 400, size: 9, font: body, rotate: degrees(90) });
    });
    expect(pages.map(({ page, blocks }) => [page, ...blocks.map(({ text }) => text)])).toEqual([
      [1, 'Depth of the channel'],
      [1, table.map((row) => row.join(' | ')).join('\n')],
      [2, [1, 2, 3, 4].map(makeSentence).join(' ')],
    ]);
  });
});

describe('text that PDFs write in unusual ways', () => {
  const readContent = (content: string) =>
    readTexts((pdf, { body }) => {
      const page = pdf.addPage([612, 792]);
      page.drawText('The river rose.', { x: 72, y: 730, size: 12, font: body });
      const font = page.node.newFontDictionary('Body', body.ref).toString();
      page.node.addContentStream(pdf.context.register(pdf.context.stream(content.replaceAll('/F', font))));
    });

  test('words that are set tight have spaces between them', async () => {
    expect(
      await readContent(
        'BT /F 12 Tf 72 700 Td [(It took) -120 (water) -120 (from) -120 (the) -120 (hills.)] TJ ET',
      ),
    ).toEqual(['The river rose.', 'It took water from the hills.']);
  });

  test('text in the part of a picture that is cut off is left out', async () => {
    expect(
      await readContent(
        'q 0 600 612 100 re W n BT /F 12 Tf 72 650 Td (It fell again.) Tj 0 -200 Td (It was a draft.) Tj ET Q',
      ),
    ).toEqual(['The river rose.', 'It fell again.']);
  });
});

describe('text side by side', () => {
  test('reads two columns below an abstract that is longer than they are', async () => {
    const sentences = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => makeSentence(from + index)).join(' ');
    const texts = await readTexts((pdf, { body }) => {
      const page = pdf.addPage([612, 792]);
      drawLines(page, wrapText(sentences(0, 16), body, 11, 480), { font: body, left: 60, top: 740 });
      for (const column of [0, 1])
        drawLines(page, wrapText(sentences(20 + 10 * column, 3), body, 11, 225), {
          font: body,
          left: 60 + column * 255,
          top: 340,
        });
    });
    expect(texts.join(' ')).toContain(`${sentences(20, 3)} ${sentences(30, 3)}`);
  });

  const drawColumn = (page: PDFPage, { body }: TestFonts, from: number, left: number, top: number) => {
    const text = Array.from({ length: 6 }, (_, index) => makeSentence(from + index)).join(' ');
    return drawLines(page, wrapText(text, body, 11, 220), { font: body, left, top });
  };

  test('reads a formula that ends in the gutter with its column', async () => {
    const formula = 'map(swap(first, second), swap(third, fourth), fifth)';
    const texts = await readTexts((pdf, fonts) => {
      const page = pdf.addPage([612, 792]);
      const y = drawColumn(page, fonts, 0, 60, 740);
      const size = (11 * 233) / fonts.body.widthOfTextAtSize(formula, 11);
      page.drawText(formula, { x: 60, y: y - 4, size, font: fonts.body });
      drawColumn(page, fonts, 10, 60, y - 26);
      for (const [part, top] of [740, 480].entries()) drawColumn(page, fonts, 20 + 10 * part, 296, top);
    });
    const text = texts.join(' ');
    const places = [makeSentence(0), formula, makeSentence(10), makeSentence(20)].map((part) =>
      text.indexOf(part),
    );
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
  });

  test('reads text next to a chart in its column, even if the chart meets one across the page', async () => {
    const texts = await readTexts((pdf, fonts) => {
      const page = pdf.addPage([612, 792]);
      drawFrame(page, 60, 640, 480, 100);
      drawFrame(page, 60, 490, 220, 130);
      page.drawLine({ start: { x: 61, y: 640 }, end: { x: 61, y: 620 }, color: black });
      const caption =
        'Figure 1. What the river carries at each of its mouths, in winter and in summer, in tonnes.';
      page.drawText(caption, { x: 66, y: 626, size: 11, font: fonts.body });
      drawColumn(page, fonts, 0, 60, 460);
      drawColumn(page, fonts, 10, 320, 600);
      drawColumn(page, fonts, 20, 320, 430);
    });
    const text = texts.join(' ');
    expect(text).toContain(makeSentence(0));
    expect(text.indexOf(makeSentence(10))).toBeGreaterThan(text.indexOf(makeSentence(0)));
  });

  test.each([
    ['', ''],
    [', where the line above ends in a small symbol', '*'],
  ])('keeps the last line of a text across both columns with that text%s', async (_name, symbol) => {
    const texts = await readTexts((pdf, { body }) => {
      const page = pdf.addPage([612, 792]);
      const wide =
        'Abstract. We compare the toll books of the valley with the beams that survive, and we argue that it was';
      page.drawText(symbol, { x: 63 + body.widthOfTextAtSize(wide, 11), y: 740, size: 7, font: body });
      drawLines(page, [wide, 'deliberate.'], { font: body, left: 60, top: 740, size: 11 });
      for (const column of [0, 1])
        drawLines(
          page,
          wrapText(
            Array.from({ length: 9 }, (_, index) => makeSentence(column * 50 + index)).join(' '),
            body,
            11,
            220,
          ),
          {
            font: body,
            left: 60 + column * 250,
            top: 690,
          },
        );
    });
    expect(texts[0]).toMatch(/^Abstract\. .* it was\*? deliberate\.$/u);
    expect(texts[1]).toContain(makeSentence(8));
  });

  test('separates small lines next to a large title, and remarks next to code', async () => {
    const pages = await read((pdf, { body, bold, code }) => {
      const page = pdf.addPage([720, 540]);
      page.drawText('Code example', { x: 40, y: 470, size: 36, font: bold });
      page.drawText('import java.util.Arrays;', { x: 400, y: 484, size: 14, font: code });
      page.drawText('import java.util.concurrent.Flow;', { x: 400, y: 466, size: 14, font: code });
      for (const [row, line] of ['class Worker {', 'int size = 3;', 'void run() { work(); }', '}'].entries())
        page.drawText(line, { x: 40, y: 380 - row * 24, size: 16, font: code });
      page.drawText('Each subclass of Thread', { x: 440, y: 332, size: 18, font: body });
      page.drawText('runs by itself', { x: 440, y: 308, size: 18, font: body });
    });
    expect(pages[0]?.titlePath).toEqual(['Code example']);
    const texts = pages[0]?.blocks.map(({ text }) => text) ?? [];
    expect(texts.join('\n')).toMatch(/import java\.util\.Arrays;\n\s*import java\.util\.concurrent\.Flow;/u);
    expect(texts.join('\n')).toContain('void run() { work(); }\n}');
    expect(texts.join('\n')).toContain('Each subclass of Thread');
  });
});
