import { PDFDocument } from 'pdf-lib';
import { drawMapped, type MappedLine } from '#server/documents/testing/make-mapped-pdf.ts';
import { makePdf } from '#server/documents/testing/make-pdf.ts';
import { makeScan } from '#server/testing/make-scan.ts';

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

/** Lines whose ligatures are separate text objects with gaps around them. */
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

/** A picture of a page with a text layer, as OCR software leaves it. */
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
