import { PDFHexString, PDFName, type PDFDocument, type PDFPage } from 'pdf-lib';
import { beforeAll, expect, test } from 'vitest';
import { extractPdfPages } from '../extract-pdf-pages.ts';
import { loadPdfium, type Pdfium } from '../pdfium.ts';
import { splitDocument } from '../split-document.ts';
import { makePdf, type TestFonts } from '../testing/make-pdf.ts';

let pdfium: Pdfium;
beforeAll(async () => {
  pdfium = await loadPdfium();
});

interface Slide {
  readonly title?: string;
  /** Indented by two spaces for each level; a line that begins with `|` is code. */
  readonly lines: readonly string[];
}

/** Draws a slide of 720 by 540 points with a headline, a footer and a number. */
function drawSlide(pdf: PDFDocument, fonts: TestFonts, { title, lines }: Slide): PDFPage {
  const page = pdf.addPage([720, 540]);
  const write = (text: string, x: number, y: number, size: number, font = fonts.body) =>
    page.drawText(text, { x, y, size, font });
  write('Introduction  Trees  Sorting', 40, 522, 9);
  write('A. Lovelace', 40, 14, 10);
  write('Algorithms, autumn term', 300, 14, 10);
  write(`${pdf.getPageCount()} / 97`, 650, 14, 10);
  if (title !== undefined) write(title, 40, 470, 32, fonts.bold);
  for (const [row, line] of lines.entries()) {
    const y = 410 - row * 34;
    if (line.startsWith('|')) {
      const text = line.slice(1);
      const indentation = text.length - text.trimStart().length;
      write(text.trim(), 60 + indentation * 10.8, y, 18, fonts.code);
      continue;
    }
    const depth = (line.length - line.trimStart().length) / 2;
    write(line.trim(), 60 + depth * 30, y, depth === 0 ? 24 : 20);
  }
  return page;
}

const readDeck = async (slides: readonly Slide[], draw?: (pdf: PDFDocument, fonts: TestFonts) => void) =>
  extractPdfPages(
    pdfium,
    await makePdf((pdf, fonts) => {
      for (const slide of slides) drawSlide(pdf, fonts, slide);
      draw?.(pdf, fonts);
    }),
  );

const filler: Slide[] = ['Heaps', 'Queues', 'Graphs', 'Hashing'].map((title, index) => ({
  title,
  lines: [`• The structure called ${title.toLowerCase()} keeps ${index + 2} kinds of entries.`],
}));

test('a slide has its title and its points with their depths, and nothing of the deck’s design', async () => {
  const pages = await readDeck([
    {
      title: 'Trees',
      lines: ['• A tree has a root.', '  – Every node has children.', '• It has no cycles.'],
    },
    ...filler,
  ]);
  expect(pages[0]).toMatchObject({ page: 1, titlePath: ['Trees'] });
  expect(pages[1]).toMatchObject({ page: 2, kind: 'slide', titlePath: ['Heaps'] });
  expect(pages[0]?.blocks).toEqual([
    { kind: 'list-item', text: '• A tree has a root.', depth: 0 },
    { kind: 'list-item', text: '• Every node has children.', depth: 1 },
    { kind: 'list-item', text: '• It has no cycles.', depth: 0 },
  ]);
  const { plainText, passages } = splitDocument(pages);
  expect(plainText).not.toMatch(/Lovelace|autumn term|\/ 97|Sorting/);
  expect(passages[1]?.text).toBe('• The structure called heaps keeps 2 kinds of entries.');
  expect(splitDocument(pages.slice(1)).passages.every(({ kind }) => kind === 'slide')).toBe(true);
});

