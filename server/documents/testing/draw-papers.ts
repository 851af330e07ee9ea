import { rgb, type PDFFont, type PDFPage } from 'pdf-lib';
import { makePdf, wrapText, type TestFonts } from './make-pdf.ts';

const black = rgb(0, 0, 0);
const grey = rgb(0.85, 0.85, 0.85);

const MARSH =
  'Salt marshes form where rivers bring fine mud to a sheltered coast and the tide drops it among the stems of the grass. Each flood leaves a layer as thin as a sheet of paper, and after two hundred years the ground has risen by the height of a child.';
const CORES =
  'We measured the height of the ground at forty posts along six lines that run from the creek to the dyke. At each post we took a core of thirty centimetres, dried it, and weighed what was left after burning.';
const RISE =
  'Table 1 gives the values of each zone. The ground rose quickly near the creek and slowly near the dyke. Grazing changed little at the edge, but it halved the height of the grass inland, so that less mud was caught there in winter.';
const OUTLOOK =
  'If the sea rises by more than five millimetres a year, the inner part will drown before the edge does. The farmers of the parish have agreed to a trial in two fields.';
const ZONES = [
  ['Zone', 'Height', 'Rise'],
  ['Edge', '112 cm', '4.1 mm'],
  ['Middle', '148 cm', '3.0 mm'],
  ['Inner', '171 cm', '1.9 mm'],
];
const BOOKS = [
  'Adams, J. (1998). Mud and grass. Coastal Letters 12, 4-19.',
  'Berg, K. (2004). The weight of a marsh. Journal of Shores 7, 101-118.',
  'Carr, D. (2011). Dykes of the northern parishes. Harbour Press, Hull.',
];

/** Writes from top to bottom at one left edge. */
class Column {
  readonly page: PDFPage;
  readonly left: number;
  readonly width: number;
  y: number;

  constructor(page: PDFPage, left: number, width: number, top: number) {
    this.page = page;
    this.left = left;
    this.width = width;
    this.y = top;
  }

  write(text: string, font: PDFFont, size = 10, indent = 0): void {
    for (const line of wrapText(text, font, size, this.width - indent)) {
      this.y -= size * 1.2;
      this.page.drawText(line, { x: this.left + indent, y: this.y, size, font });
    }
  }

  paragraph(text: string, font: PDFFont, size = 10): void {
    this.write(text, font, size);
    this.y -= 6;
  }

  heading(text: string, { bold }: TestFonts): void {
    this.y -= 6;
    this.paragraph(text, bold, 12);
  }

  item(mark: string, text: string, font: PDFFont): void {
    this.page.drawText(mark, { x: this.left, y: this.y - 12, size: 10, font });
    this.write(text, font, 10, 18);
  }
}

/** A paper whose second column ends with its references, above a footnote; a table is in its text or below both columns. */
export const makePaperWithReferences = (table: 'in the column' | 'below both columns', mark: string) =>
  makePdf((pdf, fonts) => {
    const { body, bold } = fonts;
    const page = pdf.addPage([612, 792]);
    const left = new Column(page, 54, 240, 700);
    const right = new Column(page, 318, 240, 700);
    page.drawText('How salt marshes rise', { x: 200, y: 730, size: 18, font: bold });
    left.heading('1. Introduction', fonts);
    for (const text of [MARSH, OUTLOOK, CORES, MARSH]) left.paragraph(text, body);
    left.heading('2. Methods', fonts);
    left.paragraph(CORES, body);
    right.heading('3. Results', fonts);
    right.paragraph(RISE, body);
    const at = table === 'in the column' ? right : new Column(page, 150, 300, 130);
    at.paragraph('Table 1. Height and rise of the three zones.', bold, 8.5);
    for (const cells of ZONES) {
      at.y -= 11;
      for (const [index, text] of cells.entries())
        page.drawText(text, { x: (at === right ? 318 : 150) + index * 85, y: at.y, size: 8, font: body });
    }
    right.y -= 90;
    page.drawRectangle({ x: 318, y: right.y, width: 240, height: 80, borderColor: black, borderWidth: 0.5 });
    right.paragraph('Figure 1. The rise of the ground from the creek to the dyke.', body, 8.5);
    right.heading('4. Discussion', fonts);
    right.paragraph(OUTLOOK, body);
    right.heading('References', fonts);
    for (const book of BOOKS) right.write(book, body, 8.5);
    for (const [x, number, note] of [
      [54, 1, 'A marsh that is cut for hay is a saltmeadow.'],
      [318, 2, 'Values before 1990 were read from a drawing.'],
    ] as const) {
      page.drawLine({ start: { x, y: 162 }, end: { x: x + 60, y: 162 }, thickness: 0.5, color: black });
      page.drawText(`${number}${mark} ${note}`, { x, y: 150, size: 8, font: body });
    }
  });

