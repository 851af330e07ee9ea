import { PDFDocument, PDFHexString, PDFName, degrees, rgb, type PDFPage } from 'pdf-lib';
import { drawMapped, type MappedLine } from '#server/documents/testing/make-mapped-pdf.ts';
import { drawLines, makePdf, wrapText, type TestFonts } from '#server/documents/testing/make-pdf.ts';
import { makeScan } from '#server/testing/make-scan.ts';

const black = rgb(0, 0, 0);

export const TOWN = [
  'The marble quarries of Ondrava supplied seventeen towns along the river.',
  'In winter the frozen water split the stone without any powder at all.',
  'Six oxen pulled each block to the kilns, where it was burned for lime.',
  'A narrow railway replaced them, and the old road was soon forgotten.',
  'Every mason kept a book in which the blocks of the year were counted.',
];

/** For small pages. */
export const SCANNED = TOWN.flatMap((sentence) => {
  const middle = sentence.lastIndexOf(' ', 45);
  return [sentence.slice(0, middle), sentence.slice(middle + 1)];
});

export const LIGATURES = [
  'An ef\u{FB01}cient of\u{FB01}cer took a scienti\u{FB01}c re\u{FB02}ection on the classi\u{FB01}cation of',
  'a \u{FB02}ood: the \u{FB01}rst \u{FB01}fty \u{FB01}gures were de\u{FB01}ned by a speci\u{FB01}c coef\u{FB01}cient,',
  'and the \u{FB02}ow of traf\u{FB01}c was dif\u{FB01}cult to \u{FB01}nd.',
];

/** Lines whose ligatures are text objects of their own, with gaps beside them. */
export const makeCutWords = (): Promise<Uint8Array> =>
  makePdf((pdf, { body }) => {
    const page = pdf.addPage([612, 792]);
    for (const [row, line] of LIGATURES.map((text) => text.normalize('NFKC')).entries()) {
      let x = 72;
      for (const part of line.split(/(f[il])/u)) {
        page.drawText(part, { x, y: 700 - row * 16, size: 11, font: body });
        x += body.widthOfTextAtSize(part, 11) + 1;
      }
    }
  });

/** The picture of a page with text over it, as an earlier recognition leaves it. */
export async function makeLayeredScan(
  shown: readonly string[],
  layer: readonly string[],
  style: Omit<MappedLine, 'text'> = { isHidden: true },
): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(await makeScan([shown]));
  const lines = layer.map((text) => ({ text, ...style }));
  drawMapped(pdf, pdf.getPage(0), lines, { left: 20, leading: 14 });
  return pdf.save();
}

export const SLIDES = [
  { title: 'Tides', points: ['The moon pulls the sea twice a day.', 'The sun pulls less.'] },
  {
    title: 'Harbour walls',
    points: ['A wall of loose stones absorbs waves.', 'A smooth wall reflects them.'],
  },
  { title: 'Dredging', points: ['The channel must stay nine metres deep.', 'Mud is moved in winter.'] },
  { title: 'Quiz topics', points: ['Name two reasons to dredge.', 'Explain the loose stones.'] },
];

/** Draws a slide whose lower left corner is at (x, y). */
function drawSlide(
  page: PDFPage,
  fonts: TestFonts,
  index: number,
  x: number,
  y: number,
  width: number,
): void {
  const scale = width / 400;
  const { title, points } = SLIDES[index] ?? { title: '', points: [] };
  page.drawText(title, { x: x + 20 * scale, y: y + 240 * scale, size: 28 * scale, font: fonts.bold });
  for (const [row, point] of points.entries())
    page.drawText(`• ${point}`, {
      x: x + 20 * scale,
      y: y + (180 - row * 40) * scale,
      size: 16 * scale,
      font: fonts.body,
    });
}

function frame(page: PDFPage, x: number, y: number, width: number, height: number): void {
  page.drawRectangle({ x, y, width, height, borderColor: black, borderWidth: 1 });
}

export const makeDeck = (): Promise<Uint8Array> =>
  makePdf((pdf, fonts) => {
    for (const index of SLIDES.keys()) drawSlide(pdf.addPage([720, 540]), fonts, index, 0, 0, 720);
  });

