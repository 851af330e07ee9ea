import { type PDFDocument, type PDFFont, type PDFPage, StandardFonts } from 'pdf-lib';
import { beforeAll, describe, expect, test } from 'vitest';
import { extractPdfPages } from '../extract-pdf-pages.ts';
import { loadPdfium, type Pdfium } from '../pdfium.ts';
import { drawMapped } from '../testing/make-mapped-pdf.ts';
import { drawLines, makePdf, makeSentence, wrapText, type TestFonts } from '../testing/make-pdf.ts';

let pdfium: Pdfium;
beforeAll(async () => {
  pdfium = await loadPdfium();
});

/** The blocks of all pages; of drawings only if they have labels. */
async function readTexts(draw: (pdf: PDFDocument, fonts: TestFonts) => void): Promise<string[]> {
  const pages = extractPdfPages(pdfium, await makePdf(draw));
  return pages.flatMap(({ blocks }) => blocks.map(({ text }) => text));
}

const paragraph = (from: number): string =>
  Array.from({ length: 8 }, (_, index) => makeSentence(from + index)).join(' ');

/** Draws text in a column 240 points wide. */
const drawColumn = (page: PDFPage, text: string, font: PDFFont, left: number, top: number, size = 10) =>
  drawLines(page, wrapText(text, font, size, 240), { font, size, left, top });

const twoColumns = [54, 318] as const;

/** Draws pieces of a line one after the other, each with its size and height above the line. */
function drawRuns(page: PDFPage, font: PDFFont, y: number, runs: readonly [string, number, number][]): void {
  let x = 72;
  for (const [text, size, rise] of runs) {
    page.drawText(text, { x, y: y + rise, size, font });
    x += font.widthOfTextAtSize(text, size);
  }
}

describe('accents that are drawn over their letters', () => {
  /** Draws a word with an accent over one of its letters, before that letter or at the end of the line. */
  function drawAccented(page: PDFPage, font: PDFFont, y: number, word: string, at: number, accent: string) {
    const width = (text: string) => font.widthOfTextAtSize(text, 12);
    const raise = /\p{Lu}/u.test(word[at] ?? '') ? 3 : 0;
    const letter = 72 + width(word.slice(0, at));
    page.drawText(word.slice(0, at), { x: 72, y, size: 12, font });
    const x = letter + (width(word[at] ?? '') - width(accent)) / 2;
    page.drawText(accent, { x, y: y + raise, size: 12, font });
    page.drawText(word.slice(at), { x: letter, y, size: 12, font });
    page.drawText('found the comet.', { x: 80 + width(word), y, size: 12, font });
  }

  test('are written with them', async () => {
    const texts = await readTexts((pdf, { body }) => {
      const page = pdf.addPage([612, 792]);
      drawAccented(page, body, 700, 'Andre', 4, '´');
      drawAccented(page, body, 600, 'Gunther', 1, '¨');
      drawAccented(page, body, 500, 'Emilie', 0, '´');
    });
    expect(texts).toEqual(['André found the comet.', 'Günther found the comet.', 'Émilie found the comet.']);
  });
});

test('a comma after an exponent has no space before it', async () => {
  const texts = await readTexts((pdf, { body }) => {
    drawRuns(pdf.addPage([612, 792]), body, 700, [
      ['The field is 40 m', 12, 0],
      ['2', 7, 4],
      [', and the dyke is higher.', 12, 0],
    ]);
  });
  expect(texts).toEqual(['The field is 40 m², and the dyke is higher.']);
});

test('a root that hangs from its baseline, as in TeX, is on the line of its number', async () => {
  const texts = await readTexts((pdf, { body }) => {
    const page = pdf.addPage([612, 792]);
    const y = 792 - 30;
    page.drawText('A group has k =', { x: 72, y: y - 7, size: 12, font: body });
    drawMapped(pdf, page, [{ text: ',', size: 12, map: () => '√' }], { left: 156 });
    page.drawText('n members, which is the square root.', { x: 160, y: y - 7, size: 12, font: body });
  });
  expect(texts).toEqual(['A group has k = √n members, which is the square root.']);
});