test('pages that build up one slide are one passage with a page range and the text of the last page', async () => {
  const lines = ['• Move the upper disks away.', '• Move the largest disk.', '• Move the others onto it.'];
  const pages = await readDeck([
    ...filler,
    ...[1, 2, 3].map((count) => ({ title: 'Idea', lines: lines.slice(0, count) })),
    { title: 'Cost', lines: ['• Each disk doubles the number of moves.'] },
  ]);
  expect(pages.map(({ page, pageEnd }) => [page, pageEnd])).toEqual([
    [1, undefined],
    [2, undefined],
    [3, undefined],
    [4, undefined],
    [5, 7],
    [8, undefined],
  ]);
  const idea = splitDocument(pages).passages.find(({ heading }) => heading === 'Idea');
  expect(idea).toMatchObject({ page: 5, pageEnd: 7, text: lines.join('\n') });
});

test('slides that continue one title are one section', async () => {
  const pages = await readDeck([
    ...filler,
    { title: 'Idea', lines: ['• Divide the list into halves.'] },
    { title: 'Idea (2)', lines: ['• Sort each half by itself.'] },
    { title: 'Idea cont.', lines: ['• Merge the sorted halves.'] },
  ]);
  const { passages, sections } = splitDocument(pages);
  expect(sections.map(({ heading }) => heading)).toEqual(['Heaps', 'Queues', 'Graphs', 'Hashing', 'Idea']);
  expect(passages.filter(({ heading }) => heading === 'Idea').map(({ page }) => page)).toEqual([5, 6, 7]);
});

test('a deck that is mostly code has code', async () => {
  const code = [
    '|by_df <- group_by(df, mouse)',
    '|# print the first lines',
    '|head(by_df)',
    '|##   mouse  correct',
    '|## 1 M46    0.706',
  ];
  const pages = await readDeck(['Groups', 'Means', 'Sums', 'Plots'].map((title) => ({ title, lines: code })));
  expect(pages[1]?.blocks.map(({ kind }) => kind)).toEqual(['code']);
});

test('leaves out headlines that are smaller than the text of a deck, even where most of the deck is smaller code', async () => {
  const titles = ['Groups', 'Means', 'Plots', 'Sums', 'Tests', 'Trees', 'Heaps'];
  const pages = await readDeck([], (pdf, fonts) => {
    for (const [index, title] of titles.entries()) {
      const page = pdf.addPage([720, 540]);
      const write = (text: string, x: number, y: number, size: number, font = fonts.body) =>
        page.drawText(text, { x, y, size, font });
      // The heading of a section, in which fewer than half of the slides are.
      if (index < 3) write('Statistics of returns', 40, 522, 16);
      write(title, 40, 480, 32);
      for (let row = 0; row < 3; row++)
        write(
          `There are ${row + 2} ways to find ${title.toLowerCase()} in the data.`,
          60,
          440 - 30 * row,
          22,
        );
      for (let row = 0; row < 8; row++)
        write(
          `result_${row} <- compute(${title.toLowerCase()}, column = ${row})`,
          60,
          380 - 20 * row,
          14,
          fonts.code,
        );
    }
  });
  expect(pages.map(({ titlePath }) => titlePath)).toEqual(titles.map((title) => [title]));
});

test('does not join short lines below a point to it', async () => {
  const pages = await readDeck(filler, (pdf, fonts) => {
    const page = drawSlide(pdf, fonts, {
      title: 'Rocks',
      lines: ['• There are three kinds of rock in all of the world:'],
    });
    for (const [row, text] of ['• Kinds of rock', 'igneous', 'sedimentary', 'metamorphic'].entries())
      page.drawText(text, { x: row === 0 ? 60 : 100, y: 350 - 30 * row, size: 24, font: fonts.body });
  });
  expect(pages.at(-1)?.blocks).toHaveLength(5);
});

test('the last words of a sentence without a bullet belong to it, however short its lines are', async () => {
  const lines = [
    'The values that we consider in',
    'our problem have',
    'other means.',
    'A line that is far longer than the lines above it',
  ];
  const pages = await readDeck(filler, (pdf, fonts) => {
    const page = drawSlide(pdf, fonts, { title: 'Means', lines: [] });
    for (const [row, text] of lines.entries())
      page.drawText(text, { x: 60, y: 400 - 28 * row - (row === 3 ? 40 : 0), size: 24, font: fonts.body });
  });
  expect(pages.at(-1)?.blocks.map(({ text }) => text)).toEqual([
    '• The values that we consider in our problem have other means.',
    `• ${lines[3]}`,
  ]);
});