/** Pages whose content is turned, and which the viewer turns back. */
export const makeTurnedPages = (quarters: 1 | 2 | 3): Promise<Uint8Array> =>
  makePdf((pdf, { body }) => {
    const page = pdf.addPage([595, 842]);
    const angle = 90 * quarters;
    page.setRotation(degrees(angle));
    const starts = { 1: [80, 100], 2: [500, 760], 3: [500, 740] } as const;
    const [x, y] = starts[quarters];
    const [stepX, stepY] = [
      Math.round(Math.sin((angle * Math.PI) / 180)),
      -Math.round(Math.cos((angle * Math.PI) / 180)),
    ];
    for (const [row, text] of TOWN.entries())
      page.drawText(text, {
        x: x + stepX * row * 16,
        y: y + stepY * row * 16,
        size: 12,
        font: body,
        rotate: degrees(angle),
      });
  });

/** Slides printed two or four on a page. */
export const makeHandout = (perPage: 2 | 4, hasFrames: boolean): Promise<Uint8Array> =>
  makePdf((pdf, fonts) => {
    for (let first = 0; first < SLIDES.length; first += perPage) {
      const page = pdf.addPage([842, 595]);
      for (let index = 0; index < perPage; index++) {
        const [x, y] = [20 + (index % 2) * 411, perPage === 2 ? 150 : index < 2 ? 305 : 20];
        const width = perPage === 2 ? 390 : 350;
        if (hasFrames) frame(page, x, y, width, 0.75 * width);
        drawSlide(page, fonts, first + index, x, y, width);
      }
    }
  });

export const STATIONS = [
  ['Station', 'Spring', 'Autumn'],
  ['North gate', '9.4 metres', '8.1 metres'],
  ['Old pier', '7.2 metres', '6.6 metres'],
  ['Light tower', '11.8 metres', '10.9 metres'],
];

export const makeSidewaysTable = (): Promise<Uint8Array> =>
  makePdf((pdf, { body, bold }) => {
    const page = pdf.addPage([595, 842]);
    page.drawText('Depth of the channel', { x: 60, y: 800, size: 14, font: bold });
    for (const [row, cells] of STATIONS.entries())
      for (const [column, text] of cells.entries())
        page.drawText(text, {
          x: 180 + row * 40,
          y: 180 + column * 190,
          size: 12,
          font: body,
          rotate: degrees(90),
        });
  });

const LEFT_COLUMN =
  'The toll house at Arn was built of green oak, and every beam dried and lay flat within two summers. We compare its books with those of the bridge and find that the wet timber was no sign of careless draughtsmanship. The carpenters marked each joint with two fingers of red chalk. Most of the waggons came on Tuesday and Saturday, and on market days';
const RIGHT_COLUMN =
  'the count reached three hundred. A salt cart paid four coins, a hay cart only one. The books name the travel-lers who waited at the gate in winter, because the keeper had to give them bread. The travellers were glad of it. In spring the river rose, and the bridge was the only way to reach the mills of the upper valley.';
export const FOOTNOTES = [
  'The curve of the beam was measured with a cord.',
  'A coin of that year bought two loaves of bread.',
];