/** A page with notes of several lines, or in small type, in one of its margins. */
export const makeMarginNotes = (side: 'left' | 'right', size: number) =>
  makePdf((pdf, fonts) => {
    const page = pdf.addPage([595, 842]);
    const text = new Column(page, side === 'right' ? 60 : 190, 340, 780);
    const notes = [
      'Mud: grains finer than sand, carried by slow water.',
      'Compare the dunes in lesson four.',
    ];
    for (const [index, paragraph] of [MARSH, CORES, RISE].entries()) {
      text.heading(['Mud', 'Cores', 'Zones'][index] ?? '', fonts);
      const note = new Column(page, side === 'right' ? 420 : 60, 115, text.y - 14);
      note.write(notes[index] ?? '', fonts.body, size);
      text.paragraph(paragraph, fonts.body, 11);
    }
  });

/** A box with a title, beside a paragraph or between two. */
export const makeBox = (place: 'beside' | 'between', look: 'framed' | 'shaded' | 'title bar' | 'tab') =>
  makePdf((pdf, fonts) => {
    const { body } = fonts;
    const page = pdf.addPage([595, 842]);
    const text = new Column(page, 60, 475, 780);
    text.heading('The first cold nights', fonts);
    text.paragraph(MARSH, body);
    const [left, width] = place === 'beside' ? [320, 215] : [60, 475];
    const top = text.y - (place === 'beside' ? 20 : 0);
    const height = place === 'beside' ? 100 : 60;
    page.drawRectangle({
      x: left,
      y: top - height,
      width,
      height,
      ...(look === 'shaded' ? { color: grey } : { borderColor: black, borderWidth: 1 }),
    });
    if (look === 'title bar') page.drawRectangle({ x: left, y: top - 22, width, height: 22, color: grey });
    if (look === 'tab')
      page.drawRectangle({ x: left, y: top, width: 80, height: 10, borderColor: black, borderWidth: 1 });
    const box = new Column(page, left + 8, width - 16, top - 2);
    box.paragraph('Why ice floats', fonts.bold, 12);
    box.paragraph(
      'Ice is lighter than water because its molecules stand in rings with room between them.',
      body,
    );
    if (place === 'between') text.y = top - height - 10;
    const beside = new Column(page, 60, place === 'beside' ? 245 : 475, text.y);
    beside.paragraph(`${CORES} ${OUTLOOK}`, body);
    beside.heading('The frozen shore', fonts);
    beside.paragraph(`${RISE} ${MARSH}`, body);
  });

/** A list whose items do not end with a full stop, between two paragraphs. */
export const makeList = (marks: readonly string[]) =>
  makePdf((pdf, fonts) => {
    const { body } = fonts;
    const text = new Column(pdf.addPage([595, 842]), 60, 400, 780);
    text.heading('Salt in water', fonts);
    text.paragraph('Work in pairs and follow the steps in this order.', body);
    const items = [
      'Put on the gloves and check that the tap is closed',
      'Weigh ten grams of salt in the small dish, note the value in the table, and give the dish to your partner',
      'Read the scale',
    ];
    for (const [index, item] of items.entries()) text.item(marks[index] ?? '', item, body);
    text.paragraph('Wash the dish when you are done. It is used by the next class.', body);
    text.heading('Questions', fonts);
    for (const paragraph of [OUTLOOK, MARSH]) text.paragraph(paragraph, body);
  });

/** Two columns below a drawing with labels across both. */
export const makeLabelledDrawing = () =>
  makePdf((pdf, fonts) => {
    const { body } = fonts;
    const page = pdf.addPage([612, 792]);
    for (const [index, label] of ['river', 'creek', 'marsh', 'dyke', 'field'].entries()) {
      const x = 90 + index * 100;
      page.drawEllipse({ x, y: 700, xScale: 45, yScale: 25, borderColor: black, borderWidth: 1 });
      page.drawText(label, { x: x - 12, y: 697, size: 8, font: body });
      page.drawText('zone', { x: x - 8, y: 686, size: 8, font: body });
      page.drawLine({ start: { x: x + 45, y: 700 }, end: { x: x + 55, y: 700 }, color: black });
    }
    for (const [column, texts] of [
      [MARSH, CORES, MARSH],
      [OUTLOOK, CORES, OUTLOOK],
    ].entries()) {
      const text = new Column(page, 54 + column * 264, 240, 640);
      for (const paragraph of texts) text.paragraph(paragraph, body);
    }
  });