test.each([
  ['T', 'he river rose', 'The river rose'],
  ['A', 'lthough it rained', 'Although it rained'],
  ['A', 'river rose', 'A river rose'],
  ['W', 'hen it rained', 'When it rained'],
  ['R', 'programming lasted', 'R programming lasted'],
])('an initial %j over two lines belongs to %j', async (initial, start, expected) => {
  const texts = await readTexts((pdf, { body }) => {
    const page = pdf.addPage([612, 792]);
    page.drawText(initial, { x: 72, y: 686, size: 36, font: body });
    page.drawText(`${start} for three days in the spring of that year`, {
      x: 100,
      y: 701,
      size: 12,
      font: body,
    });
    page.drawText('and fell again before the harvest could begin.', { x: 100, y: 687, size: 12, font: body });
  });
  expect(texts.join(' ')).toContain(`${expected} for three days`);
});

test('a cross after a tick with a note is no bullet', async () => {
  const texts = await readTexts((pdf, { body }) => {
    const page = pdf.addPage([612, 792]);
    const marks = pdf.embedStandardFont(StandardFonts.ZapfDingbats);
    for (const [row, name] of ['Brae', 'Holm', 'Ness', 'Skerry'].entries()) {
      const y = 700 - row * 14;
      page.drawText(name, { x: 72, y, size: 10, font: body });
      page.drawText('✓', { x: 150, y, size: 10, font: marks });
      page.drawText('b', { x: 158, y: y + 4, size: 6, font: body });
      page.drawText('✗', { x: 190, y, size: 10, font: marks });
      page.drawText('✓', { x: 230, y, size: 10, font: marks });
    }
  });
  expect(texts.join('\n')).toContain('✗');
  expect(texts.join('\n')).not.toContain('•');
});

describe('the foot of a page', () => {
  test('in several parts, which differ on left and right pages, is in no passage', async () => {
    const texts = await readTexts((pdf, { body }) => {
      for (let number = 1; number <= 6; number++) {
        const page = pdf.addPage([612, 792]);
        for (const [column, left] of twoColumns.entries())
          drawColumn(page, paragraph(20 * number + 8 * column), body, left, 700);
        const odd = number === 1 ? ['mud.example/1', 'Mud, first part'] : ['Berg', `Mud | Vol. ${number}`];
        const parts = number % 2 === 0 ? [`${number} | mud.example`, 'Berg'] : odd;
        for (const [column, left] of twoColumns.entries())
          page.drawText(parts[column] ?? '', { x: left, y: 40, size: 7, font: body });
      }
    });
    expect(texts.join(' ')).not.toMatch(/Berg|mud\.example|Vol\.|Mud/u);
  });

  test('does not take the number with which a reference ends', async () => {
    const texts = await readTexts((pdf, { body }) => {
      for (let number = 1; number <= 3; number++) {
        const page = pdf.addPage([612, 792]);
        page.drawText(`Marshes ${number}`, { x: 280, y: 750, size: 9, font: body });
        const y = drawColumn(page, paragraph(20 * number), body, 54, 700);
        if (number === 2) {
          page.drawText('Tingay, S., Tremblay, C., and Croft, S. 2018, Journal 856,', {
            x: 54,
            y,
            size: 10,
            font: body,
          });
          page.drawText('31', { x: 64, y: y - 12, size: 10, font: body });
        }
      }
    });
    expect(texts.join(' ')).toContain('Journal 856, 31');
  });
});

test('an address above two columns stays above them', async () => {
  const texts = await readTexts((pdf, { body, bold }) => {
    const page = pdf.addPage([612, 792]);
    page.drawText('How salt marshes rise', { x: 54, y: 730, size: 18, font: bold });
    page.drawText('Anna Berg, Carl Dunn, Eva Frey, Gina Holm, Ivan Jones, Kate Lund, and Mary North', {
      x: 54,
      y: 705,
      size: 9,
      font: bold,
    });
    page.drawText(
      'Institute of the Coast and its Marshes, Department of Mud and Sand, Harbour Street, 12345 Hull',
      {
        x: 54,
        y: 690,
        size: 7,
        font: body,
      },
    );
    drawColumn(page, 'Data from forty posts show how the ground rises. '.repeat(3), bold, 54, 655, 8);
    drawColumn(page, paragraph(0), body, 54, 560);
    drawColumn(page, paragraph(10), body, 318, 655);
  });
  const text = texts.join('\n');
  expect(text).toMatch(/Mary North\n[^]*Hull\n[^]*Data from forty posts show how the ground rises\. Data/u);
});