/** A page of a paper in two columns, with footnotes, a running head and a page number. */
export const makePaper = (order: 'columns' | 'rows' | 'reversed', pages = 1): Promise<Uint8Array> =>
  makePdf((pdf, fonts) => {
    for (let number = 0; number < pages; number++) {
      const page = pdf.addPage([612, 792]);
      const draws: { y: number; side: number; draw: () => void }[] = [];
      const write = (text: string, x: number, y: number, size: number, font = fonts.body, side = 0) =>
        draws.push({ y, side, draw: () => page.drawText(text, { x, y, size, font }) });
      write('Journal of Old Timber 12 (1931)', 60, 760, 9);
      write('Tolls and beams', 200, 715, 18, fonts.bold);
      for (const [column, text] of [LEFT_COLUMN, RIGHT_COLUMN].entries()) {
        const x = 60 + column * 255;
        const lines = wrapText(text, fonts.body, 10, 235).flatMap((line) => {
          const [before, after] = line.split('travel-');
          return after === undefined ? [line] : [`${before ?? ''}travel-`, after];
        });
        for (const [row, line] of lines.entries()) write(line, x, 680 - row * 12, 10, fonts.body, column);
        page.drawLine({ start: { x, y: 116 }, end: { x: x + 60, y: 116 }, thickness: 0.5, color: black });
        write(`${column + 1} ${FOOTNOTES[column] ?? ''}`, x, 104, 8, fonts.body, column);
      }
      write(String(44 + number), 300, 30, 9);
      const sorted = {
        columns: draws.toSorted((a, b) => a.side - b.side),
        rows: draws.toSorted((a, b) => b.y - a.y),
        reversed: draws.toReversed(),
      }[order];
      for (const { draw } of sorted) draw();
    }
  });

export const NOTES = [
  'A bee carries eleven kilograms in a summer',
  'Treat the hive in December',
  'Late frost',
];

function drawNotesPage(pdf: PDFDocument, fonts: TestFonts, index: number): void {
  const page = pdf.addPage([540, 720]);
  frame(page, 90, 396, 360, 270);
  drawSlide(page, fonts, index, 90, 396, 360);
  page.drawText(NOTES[index] ?? '', { x: 60, y: 340, size: 14, font: fonts.body });
  page.drawText(String(index + 1), { x: 500, y: 20, size: 10, font: fonts.body });
}

/** A deck with the speaker's notes: on pages below a picture of the slide, or in annotations. */
export const makeNotes = (place: 'after-slides' | 'pages-only' | 'annotations'): Promise<Uint8Array> =>
  makePdf((pdf, fonts) => {
    if (place !== 'pages-only')
      for (const index of NOTES.keys()) {
        const page = pdf.addPage([720, 540]);
        drawSlide(page, fonts, index, 0, 0, 720);
        if (place === 'annotations') addNote(pdf, page, NOTES[index] ?? '');
      }
    if (place !== 'annotations') for (const index of NOTES.keys()) drawNotesPage(pdf, fonts, index);
  });

function addNote(pdf: PDFDocument, page: PDFPage, text: string): void {
  const note = pdf.context.obj({ Type: 'Annot', Subtype: 'Text', Rect: [10, 10, 30, 30] });
  note.set(PDFName.of('Contents'), PDFHexString.fromText(text));
  page.node.set(PDFName.of('Annots'), pdf.context.obj([pdf.context.register(note)]));
}

const METALS = [
  ['Metal', 'Melting point', 'Density', 'Where it is found'],
  ['Tin', '232 °C', '7.3', 'valley of Arn'],
  ['Lead', '327 °C', '11.3', 'mines of Pell,', 'after the flood'],
  ['Zinc', '420 °C', '', 'late, in closed pots'],
  ['Copper', '1085 °C', '8.9', 'island of Korsa'],
];

export const makeTable = (
  look: 'ruled' | 'head ruled' | 'bare' | 'numbers right',
  order: 'rows' | 'columns',
): Promise<Uint8Array> =>
  makePdf((pdf, { body, bold }) => {
    const page = pdf.addPage([612, 792]);
    const lefts = [70, 180, 290, 380];
    const cells = METALS.flatMap(([metal = '', point = '', density = '', ...found], row) =>
      [[metal], [point], [density], found].flatMap((lines, column) =>
        lines.map((text, line) => ({
          text,
          column,
          row,
          y: 660 - row * 40 + (lines.length > 1 ? 6.5 : 0) - line * 13,
        })),
      ),
    ).filter(({ text }) => text !== '');
    drawLines(page, ['The metals of the valley differ in more than their colour.'], { font: body, top: 720 });
    for (const { text, column, row, y } of order === 'rows'
      ? cells
      : cells.toSorted((a, b) => a.column - b.column)) {
      const font = row === 0 ? bold : body;
      const isRight = look === 'numbers right' && (column === 1 || column === 2);
      const x = (lefts[column] ?? 0) + (isRight ? 70 - font.widthOfTextAtSize(text, 11) : 0);
      page.drawText(text, { x, y, size: 11, font });
    }
    const rule = (y: number) =>
      page.drawLine({ start: { x: 65, y }, end: { x: 520, y }, thickness: 0.7, color: black });
    if (look === 'head ruled') for (const y of [680, 645, 485]) rule(y);
    if (look === 'ruled')
      for (const row of METALS.keys())
        for (const [column, width] of [110, 110, 90, 145].entries())
          frame(page, (lefts[column] ?? 0) - 5, 650 - row * 40, width, 40);
    drawLines(page, wrapText(TOWN.join(' '), body, 11, 450), { font: body, top: 440 });
  });