test('the lines of a point below a point may begin far right of its text', async () => {
  const lines = [
    ['• The rule is based on a fact that is well known to us:', 60, 24],
    ['• the values are spread evenly over the whole of the wide range', 100, 20],
    ['of the numbers in between', 138, 20],
  ] as const;
  const pages = await readDeck(filler, (pdf, fonts) => {
    const page = drawSlide(pdf, fonts, { title: 'Values', lines: [] });
    for (const [row, [text, x, size]] of lines.entries())
      page.drawText(text, { x, y: 400 - 30 * row, size, font: fonts.body });
  });
  expect(pages.at(-1)?.blocks.map(({ text }) => text)).toEqual([
    lines[0][0],
    `${lines[1][0]} ${lines[2][0]}`,
  ]);
});

test('a number at the foot of a slide is its output, below code', async () => {
  const pages = await readDeck(filler, (pdf, fonts) => {
    const page = drawSlide(pdf, fonts, { title: 'Sum', lines: ['|total = 1 + 2', '|print(total)'] });
    page.drawText('3', { x: 60, y: 40, size: 18, font: fonts.code });
  });
  expect(
    pages
      .at(-1)
      ?.blocks.map(({ text }) => text)
      .join('\n'),
  ).toMatch(/\b3$/u);
});

test('code keeps its lines and indentation, and is a passage by itself', async () => {
  const code = ['|int height(Node node) {', '|  if (node == null) return 0;', '|  return 1;', '|}'];
  const pages = await readDeck([...filler, { title: 'Height', lines: ['• Height is recursive:', ...code] }]);
  const height = splitDocument(pages).passages.filter(({ heading }) => heading === 'Height');
  expect(height.map(({ kind }) => kind)).toEqual(['slide', 'code']);
  expect(height[1]?.text).toBe(code.map((line) => line.slice(1)).join('\n'));
});

test('the rows of a table stay rows', async () => {
  const pages = await readDeck(filler, (pdf, fonts) => {
    const page = drawSlide(pdf, fonts, { title: 'Costs', lines: [] });
    for (const [row, cells] of [
      ['Structure', 'Insert', 'Find'],
      ['Array', 'O(n)', 'O(1)'],
      ['Tree', 'O(log n)', 'O(log n)'],
    ].entries())
      for (const [column, text] of cells.entries())
        page.drawText(text, { x: 60 + column * 200, y: 400 - row * 34, size: 22, font: fonts.body });
  });
  const costs = splitDocument(pages).passages.filter(({ heading }) => heading === 'Costs');
  expect(costs).toMatchObject([
    { kind: 'table', text: 'Structure | Insert | Find\nArray | O(n) | O(1)\nTree | O(log n) | O(log n)' },
  ]);
});

test('letters of a drawing in one path are left out, beside text and in a column as well', async () => {
  const points = ['• A tree has a root.', '• It has no cycles.', '• Its nodes have one parent each.'];
  const pages = await readDeck(filler, (pdf, fonts) => {
    const page = drawSlide(pdf, fonts, { title: 'Trees', lines: points });
    page.drawSvgPath('M 0 0 L 90 34 M 0 0 L 40 68 M 90 34 L 130 68 M 40 68 L 70 90 M 130 68 L 160 90', {
      x: 440,
      y: 420,
      borderWidth: 1,
    });
    for (const [row, letter] of ['u', 'v', 'w'].entries())
      for (const [x, y] of [
        [446, 410],
        [600, 250],
      ] as const)
        page.drawText(letter, { x, y: y - row * 34, size: 24, font: fonts.body });
  });
  const trees = splitDocument(pages).passages.filter(({ heading }) => heading === 'Trees');
  expect(trees.map(({ text }) => text)).toEqual([points.join('\n')]);
});