describe('a figure of several pictures', () => {
  const draw = (page: PDFPage, font: PDFFont, y: number) => {
    for (const [label, x] of [
      ['(a) Brae', 110],
      ['(b) Holm', 290],
      ['(c) Ness', 470],
    ] as const)
      page.drawText(label, { x, y, size: 8, font });
    page.drawText('Fig. 3. The three islands at low tide, with the posts of 1990.', {
      x: 54,
      y: y - 24,
      size: 8,
      font,
    });
  };

  test('has its captions in order, and no sentence runs through them', async () => {
    const [first, second] = [paragraph(0), paragraph(10)];
    const texts = await readTexts((pdf, { body }) => {
      const one = pdf.addPage([612, 792]);
      drawColumn(one, paragraph(30), body, 54, 700);
      drawColumn(one, `${second} The ground truth`, body, 318, 700);
      const two = pdf.addPage([612, 792]);
      draw(two, body, 700);
      drawColumn(two, `for the events was measured. ${first}`, body, 54, 640);
      drawColumn(two, paragraph(50), body, 318, 640);
      drawColumn(pdf.addPage([612, 792]), paragraph(70), body, 54, 700);
    });
    const text = texts.join(' ');
    expect(text).toContain('The ground truth for the events was measured.');
    expect(text).toContain('(a) Brae (b) Holm (c) Ness Fig. 3.');
  });
});

test('leaves out the numbers and titles of axes, but not the heading above a chart', async () => {
  const draw = (pdf: PDFDocument, { body }: TestFonts) => {
    const page = pdf.addPage([612, 792]);
    page.drawRectangle({ x: 45, y: 60, width: 525, height: 680, borderWidth: 1 });
    page.drawText('4 Results', { x: 110, y: 737, size: 14, font: body });
    for (const left of [90, 350]) {
      page.drawRectangle({ x: left, y: 620, width: 180, height: 110, borderWidth: 1 });
      for (let curve = 0; curve < 6; curve++)
        page.drawSvgPath('M 0 0 C 40 -10 80 -90 180 -100', { x: left, y: 624 + curve, borderWidth: 1 });
      for (let tick = 1; tick < 10; tick++) {
        const [down, along] = [`0.${tick}`, String(20 * tick)];
        page.drawText(down, { x: left - 16, y: 617 + 11 * tick, size: 8, font: body });
        page.drawText(along, { x: left + 18 * tick - 4, y: 611, size: 8, font: body });
      }
      page.drawText('Compression Ratio', { x: left + 60, y: 601, size: 8, font: body });
    }
    page.drawText('Fig. 4. The ratios of both methods, as they were measured on all of the files.', {
      ...{ x: 90, y: 574 },
      ...{ size: 9, font: body },
    });
    drawColumn(page, paragraph(30), body, 54, 540);
    drawColumn(page, paragraph(50), body, 318, 540);
  };
  const blocks = extractPdfPages(pdfium, await makePdf(draw)).flatMap((page) => page.blocks);
  const text = blocks.filter(({ kind }) => kind !== 'index').map((block) => block.text);
  expect(text[0]).toBe('4 Results');
  expect(text).toHaveLength(4);
  expect(text.join(' ')).not.toMatch(/0\.\d|\b80\b|Compression Ratio/u);
});

test('the entries of a list with hanging indents are apart, whether they have one line or two', async () => {
  const entries = [
    ['Adams, J. 1998, Mud and grass along the northern coast,', 'Coastal Letters 12, 4'],
    ['Berg, K. 2004, The weight of a marsh, Shores 7, 101'],
    ['Carr, D. 2011, Dykes of the northern parishes and their', 'keepers, Harbour Press, Hull'],
    ['Dunn, E. 2012, Tides, Shores 9, 33'],
    ['Evans, F. 2014, How far a grain of sand travels between two', 'tides, Journal of Silt 3, 18'],
    ['Frey, G. 2016, Storms of the last hundred years and what', 'they left, Coastal Letters 30, 7'],
  ];
  const texts = await readTexts((pdf, { body }) => {
    const page = pdf.addPage([612, 792]);
    let y = 700;
    for (const entry of entries)
      for (const [row, line] of entry.entries()) {
        page.drawText(line, { x: row === 0 ? 54 : 64, y, size: 10, font: body });
        y -= 12;
      }
  });
  expect(texts).toEqual(entries.map((entry) => entry.join(' ')));
});