/** A table whose head spans columns, and which continues on the next page. */
export const makeLongTable = (): Promise<Uint8Array> =>
  makePdf((pdf, { body, bold }) => {
    const rows = [
      ['Brae', '41', '96', '118', '240'],
      ['Sund', '55', '', '102', '198'],
      ['Voss', '62', '71', '133', '251'],
      ['Marl', '38', '64', '90', '176'],
    ];
    for (const part of [rows.slice(0, 2), rows.slice(2)]) {
      const page = pdf.addPage([612, 792]);
      const write = (text: string, x: number, y: number, font = bold) =>
        page.drawText(text, { x, y, size: 11, font });
      frame(page, 60, 680, 100, 24);
      frame(page, 160, 680, 160, 24);
      frame(page, 320, 680, 160, 24);
      write('Rain in mm', 210, 688);
      write('Coast year', 370, 688);
      for (const [row, cells] of [['Town', 'Spring', 'Autumn', 'Winter', 'Sum'], ...part].entries())
        for (const [column, text] of cells.entries()) {
          const x = column === 0 ? 60 : 80 + column * 80;
          frame(page, x, 656 - row * 24, column === 0 ? 100 : 80, 24);
          if (text !== '') write(text, x + 8, 664 - row * 24, row === 0 ? bold : body);
        }
    }
  });

/** Lines of runs; a run with a rise is set small. */
export const makeScripts = (): Promise<Uint8Array> =>
  makePdf((pdf, { body }) => {
    const page = pdf.addPage([612, 792]);
    const lines: [string, number?][][] = [
      [['A mole holds 6.02 × 10'], ['23', 4.5], [' particles of any kind.']],
      [['The film is 4 × 10'], ['-9', 4.5], [' metres thick in the middle.']],
      [['Einstein wrote E = mc'], ['2', 4.5], [' in a letter of that year.']],
      [['The acid H'], ['2', -2.5], ['SO'], ['4', -2.5], [' burns the skin at once.']],
      [['The ion Ca'], ['2+', 4.5], [' moves through the wall of the cell.']],
    ];
    for (const [row, runs] of lines.entries()) {
      let x = 72;
      for (const [text, rise = 0] of runs) {
        const size = rise === 0 ? 12 : 8;
        page.drawText(text, { x, y: 700 - row * 40 + rise, size, font: body });
        x += body.widthOfTextAtSize(text, size);
      }
    }
  });

/** A sentence with a fraction in it: its parts are above and below a line. */
export const makeFractions = (): Promise<Uint8Array> =>
  makePdf((pdf, { body }) => {
    const page = pdf.addPage([612, 792]);
    for (const [row, [before, above, below, after]] of [
      ['The resistance is R =', 'U', 'I', 'for every wire.'],
      ['The mean speed is v =', 'a + b', '2t', 'on such a road.'],
    ].entries()) {
      const y = 700 - row * 60;
      const write = (text = '', x: number, at: number) =>
        page.drawText(text, { x, y: at, size: 12, font: body });
      write(before, 72, y);
      const left = 72 + body.widthOfTextAtSize(`${before ?? ''} `, 12);
      const widths = [above, below].map((text = '') => body.widthOfTextAtSize(text, 12));
      const width = Math.max(...widths) + 3;
      for (const [part, text] of [above, below].entries())
        write(text, left + (width - (widths[part] ?? 0)) / 2, y + (part === 0 ? 8 : -8));
      page.drawLine({
        start: { x: left, y: y + 4 },
        end: { x: left + width, y: y + 4 },
        thickness: 0.6,
        color: black,
      });
      write(after, left + width + 4, y);
    }
    drawLines(page, TOWN, { font: body, top: 540 });
  });

