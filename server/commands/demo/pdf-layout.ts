import type { PDFFont } from 'pdf-lib';
import { rgb, type RGB } from 'pdf-lib';

/** Lectern's palette (light), as on the screens. */
export const COLOURS = {
  paper: fromHex('#FBFAF7'),
  ink: fromHex('#1B1F2A'),
  muted: fromHex('#5A6072'),
  line: fromHex('#E4E1DA'),
  lapis: fromHex('#2F4BB8'),
  amber: fromHex('#8A5200'),
  amberPaper: fromHex('#FFF1D6'),
  sea: fromHex('#C9D6F2'),
} as const;

function fromHex(hex: string): RGB {
  const part = (start: number) => Number.parseInt(hex.slice(start, start + 2), 16) / 255;
  return rgb(part(1), part(3), part(5));
}

/** Breaks text into lines no wider than `width` points. A word that is wider stands alone on its line. */
export function breakIntoLines(text: string, font: PDFFont, size: number, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter((each) => each !== '')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && font.widthOfTextAtSize(longer, size) > width) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return line === '' ? lines : [...lines, line];
}