test('text below a formula with its number begins a new point', async () => {
  const pages = await readDeck(filler, (pdf, fonts) => {
    const page = drawSlide(pdf, fonts, { title: 'Sums', lines: ['• The sums are known:'] });
    const write = (text: string, x: number, y: number) =>
      page.drawText(text, { x, y, size: 24, font: fonts.body });
    write('x + y = a + b', 300, 360);
    write('(1)', 620, 360);
    write('and all of the terms are known', 300, 330);
  });
  const sums = splitDocument(pages).passages.filter(({ heading }) => heading === 'Sums');
  expect(sums.map(({ text }) => text)).toEqual([
    '• The sums are known:\n  • x + y = a + b (1)\n  • and all of the terms are known',
  ]);
});

test('the lines of a point run on, and centred lines only with each other', async () => {
  const long = '• Some longer point is here and some longer point is here';
  const centred = ['The proof is longer than', 'it seems at first', 'We prove it now'];
  const pages = await readDeck(filler, (pdf, fonts) => {
    const page = drawSlide(pdf, fonts, {
      title: 'Proof',
      lines: ['• Every tree keeps', '(almost all) its edges', long],
    });
    for (const [row, text] of centred.entries())
      page.drawText(text, {
        // In the middle of the line above.
        x: 60 + (fonts.body.widthOfTextAtSize(long, 24) - fonts.body.widthOfTextAtSize(text, 24)) / 2,
        y: 308 - 34 * row - (row === 2 ? 60 : 0),
        size: 24,
        font: fonts.body,
      });
  });
  expect(pages.at(-1)?.blocks.map(({ text }) => text)).toEqual([
    '• Every tree keeps (almost all) its edges',
    long,
    '• The proof is longer than it seems at first',
    '• We prove it now',
  ]);
});

test('keeps the depths of points whose lines are full', async () => {
  const lines: [text: string, x: number, width: number][] = [
    ['• A first point that fills the whole line of its slide', 60, 600],
    ['– A second point below it that fills its line', 96, 559],
    ['– A third point below it that is nearly as long', 96, 553],
    ['– A fourth point below it that fills it too', 96, 562],
  ];
  const pages = await readDeck(filler, (pdf, fonts) => {
    const page = drawSlide(pdf, fonts, { title: 'Goals', lines: [] });
    for (const [row, [text, x, width]] of lines.entries()) {
      const [mark = '', ...words] = text.split(' ');
      page.drawText(mark, { x, y: 400 - 34 * row, size: 24, font: fonts.body });
      const gap = (width - 24 - fonts.body.widthOfTextAtSize(words.join(''), 24)) / (words.length - 1);
      let left = x + 24;
      for (const word of words) {
        page.drawText(word, { x: left, y: 400 - 34 * row, size: 24, font: fonts.body });
        left += fonts.body.widthOfTextAtSize(word, 24) + gap;
      }
    }
  });
  expect(pages.at(-1)?.blocks.map(({ text, depth }) => [text, depth])).toEqual(
    lines.map(([text], index) => [text.replace('–', '•'), index === 0 ? 0 : 1]),
  );
});

test('the points of a centred list have one depth, and run on in lines that share their centre', async () => {
  const lines = [
    '• Use the tools and',
    'the data that you have picked up so far',
    '• Explore by yourself and with the others',
    '• Write a short code with',
    'many comments',
    '• For treatments of two values, we may use this:',
    'X = Y + Z',
  ];
  const pages = await readDeck(filler, (pdf, fonts) => {
    const page = drawSlide(pdf, fonts, { title: 'Goals', lines: [] });
    for (const [row, text] of lines.entries())
      page.drawText(text, {
        x: 360 - fonts.body.widthOfTextAtSize(text, 24) / 2,
        y: 400 - 34 * row,
        size: 24,
        font: fonts.body,
      });
  });
  expect(pages.at(-1)?.blocks.map(({ text, depth }) => [text, depth])).toEqual([
    ['• Use the tools and the data that you have picked up so far', 0],
    ['• Explore by yourself and with the others', 0],
    ['• Write a short code with many comments', 0],
    ['• For treatments of two values, we may use this:', 0],
    ['• X = Y + Z', 0],
  ]);
});

