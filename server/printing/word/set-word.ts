import {
  AlignmentType,
  Document,
  Footer,
  Header,
  LineRuleType,
  Packer,
  PageNumber,
  Paragraph,
  TabStopType,
  TextRun,
  type ISectionOptions,
} from 'docx';
import { wordsOf } from '../print-words.ts';
import type { PaperSize, PrintedDocument, PrintedSection, SetDocument } from '../printed-document.ts';
import { writeBlocks } from './blocks.ts';
import { BOLD, TWIPS, WORD_FONT } from './measures.ts';

const PAPERS: Record<PaperSize, { width: number; height: number }> = {
  a4: { width: 11906, height: 16838 },
  letter: { width: 12240, height: 15840 },
};
const SIDE = 68 * TWIPS;

/** Sets a document as a Word file. Word chooses a font for what its own fonts lack, so nothing is missing. */
export async function setWord(printed: PrintedDocument): Promise<SetDocument> {
  const document = new Document({
    creator: 'Lectern',
    title: printed.title,
    styles: {
      default: {
        document: {
          run: {
            font: WORD_FONT,
            size: 22,
            language: { value: printed.language === 'es' ? 'es-ES' : 'en-US' },
          },
          paragraph: { spacing: { line: 270, lineRule: LineRuleType.AUTO } },
        },
      },
    },
    sections: printed.sections.map((section) => setSection(section, printed)),
  });
  return { file: await Packer.toBuffer(document), missing: [] };
}

function setSection(
  { head, foot, blocks }: PrintedSection,
  { paper, language, sections }: PrintedDocument,
): ISectionOptions {
  // LibreOffice knows only the pages of the whole file.
  const total = sections.length === 1 ? PageNumber.TOTAL_PAGES : PageNumber.TOTAL_PAGES_IN_SECTION;
  const { width, height } = PAPERS[paper];
  const column = width - 2 * SIDE;
  const tabStops = [{ type: TabStopType.RIGHT, position: column }];
  const [before = '', between = '', after = ''] = wordsOf(language).page(1, 2).split(/[12]/u);
  const quiet = { size: 18, color: '555555' };
  return {
    properties: {
      page: {
        size: { width, height },
        margin: {
          left: SIDE,
          right: SIDE,
          top: 76 * TWIPS,
          bottom: 72 * TWIPS,
          header: 36 * TWIPS,
          footer: 36 * TWIPS,
        },
        pageNumbers: { start: 1 },
      },
    },
    headers: {
      default: new Header({
        children: [
          new Paragraph({
            tabStops,
            border: { bottom: { style: 'single', size: 4, space: 4, color: '8A8A8A' } },
            children: [
              new TextRun({ text: head.left, ...quiet }),
              new TextRun({ text: `\t${head.right}`, ...BOLD, size: 21 }),
            ],
          }),
        ],
      }),
    },
    footers: {
      default: new Footer({
        children: [
          new Paragraph({
            tabStops,
            alignment: AlignmentType.LEFT,
            children: [
              new TextRun({
                ...quiet,
                children: [foot, '\t', before, PageNumber.CURRENT, between, total, after],
              }),
            ],
          }),
        ],
      }),
    },
    children: writeBlocks(blocks, { indent: 0, width: column, isTogether: false }),
  };
}
