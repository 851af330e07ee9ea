import { leading, makePdf, wrapText } from '#server/documents/testing/make-pdf.ts';

const PAGE = { width: 595, height: 842 };
const LEFT = 96;
const TOP = PAGE.height - 96;
const BOTTOM = 84;
const SIZES = { title: 27, heading: 15, body: 11, small: 9 };

/**
 * Lays out a lecture handout on A4 pages, with running head and page numbers. The source holds paragraphs parted by blank lines:
 * `# ` begins the title, `## ` a section.
 */
export const makeHandout = (source: string): Promise<Uint8Array> =>
  makePdf((pdf, fonts) => {
    let page = pdf.addPage([PAGE.width, PAGE.height]);
    let y = TOP;
    const blocks = source.trim().split(/\n\s*\n/);
    const title = blocks[0]?.replace(/^# /, '').split('\n', 1)[0] ?? '';
    for (const block of blocks) {
      const mark = /^#+ /.exec(block)?.[0] ?? '';
      const size = mark === '' ? SIZES.body : mark === '# ' ? SIZES.title : SIZES.heading;
      const font = mark === '' ? fonts.body : fonts.bold;
      const lines = wrapText(
        block.slice(mark.length).replaceAll('\n', ' '),
        font,
        size,
        PAGE.width - 2 * LEFT,
      );
      // A heading stays with the beginning of its paragraph.
      if (mark !== '' && y < BOTTOM + 6 * leading) y = 0;
      for (const line of lines) {
        if (y < BOTTOM) {
          page = pdf.addPage([PAGE.width, PAGE.height]);
          y = TOP;
        }
        page.drawText(line, { x: LEFT, y, size, font });
        y -= size * 1.5;
      }
      y -= mark === '' ? 5 : 12;
    }
    for (const [index, each] of pdf.getPages().entries()) {
      const small = { size: SIZES.small, font: fonts.body, x: LEFT };
      each.drawText(`${index + 1} / ${pdf.getPageCount()}`, { ...small, y: 44 });
      if (index > 0) each.drawText(title, { ...small, y: PAGE.height - 56 });
    }
  });