test('a bold line and the plain line below it are two points, unless the first is unfinished', async () => {
  const lines = [
    'Explaining all that it knows',
    'What it says about its own data',
    'Keeping the data apart for',
    'Tests',
  ];
  const pages = await readDeck(filler, (pdf, fonts) => {
    const page = drawSlide(pdf, fonts, { title: 'Rules', lines: [] });
    for (const [row, text] of lines.entries())
      page.drawText(text, {
        x: 60,
        y: 400 - row * 28 - (row > 1 ? 20 : 0),
        size: 24,
        font: row % 2 === 0 ? fonts.bold : fonts.body,
      });
  });
  expect(pages.at(-1)?.blocks.map(({ text }) => text)).toEqual([
    '• Explaining all that it knows',
    '• What it says about its own data',
    '• Keeping the data apart for Tests',
  ]);
});

test('a small "o", or one in Courier before another typeface, is a bullet', async () => {
  const pages = await readDeck(filler, (pdf, fonts) => {
    const page = drawSlide(pdf, fonts, { title: 'Orders', lines: ['|o = Order()'] });
    const write = (text: string, x: number, y: number, size: number, font = fonts.body) =>
      page.drawText(text, { x, y, size, font });
    write('o', 60, 300, 20, fonts.code);
    write('Every order has a number', 84, 300, 20);
    write('o', 60, 260, 12);
    write('It keeps that number', 84, 260, 20);
  });
  expect(pages.at(-1)?.blocks.map(({ text }) => text)).toEqual([
    'o = Order()',
    '• Every order has a number',
    '• It keeps that number',
  ]);
});

test('pictures are the bullets of points, which are no table', async () => {
  const columns = [
    ['Cells in wells', 'Look at each of', 'the wells', 'Low cost'],
    ['Cells in drops', 'High numbers', 'Drops may hold', 'two of them'],
  ];
  const pages = await readDeck(filler, (pdf, fonts) => {
    const page = drawSlide(pdf, fonts, { title: 'Methods', lines: [] });
    const picture = { Type: 'XObject', Subtype: 'Image', Width: 1, Height: 1, BitsPerComponent: 8 };
    const name = page.node.newXObject(
      'Bullet',
      pdf.context.register(pdf.context.stream(new Uint8Array([0]), { ...picture, ColorSpace: 'DeviceGray' })),
    );
    for (const [column, lines] of columns.entries())
      for (const [row, text] of lines.entries()) {
        const [x, y] = [80 + column * 300, 400 - row * 24];
        page.drawText(text, { x, y, size: 18, font: fonts.body });
        if (/^\p{Lu}/u.test(text))
          page.node.addContentStream(
            pdf.context.register(pdf.context.stream(`q 10 0 0 10 ${x - 18} ${y} cm ${name.toString()} Do Q`)),
          );
      }
  });
  expect(pages.at(-1)?.blocks.map(({ text }) => text)).toEqual([
    '• Cells in wells',
    '• Look at each of the wells',
    '• Low cost',
    '• Cells in drops',
    '• High numbers',
    '• Drops may hold two of them',
  ]);
});

test('text in two columns of a slide is read one column after the other', async () => {
  const columns = [
    ['• The left side comes first.', '• It holds the definition.', '• It ends with a remark.'],
    ['• The right side follows.', '• It holds an example of it.', '• Then the slide is over.'],
  ];
  const pages = await readDeck(filler, (pdf, fonts) => {
    const page = drawSlide(pdf, fonts, { title: 'Two sides', lines: [] });
    for (const row of [0, 1, 2])
      for (const [column, lines] of columns.entries())
        page.drawText(lines[row] ?? '', {
          x: 40 + column * 350,
          y: 400 - row * 34,
          size: 20,
          font: fonts.body,
        });
  });
  expect(pages.at(-1)?.blocks.map(({ text }) => text)).toEqual(columns.flat());
});

