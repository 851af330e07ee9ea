import { rgb } from 'pdf-lib';
import { drawFrame } from '#server/documents/testing/draw-slides.ts';
import { drawLines, makePdf, wrapText } from '#server/documents/testing/make-pdf.ts';
import { TOWN } from './draw-text-layers.ts';

const black = rgb(0, 0, 0);

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
          drawFrame(page, (lefts[column] ?? 0) - 5, 650 - row * 40, width, 40);
    drawLines(page, wrapText(TOWN.join(' '), body, 11, 450), { font: body, top: 440 });
  });

/** A table that has headings across several columns and continues on the next page. */
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
      drawFrame(page, 60, 680, 100, 24);
      drawFrame(page, 160, 680, 160, 24);
      drawFrame(page, 320, 680, 160, 24);
      write('Rain in mm', 210, 688);
      write('Coast year', 370, 688);
      for (const [row, cells] of [['Town', 'Spring', 'Autumn', 'Winter', 'Sum'], ...part].entries())
        for (const [column, text] of cells.entries()) {
          const x = column === 0 ? 60 : 80 + column * 80;
          drawFrame(page, x, 656 - row * 24, column === 0 ? 100 : 80, 24);
          if (text !== '') write(text, x + 8, 664 - row * 24, row === 0 ? bold : body);
        }
    }
  });

/** Lines of text runs; a run that is raised or lowered is set smaller. */
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

/** A sentence with a fraction, whose parts are above and below a bar. */
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

/** A formula drawn as outlines between two lines of text. */
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
