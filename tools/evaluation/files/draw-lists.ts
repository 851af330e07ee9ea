import { rgb, type PDFPage } from 'pdf-lib';
import { makePdf, type TestFonts } from '#server/documents/testing/make-pdf.ts';

const black = rgb(0, 0, 0);

interface Placed {
  readonly x: number;
  readonly y: number;
  readonly size?: number;
  readonly bold?: boolean;
}

const write = (
  page: PDFPage,
  fonts: TestFonts,
  text: string,
  { x, y, size = 20, bold = false }: Placed,
): void => page.drawText(text, { x, y, size, font: bold ? fonts.bold : fonts.body });

/** Draws three slides with titles, so that the deck has a usual place for them. */
const makeSlides = (draw: (page: PDFPage, fonts: TestFonts, name: string) => void): Promise<Uint8Array> =>
  makePdf((pdf, fonts) => {
    for (const name of ['Granite', 'Basalt', 'Slate']) {
      const page = pdf.addPage([720, 540]);
      write(page, fonts, `About ${name}`, { x: 40, y: 470, size: 32, bold: true });
      draw(page, fonts, name);
    }
  });

/** Points whose bullets are circles, as browsers print them. */
export const makeDrawnBullets = (): Promise<Uint8Array> =>
  makeSlides((page, fonts, name) => {
    for (const [row, [indent, text]] of (
      [
        [0, `${name} is an old rock`],
        [1, 'found in mountains'],
        [1, 'cut with wire saws'],
        [0, 'Builders like its'],
      ] as const
    ).entries()) {
      const [x, y] = [60 + indent * 30, 400 - row * 30];
      page.drawCircle({ x: x - 14, y: y + 6, size: 3, color: black });
      write(page, fonts, text, { x, y });
    }
    write(page, fonts, 'even grain', { x: 60, y: 286 });
  });

/** Points whose further lines begin below the bullet. */
export const makeHangingPoints = (): Promise<Uint8Array> =>
  makeSlides((page, fonts, name) => {
    for (const [row, text] of [
      `• ${name} resists frost better than nearly all the stones that are`,
      'quarried in the valleys of the north',
      '• Masons of the Old Town and the villages that surround it never used',
      'Portland cement with it',
    ].entries())
      write(page, fonts, text, { x: 50, y: 400 - row * 26 });
  });

/** Slides with what they show later far outside the page. */
export const makeHiddenSteps = (): Promise<Uint8Array> =>
  makeSlides((page, fonts, name) => {
    write(page, fonts, `• ${name} is quarried in steps.`, { x: 50, y: 400 });
    write(page, fonts, '• The answer comes later.', { x: 3000, y: 3000 });
  });

/** Two lists next to each other, each below its heading. */
export const makeTwoLists = (): Promise<Uint8Array> =>
  makeSlides((page, fonts, name) => {
    for (const [x, lines] of [
      [50, ['Uses', `• ${name} floors`, '• Kerbs and', 'steps', '• Tombs']],
      [400, ['Costs', '• Transport', '• Skilled', 'masons', '• Diamond saws']],
    ] as const)
      for (const [row, text] of lines.entries())
        write(page, fonts, text, { x: /^[a-z]/u.test(text) ? x + 12 : x, y: 400 - row * 28 });
  });

/** A table next to a list whose lines are on the heights of its rows. */
export const makeTableBesideList = (): Promise<Uint8Array> =>
  makeSlides((page, fonts, name) => {
    for (const [row, text] of [
      `• ${name} is weighed before`,
      'it leaves the quarry',
      '• The load of a lorry is small',
      '• Ships carry the rest of it',
    ].entries())
      write(page, fonts, text, { x: /^i/u.test(text) ? 62 : 50, y: 400 - row * 28 });
    for (const [row, cells] of [
      ['Year', 'Blocks', 'Tons'],
      ['1990', '120', '340'],
      ['2000', '150', '410'],
      ['2010', '90', '260'],
    ].entries())
      for (const [column, text] of cells.entries())
        write(page, fonts, text, { x: 420 + column * 90, y: 400 - row * 28 });
  });

/** A chart with axes, and small print below it. */
export const makeChart = (): Promise<Uint8Array> =>
  makeSlides((page, fonts, name) => {
    for (const [row, text] of [
      `• The price of ${name.toLowerCase()} doubled.`,
      `• Ships of ${name.toLowerCase()} sail in spring.`,
      `• No lorry takes ${name.toLowerCase()} abroad.`,
    ].entries())
      write(page, fonts, text, { x: 40, y: 420 - row * 40 });
    page.drawLine({ start: { x: 420, y: 140 }, end: { x: 420, y: 400 }, color: black });
    page.drawLine({ start: { x: 420, y: 140 }, end: { x: 680, y: 140 }, color: black });
    for (const [tick, label] of ['0', '25', '50', '75'].entries()) {
      const at = tick * 70;
      page.drawLine({ start: { x: 414, y: 140 + at }, end: { x: 420, y: 140 + at }, color: black });
      page.drawLine({ start: { x: 420 + at, y: 134 }, end: { x: 420 + at, y: 140 }, color: black });
      page.drawLine({
        start: { x: 430 + at / 2, y: 150 + at },
        end: { x: 465 + at / 2, y: 200 + at / 2 },
        color: black,
      });
      write(page, fonts, label, { x: 390, y: 134 + at, size: 14 });
      write(page, fonts, String(1990 + tick * 10), { x: 410 + at, y: 116, size: 14 });
    }
    write(page, fonts, 'Price per block', { x: 500, y: 96, size: 14 });
    write(page, fonts, `Prices of ${name.toLowerCase()} exclude transport.`, { x: 40, y: 64, size: 12 });
    write(page, fonts, `Source: ${name} Yearbook`, { x: 40, y: 40, size: 12 });
  });

/** Slides that all have one title. */
export const makeOneTitle = (): Promise<Uint8Array> =>
  makePdf((pdf, fonts) => {
    for (const name of ['Granite', 'Basalt', 'Slate', 'Marble', 'Chalk']) {
      const page = pdf.addPage([720, 540]);
      write(page, fonts, 'Stones of the coast', { x: 40, y: 480, size: 32, bold: true });
      write(page, fonts, `${name} is quarried at the harbour.`, { x: 60, y: 400 });
      write(page, fonts, `The quarry of ${name.toLowerCase()} is closed in winter.`, { x: 60, y: 350 });
    }
  });