/** A formula that is drawn, between two lines of text. */
export const makeDrawnFormula = (): Promise<Uint8Array> =>
  makePdf((pdf, { body }) => {
    const page = pdf.addPage([612, 792]);
    page.drawText('Voltage, current and resistance are linked by', { x: 72, y: 700, size: 12, font: body });
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

/** Slides with code beside the boxes of a drawing, and small print around them. */
export const makeCodeSlides = (): Promise<Uint8Array> =>
  makePdf((pdf, { body, bold, code }) => {
    for (const name of ['Worker', 'Reader', 'Writer']) {
      const page = pdf.addPage([720, 540]);
      page.drawText(`The class ${name}`, { x: 40, y: 470, size: 32, font: bold });
      page.drawText(`import java.util.${name};`, { x: 430, y: 488, size: 13, font: code });
      page.drawText('import java.util.List;', { x: 430, y: 470, size: 13, font: code });
      for (const [row, line] of [
        `class ${name} {`,
        '  int size = 3;',
        '  void run() { work(); }',
        '}',
      ].entries())
        page.drawText(line.trimStart(), {
          x: line.startsWith(' ') ? 62 : 40,
          y: 390 - row * 24,
          size: 16,
          font: code,
        });
      for (const [row, text] of ['new', 'runnable', 'waiting or blocked'].entries()) {
        frame(page, 460, 350 - row * 60, 170, 34);
        page.drawText(text, { x: 475, y: 362 - row * 60, size: 14, font: body });
      }
      for (const [row, text] of [
        `• A ${name.toLowerCase()} runs by itself.`,
        '• It ends with its last statement.',
      ].entries())
        page.drawText(text, { x: 40, y: 190 - row * 36, size: 22, font: body });
      page.drawText('Concurrent programs', { x: 40, y: 14, size: 10, font: body });
      page.drawText(String(pdf.getPageCount()), { x: 680, y: 14, size: 10, font: body });
    }
  });

/** Slides with a drawing whose labels are at the height of points, and a remark beside the title. */
export const makeDrawingSlides = (side: 'left' | 'right'): Promise<Uint8Array> =>
  makePdf((pdf, { body, bold }) => {
    for (const name of ['Threads', 'Processes', 'Fibres']) {
      const page = pdf.addPage([720, 540]);
      const [points, boxes] = side === 'left' ? [330, 60] : [40, 480];
      page.drawText(`About ${name}`, { x: 40, y: 470, size: 32, font: bold });
      for (const [row, text] of [`New ${name.toLowerCase()} are`, 'subclasses of a class'].entries())
        page.drawText(text, { x: 430, y: 488 - row * 26, size: 22, font: body });
      for (const [row, text] of [
        '• Graphical user',
        'interfaces wait for events.',
        '• Servers wait for the next',
        'request of a client.',
      ].entries())
        page.drawText(text, {
          x: points + (text.startsWith('•') ? 0 : 14),
          y: 370 - row * 30,
          size: 24,
          font: body,
        });
      for (const [row, text] of ['new', 'runnable', 'waiting or blocked'].entries()) {
        frame(page, boxes, 340 - row * 60, 170, 34);
        page.drawText(text, { x: boxes + 15, y: 352 - row * 60, size: 18, font: body });
      }
    }
  });

/** A deck of one slide with what a design puts around it. */
export const makeLoneSlide = (): Promise<Uint8Array> =>
  makePdf((pdf, fonts) => {
    const page = pdf.addPage([720, 540]);
    drawSlide(page, fonts, 0, 0, 0, 720);
    page.drawText('Harbours, spring term', { x: 40, y: 14, size: 10, font: fonts.body });
    page.drawText('7', { x: 680, y: 14, size: 10, font: fonts.body });
  });