test('a paragraph that begins with a letter stays whole, and so does a broken range of numbers in a list', async () => {
  const texts = await readTexts((pdf, { body }) => {
    const page = pdf.addPage([612, 792]);
    const lines = [
      ['b. Results. We drained forty posts along six lines and weighed what was left in', 66],
      ['Naive and careful hands alike. We compare four methods: the plumb, the cord, and', 54],
      ['Brandt and Holm, who used a level. The ground rose by two hands in a year.', 54],
    ] as const;
    for (const [row, [text, x]] of lines.entries())
      page.drawText(text, { x, y: 700 - row * 12, size: 10, font: body });
    const items = [
      ['1. Stern, T. (2012) Drought and bread in the spring of a dry year. Geography 34:519', 54],
      ['– 524.', 66],
      ['2. Frey, G. (2016) Storms of the last hundred years. Coastal Letters 30:7.', 54],
    ] as const;
    for (const [row, [text, x]] of items.entries())
      page.drawText(text, { x, y: 600 - row * 12, size: 10, font: body });
  });
  expect(texts[0]).toMatch(/left in Naive and careful hands[^]*cord, and Brandt and Holm/u);
  expect(texts.join('\n')).toContain('34:519 – 524.');
});

test('takes no number that a sentence is broken before for that of an item', async () => {
  const texts = await readTexts((pdf, { body }) => {
    const page = pdf.addPage([612, 792]);
    const lines = [
      ['We weighed what was left in all of the forty posts and drew it on the map of zone', 66],
      ['7. The ground rose by two hands in a year of storms, and in the year before by line', 54],
      ['4) of the first table, which the farmers of the parish wrote in their own hands.', 54],
      ['These are the two rules that all farmers of the parish follow in every dry summer', 54],
      ['1. Cut the grass before the storks return from the south and before the first', 54],
      ['storms of the spring, and burn it on the dyke', 66],
      ['2. Weigh what is left', 54],
    ] as const;
    for (const [row, [text, x]] of lines.entries())
      page.drawText(text, { x, y: 700 - row * 12, size: 10, font: body });
  });
  expect(texts).toEqual([
    expect.stringMatching(/^We weighed .* zone 7\. The .* by line 4\) of .* summer$/u),
    expect.stringMatching(/^1\. Cut .* dyke$/u),
    '2. Weigh what is left',
  ]);
});

test('a column of code next to one of text is read after it', async () => {
  const code = Array.from({ length: 24 }, (_, index) =>
    index % 6 === 0 ? `let all${index} = join(x${index}, every(g(${index})))` : `  x = f(${index})`,
  );
  const texts = await readTexts((pdf, fonts) => {
    const page = pdf.addPage([612, 792]);
    drawColumn(page, paragraph(0), fonts.body, 54, 700);
    drawLines(page, code, { font: fonts.code, size: 8, left: 318, top: 703 });
  });
  expect(texts.join('\n')).toContain(paragraph(0));
  expect(texts.join('\n')).toContain('let all0 = join(x0, every(g(0)))\n');
});

test('literature in two columns below a text in two columns is read after all of the text', async () => {
  const books = (from: number) =>
    Array.from(
      { length: 10 },
      (_, index) =>
        `${from + index}. Berg K (2004) The weight of a marsh after the floods of a wet spring. Shores 7:${index}.`,
    );
  const texts = await readTexts((pdf, { body }) => {
    const page = pdf.addPage([612, 792]);
    drawColumn(page, paragraph(0), body, 54, 700);
    drawColumn(page, paragraph(10), body, 318, 700);
    drawLines(page, books(1), { font: body, size: 7, left: 54, top: 380 });
    drawLines(page, books(11), { font: body, size: 7, left: 318, top: 380 });
  });
  expect(texts.join(' ')).toContain([paragraph(0), paragraph(10), ...books(1), ...books(11)].join(' '));
});
