import { degrees, rgb } from 'pdf-lib';
import { makePdf, wrapText } from '#server/documents/testing/make-pdf.ts';
import { TOWN } from './draw-text-layers.ts';

const black = rgb(0, 0, 0);

/** Pages whose content is rotated, and which the viewer rotates back. */
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
