import fc from 'fast-check';
import { degrees, type PDFFont, type PDFPage, rgb } from 'pdf-lib';
import { beforeAll, describe, expect, test } from 'vitest';
import { extractPdfPages } from '../extract-pdf-pages.ts';
import { loadPdfium, type Pdfium } from '../pdfium.ts';
import { bodySize, drawLines, makePdf, makeSentence, wrapText, type TestFonts } from '../testing/make-pdf.ts';
import type { PDFDocument } from 'pdf-lib';

let pdfium: Pdfium;
beforeAll(async () => {
  pdfium = await loadPdfium();
});

async function read(draw: (pdf: PDFDocument, fonts: TestFonts) => void) {
  return extractPdfPages(pdfium, await makePdf(draw));
}

const VOCABULARY =
  makeSentence(0)
    .concat(' ', makeSentence(1), ' ', makeSentence(2))
    .match(/[a-z]{3,}/g) ?? [];

const sentences = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => makeSentence(from + index)).join(' ');

describe('extractPdfPages', () => {
  test('reads text in bitmap fonts of TeX, which declare a wrong size', async () => {
    const lines = [
      'A marsh grows by the mud that every tide leaves among the stems,',
      'and it drowns where the sea rises faster than the mud is laid down.',
    ];
    const pages = await read((pdf) => {
      const page = pdf.addPage([612, 792]);
      const codes = Array.from({ length: 95 }, (_, index) => 32 + index);
      const glyph = (code: number) => `50 0 0 -20 45 72 d1 ${code === 32 ? '' : '0 -20 45 92 re f'}`;
      const font = pdf.context.obj({
        Type: 'Font',
        Subtype: 'Type3',
        FontBBox: [0, -20, 50, 80],
        FontMatrix: [1, 0, 0, 1, 0, 0],
        FirstChar: 32,
        LastChar: 126,
        Widths: codes.map(() => 50),
        Encoding: { Type: 'Encoding', Differences: [32, ...codes.map((code) => `glyph${code}`)] },
        CharProcs: Object.fromEntries(
          codes.map((code) => [`glyph${code}`, pdf.context.register(pdf.context.stream(glyph(code)))]),
        ),
      });
      const name = page.node.newFontDictionary('Bitmap', pdf.context.register(font));
      for (const [row, line] of lines.entries()) {
        const text = Buffer.from(line).toString('hex');
        const drawing = `BT ${name.toString()} 0.12 Tf 72 ${700 - 14 * row} Td <${text}> Tj ET`;
        page.node.addContentStream(pdf.context.register(pdf.context.stream(drawing)));
      }
    });
    expect(pages[0]?.blocks.map(({ text }) => text)).toEqual([lines.join(' ')]);
  });

  test('reads on in a sentence whose lines an icon moves apart', async () => {
    const lines = [
      'Every tide leaves mud among the stems, and the marsh grows by it.',
      'Where the sea rises faster than the mud is laid down at the mouth,',
      'and where the stems are few, the marsh drowns within some years.',
      'It is the tides that decide which of them happens to a marsh.',
    ];
    const pages = await read((pdf, fonts) => {
      const page = pdf.addPage([612, 792]);
      for (const [row, text] of lines.entries())
        page.drawText(text, {
          x: 72,
          y: 700 - 14 * row - (row > 1 ? 6 : 0),
          size: bodySize,
          font: fonts.body,
        });
    });
    expect(pages[0]?.blocks.map(({ text }) => text)).toEqual([lines.join(' ')]);
  });

  test.each([
    [['Why the Marsh at the Mouth of the', 'river, between the two hills,', 'has grown']],
    [['Of the Tides,', 'Rivers, and Marshes']],
    [
      [
        'The Effect of a Diet of Grass and Roots on the',
        'weight of sheep, goats, and cattle that were kept',
        'on the Marshes of three northern parishes in the',
        'dry Years between the great Storm and the war',
      ],
    ],
  ])('reads a heading over several lines as one: %s', async (heading) => {
    const pages = await read((pdf, { body }) => {
      const page = pdf.addPage([612, 792]);
      for (const [row, text] of heading.entries())
        page.drawText(text, { x: 120, y: 720 - 22 * row, size: 18, font: body });
      drawLines(page, wrapText(sentences(6), body, bodySize, 460), { font: body, top: 640 });
    });
    expect(pages[0]?.blocks[0]).toMatchObject({ kind: 'heading', text: heading.join(' ') });
  });

  test('reads a quotation and a paragraph in larger type as paragraphs, wherever their lines are broken', async () => {
    const quotation = [
      '“A marsh that is cut off from the tides',
      'sinks within a few of our years.',
      'Dykes that are opened again in time',
      'bring back the mud at the Mouth of the',
      'River.”',
    ];
    const names = [
      'Ada Lovelace, Charles Babbage, Mary Somerville, George Boole,',
      'Augustus De Morgan, Grace Hopper, Alan Turing, Leonhard Euler,',
      'Sofia Kovalevskaya, Emmy Noether, Carl Friedrich Gauss and',
      'Pierre de Fermat',
    ];
    const pages = await read((pdf, { body }) => {
      const page = pdf.addPage([612, 792]);
      let y = drawLines(page, quotation, { font: body, size: 18, top: 720 });
      y = drawLines(page, names, { font: body, size: 14, top: y - 20 });
      drawLines(page, wrapText(sentences(12), body, bodySize, 460), { font: body, top: y - 20 });
    });
    expect(pages[0]?.blocks.slice(0, 2)).toEqual(
      [quotation, names].map((own) => ({ kind: 'paragraph', text: own.join(' ') })),
    );
  });

  test('takes no icon next to the lines of a paragraph for a formula', async () => {
    const pages = await read((pdf, { body }) => {
      const page = pdf.addPage([612, 792]);
      drawLines(page, wrapText(sentences(4), body, bodySize, 300), { font: body, left: 140 });
      for (const [index, height] of [30, 20, 26].entries())
        page.drawSvgPath(
          `M 0 0 C 2 ${-height} 6 ${-height} 12 0 L 10 0 C 9 ${-height / 2} 3 ${-height / 2} 2 0 L 1 1 L 0 1 Z`,
          { x: 80 + index * 14, y: 690, color: rgb(0, 0, 0) },
        );
    });
    expect(pages[0]?.blocks.map(({ text }) => text)).toEqual([sentences(4)]);
  });

  test('reads two columns one after the other, whatever the order in which they were written', async () => {
    const [left, right] = [sentences(12), sentences(12, 100)];
    for (const interleaved of [false, true]) {
      const pages = await read((pdf, fonts) => {
        const page = pdf.addPage([612, 792]);
        drawLines(page, ['A Title Across Both Columns of the Page'], {
          font: fonts.bold,
          size: 18,
          top: 750,
        });
        const columns = [left, right].map((text) => wrapText(text, fonts.body, bodySize, 220));
        const draw = (column: number, row: number) =>
          drawLines(page, [columns[column]![row] ?? ''], {
            font: fonts.body,
            left: 60 + column * 250,
            top: 700 - row * 14,
          });
        const rows = Math.max(columns[0]!.length, columns[1]!.length);
        if (interleaved) for (let row = 0; row < rows; row++) [0, 1].forEach((column) => draw(column, row));
        else [0, 1].forEach((column) => Array.from({ length: rows }, (_, row) => draw(column, row)));
      });
      expect(pages[0]?.blocks[0]).toMatchObject({ kind: 'heading' });
      const text = pages[0]!.blocks
        .slice(1)
        .map((block) => block.text)
        .join(' ');
      expect(text).toBe(`${left} ${right}`);
    }
  });

  test('a handout of three pages has its title on the first, and not in the midst of a sentence', async () => {
    const pages = await read((pdf, fonts) => {
      for (const number of [1, 2, 3]) {
        const page = pdf.addPage([612, 792]);
        if (number > 1)
          drawLines(page, ['The formation of a contract'], { font: fonts.body, size: 9, top: 760 });
        else drawLines(page, ['The formation of a contract'], { font: fonts.bold, size: 20, top: 740 });
        drawLines(page, wrapText(sentences(14, number * 20), fonts.body, bodySize, 440), {
          font: fonts.body,
          left: 60,
          top: 700,
        });
      }
    });
    const text = pages.flatMap(({ blocks }) => blocks.map((block) => block.text)).join(' ');
    expect(text.split('The formation of a contract')).toHaveLength(2);
  });

  test('keeps every word of a page', async () => {
    await fc.assert(
      fc.asyncProperty(
        // Real words: a page of letters that form none counts as unreadable and is left out.
        fc.array(fc.nat(), { minLength: 12, maxLength: 150 }),
        async (numbers) => {
          const words = numbers.map((number) => VOCABULARY[number % VOCABULARY.length] ?? '');
          const pages = await read((pdf, fonts) => {
            drawLines(pdf.addPage(), wrapText(words.join(' '), fonts.body, bodySize, 300), {
              font: fonts.body,
            });
          });
          const found = pages.flatMap(({ blocks }) => blocks.flatMap(({ text }) => text.split(/\s+/)));
          expect(found).toEqual(words);
        },
      ),
      { numRuns: 25 },
    );
  });

  test('joins words broken at a line end as the document writes them elsewhere', async () => {
    const lines = [
      'The translation is old. They co-operate well. A trans-',
      'lation takes time, and people co-',
      'operate to make it.',
    ];
    const pages = await read((pdf, fonts) => void drawLines(pdf.addPage(), lines, { font: fonts.body }));
    expect(pages[0]?.blocks[0]?.text).toBe(
      'The translation is old. They co-operate well. A translation takes time, and people co-operate to make it.',
    );
  });

  test('distinguishes headings, lists, code and a table of contents from prose', async () => {
    const pages = await read((pdf, fonts) => {
      const page = pdf.addPage();
      let y = drawLines(page, ['2.1 Photosynthesis'], { font: fonts.bold, size: 14, top: 760 });
      y = drawLines(page, ['Light reactions . . . . . . . . . . . . . 12'], { font: fonts.body, top: y });
      y = drawLines(page, wrapText(sentences(4), fonts.body, bodySize, 450), {
        font: fonts.body,
        top: y - 10,
      });
      y = drawLines(page, ['• the first item', '• the second item'], {
        font: fonts.body,
        left: 90,
        top: y - 8,
      });
      y = drawLines(page, ['for (let i = 0; i < 3; i++) {', '  print(i);', '}'], {
        font: fonts.code,
        left: 100,
        top: y - 8,
      });
      drawLines(page, wrapText(sentences(4, 9), fonts.body, bodySize, 450), { font: fonts.body, top: y - 8 });
    });
    expect(pages[0]?.blocks.map(({ kind }) => kind)).toEqual([
      'heading',
      'paragraph',
      'list-item',
      'list-item',
      'code',
      'paragraph',
    ]);
    expect(pages[0]?.blocks[0]).toEqual({ kind: 'heading', text: '2.1 Photosynthesis', level: 2 });
    expect(pages[0]?.blocks[1]?.text).toBe(sentences(4));
  });

  test('keeps the steps of an algorithm apart, but not the lines of a sentence', async () => {
    const steps = [
      'Take the next one',
      'Compare it with the least one so far',
      'Keep the lesser of the two, and go on with the first step until none is left',
    ];
    const sentence = [
      'The heart moves the blood through two loops, of which the first one',
      '– the one that goes through the lungs – is the shorter one of the two,',
      'and it never',
      'rests for longer than a second, not even in sleep.',
    ];
    const pages = await read((pdf, fonts) => {
      const page = pdf.addPage();
      const y = drawLines(page, steps, { font: fonts.body });
      drawLines(page, sentence, { font: fonts.body, top: y - 20 });
    });
    expect(pages[0]?.blocks).toEqual(
      [...steps, sentence.join(' ')].map((text) => ({ kind: 'paragraph', text })),
    );
  });

  test('items with dashes below a line without a full stop are a list', async () => {
    const lines = ['The heart has four parts', '– two atria', '– two ventricles'];
    const pages = await read((pdf, fonts) => {
      const page = pdf.addPage();
      const y = drawLines(page, lines, { font: fonts.body });
      drawLines(page, wrapText(sentences(4), fonts.body, bodySize, 450), { font: fonts.body, top: y - 14 });
    });
    expect(pages[0]?.blocks.slice(0, 3)).toEqual([
      { kind: 'paragraph', text: lines[0] },
      { kind: 'list-item', text: '• two atria' },
      { kind: 'list-item', text: '• two ventricles' },
    ]);
  });

  test('a paragraph that begins beside a picture stays whole', async () => {
    const narrow = [
      'Das Moor wächst langsam in der',
      'Zeit, in der der Fluss steigt, und',
      'es speichert dabei Wasser, das die',
    ];
    const wide = [
      'Pflanzen im Sommer brauchen, weil der Regen dann oft für viele Wochen ausbleibt.',
      'Danach steigt es wieder, und im Winter ist alles so feucht wie in dem Jahr davor.',
    ];
    const pages = await read((pdf, fonts) => {
      drawLines(pdf.addPage(), [...narrow, ...wide], { font: fonts.body });
    });
    expect(pages[0]?.blocks.map(({ text }) => text)).toEqual([[...narrow, ...wide].join(' ')]);
  });

  test('a letter and a title above prose are a heading, and in a list they are items', async () => {
    const prose = sentences(4);
    const pages = await read((pdf, fonts) => {
      const page = pdf.addPage();
      const { body: font } = fonts;
      let y = drawLines(page, wrapText(prose, font, bodySize, 450), { font });
      y = drawLines(page, ['B. Materials and methods'], { font, top: y - 14 });
      y = drawLines(page, wrapText(prose, font, bodySize, 450), { font, top: y });
      drawLines(page, ['A. The lungs', 'B. The heart and the blood', 'C. The skin'], { font, top: y - 14 });
    });
    expect(pages[0]?.blocks.map(({ kind }) => kind)).toEqual([
      ...['paragraph', 'heading', 'paragraph'],
      ...['list-item', 'list-item', 'list-item'],
    ]);
  });

  test('moves the end of a sentence to the page where it starts', async () => {
    const pages = await read((pdf, fonts) => {
      drawLines(pdf.addPage(), ['Blood carries oxygen from the lungs. It returns with carbon'], {
        font: fonts.body,
      });
      drawLines(pdf.addPage(), ['dioxide to be breathed out. The heart never rests.'], { font: fonts.body });
    });
    expect(pages.map(({ blocks }) => blocks[0]?.text)).toEqual([
      'Blood carries oxygen from the lungs. It returns with carbon dioxide to be breathed out.',
      'The heart never rests.',
    ]);
  });

  test.each([
    ['a full line', 'all of the blood returns with its carbon', 'Dioxide is breathed out.', true],
    ['a signature', '— De Morgan', 'Dioxide is breathed out.', false],
    ['a formula', 'p = rv', '= sv is the pressure.', true],
  ])('whether text runs on over a page that ends with %s', async (_, end, next, runsOn) => {
    const lines = ['The blood carries oxygen from the lungs.', 'It does so for as long as we live, and', end];
    const pages = await read((pdf, { body: font }) => {
      drawLines(pdf.addPage(), lines, { font });
      drawLines(pdf.addPage(), [`${next} The heart never rests.`], { font });
    });
    expect(pages[1]?.blocks[0]?.text.startsWith(next)).toBe(!runsOn);
  });

  test('no sentence runs on into smaller type or a row of a table on the next page', async () => {
    const lines = [
      'The blood carries oxygen from the lungs.',
      'It does so for as long as we live, and',
      'this is why we',
    ];
    const draw = (write: (page: PDFPage, font: PDFFont) => void) =>
      read((pdf, { body: font }) => {
        drawLines(pdf.addPage(), lines, { font });
        write(pdf.addPage(), font);
      });
    const small = await draw((page, font) =>
      drawLines(page, ['oxygen of the blood as it was measured.'], { font, size: 7 }),
    );
    expect(small[0]?.blocks.at(-1)?.text).toMatch(/this is why we$/u);
    const row = await draw((page, font) => {
      for (const [index, text] of ['religion', 'income', 'freq'].entries())
        page.drawText(text, { x: 72 + 120 * index, y: 720, size: bodySize, font });
      drawLines(page, ['breathe. The heart never rests.'], { font, top: 690 });
    });
    expect(row[0]?.blocks.at(-1)?.text).toMatch(/this is why we(?: breathe\.)?$/u);
  });

  test.each([0, 90, 180, 270])('reads a page turned by %i degrees as it is shown', async (angle) => {
    const text = sentences(6);
    const pages = await read((pdf, fonts) => {
      const page = pdf.addPage([600, 600]);
      page.setRotation(degrees(angle));
      const [x, y, stepX, stepY] = {
        0: [50, 500, 0, -14],
        90: [100, 50, 14, 0],
        180: [550, 100, 0, 14],
        270: [500, 550, -14, 0],
      }[angle]!;
      wrapText(text, fonts.body, bodySize, 400).forEach((line, row) =>
        page.drawText(line, {
          x: x! + row * stepX!,
          y: y! + row * stepY!,
          size: bodySize,
          font: fonts.body,
          rotate: degrees(angle),
        }),
      );
    });
    expect(pages[0]?.blocks.map((block) => block.text).join(' ')).toBe(text);
  });
});