test('section pages give titles to the slides after them', async () => {
  const pages = await readDeck(filler, (pdf, fonts) => {
    const page = pdf.addPage([720, 540]);
    page.drawText('Recursion', { x: 260, y: 260, size: 40, font: fonts.bold });
    drawSlide(pdf, fonts, { title: 'Base case', lines: ['• Every recursion ends in a base case.'] });
  });
  expect(splitDocument(pages).passages.at(-1)?.titlePath).toEqual(['Recursion', 'Base case']);
});

test('administration is stored and marked', async () => {
  const pages = await readDeck([
    { title: 'Agenda', lines: ['• Heaps', '• Queues', '• Graphs'] },
    ...filler,
    { title: 'Exam', lines: ['• Friday, 12 July, 10:00, room 101', '• Bring a pen.'] },
    { title: 'Any questions?', lines: ['• a.lovelace@example.org'] },
    { title: 'Literature', lines: ['• D. Knuth: The Art of Computer Programming, 1968'] },
  ]);
  const marked = splitDocument(pages).passages.filter(({ isAdministrative }) => isAdministrative);
  expect(marked.map(({ heading }) => heading)).toEqual(['Agenda', 'Exam', 'Any questions?', 'Literature']);
});

test('a deck about course logistics only keeps all of it', async () => {
  const pages = await readDeck([
    {
      title: 'Grading',
      lines: ['• The final exam counts 60 % of the grade.', '• Homework counts the rest.'],
    },
    { title: 'Office hours', lines: ['• Tuesday, 10:00, room 101'] },
    { title: 'Schedule', lines: ['• Week 1: heaps', '• Week 2: queues'] },
  ]);
  expect(splitDocument(pages).passages.some(({ isAdministrative }) => isAdministrative)).toBe(false);
});

/** Writes an outline of one level; the last entry claims that it is followed by itself. */
function writeEndlessOutline(pdf: PDFDocument, entries: readonly { title: string; page: PDFPage }[]): void {
  const { context } = pdf;
  const outline = context.nextRef();
  const references = entries.map(() => context.nextRef());
  for (const [index, { title, page }] of entries.entries()) {
    const entry = context.obj({
      Parent: outline,
      Next: references[index + 1] ?? references[index]!,
      Dest: [page.ref, PDFName.of('Fit')],
    });
    entry.set(PDFName.of('Title'), PDFHexString.fromText(title));
    context.assign(references[index]!, entry);
  }
  context.assign(
    outline,
    context.obj({ Type: 'Outlines', First: references[0]!, Last: references.at(-1)!, Count: entries.length }),
  );
  pdf.catalog.set(PDFName.of('Outlines'), outline);
}

test('the outline of the PDF gives sections, and one without end is read no further than it is long', async () => {
  const pages = await readDeck(filler, (pdf, fonts) => {
    const first = drawSlide(pdf, fonts, {
      title: 'Base case',
      lines: ['• Every recursion ends in a base case.'],
    });
    drawSlide(pdf, fonts, { title: 'Step', lines: ['• Each step makes the problem smaller.'] });
    writeEndlessOutline(pdf, [
      { title: 'Structures', page: pdf.getPage(0) },
      { title: "The ``Recursion'' of Lists", page: first },
    ]);
  });
  const paths = splitDocument(pages).passages.map(({ titlePath }) => titlePath.join(' › '));
  expect(paths.slice(-2)).toEqual([
    'The “Recursion” of Lists › Base case',
    'The “Recursion” of Lists › Step',
  ]);
  expect(paths[1]).toBe('Structures › Queues');
});

test('numbers of slides and names of files in the outline are no sections', async () => {
  const pages = await readDeck(filler, (pdf) => {
    writeEndlessOutline(
      pdf,
      ['Week 3.pdf', 'Slide 2: Queues', 'Page 3', 'Folie 4'].map((title, index) => ({
        title,
        page: pdf.getPage(index),
      })),
    );
  });
  const titles = splitDocument(pages).passages.flatMap(({ titlePath }) => titlePath);
  expect(titles.filter((title) => /\d/u.test(title))).toEqual([]);
});
