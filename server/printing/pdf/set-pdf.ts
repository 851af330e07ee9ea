import PDFDocument from 'pdfkit';
import { wordsOf } from '../print-words.ts';
import type { PaperSize, PrintedDocument, PrintedSection, SetDocument } from '../printed-document.ts';
import { layOutBlock } from './blocks.ts';
import { Fonts } from './fonts.ts';
import { LineSetter, type Face } from './lines.ts';
import { drawRule, drawShort, INK, QUIET_INK, type Sheet, type Strip } from './strips.ts';

const PAPERS: Record<PaperSize, { width: number; height: number }> = {
  a4: { width: 595.28, height: 841.89 },
  letter: { width: 612, height: 792 },
};
const MARGINS = { side: 68, top: 76, bottom: 72 };
const SMALL: Face = { style: 'regular', size: 9 };
const SMALL_BOLD: Face = { style: 'bold', size: 10.5 };

/** Sets a document as PDF. Takes seconds for a long one: call it in a thread of its own. */
export async function setPdf(printed: PrintedDocument): Promise<SetDocument> {
  const { width, height } = PAPERS[printed.paper];
  const document = new PDFDocument({
    size: [width, height],
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    lang: printed.language,
    displayTitle: true,
    info: { Title: printed.title, Creator: 'Lectern' },
  });
  const file = collect(document);
  const fonts = new Fonts(document);
  const sheet: Sheet = { document, lines: new LineSetter(document, fonts) };
  for (const section of printed.sections) setSection(sheet, section, printed);
  document.end();
  return { file: await file, missing: fonts.missing };
}

function collect(document: InstanceType<typeof PDFDocument>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
  });
}

function setSection(sheet: Sheet, section: PrintedSection, { paper, language }: PrintedDocument): void {
  const { width, height } = PAPERS[paper];
  const column = { x: MARGINS.side, width: width - 2 * MARGINS.side };
  const first = sheet.document.bufferedPageRange().count;
  sheet.document.addPage();
  flow(
    section.blocks.flatMap((block) => layOutBlock(sheet, block, column)),
    { top: MARGINS.top, bottom: height - MARGINS.bottom },
    () => sheet.document.addPage(),
  );
  const count = sheet.document.bufferedPageRange().count - first;
  for (let page = 1; page <= count; page += 1) {
    sheet.document.switchToPage(first + page - 1);
    const place = { ...column, ink: QUIET_INK };
    const half = { ...place, width: column.width * 0.7 };
    drawShort(sheet, section.head.left, SMALL, { ...half, baseline: 46 });
    drawShort(sheet, section.head.right, SMALL_BOLD, { ...place, baseline: 46, ink: INK, align: 'right' });
    drawRule(sheet, { ...column, y: 54 });
    drawShort(sheet, section.foot, SMALL, { ...half, baseline: height - 40 });
    const number = wordsOf(language).page(page, count);
    drawShort(sheet, number, SMALL, { ...place, baseline: height - 40, align: 'right' });
  }
}

/** Puts strips on pages: glued ones on one page, unless they are longer than a page. */
function flow(
  strips: readonly Strip[],
  { top, bottom }: { top: number; bottom: number },
  addPage: () => void,
): void {
  let at = top;
  const breakPage = (): void => {
    addPage();
    at = top;
  };
  const place = (strip: Strip): void => {
    if (strip.isGap === true && at === top) return;
    if (at + strip.height > bottom && strip.isGap !== true) breakPage();
    strip.draw(at);
    at += strip.height;
  };
  for (const run of listGlued(strips)) {
    const height = run.reduce((sum, strip) => sum + strip.height, 0);
    if (at + height > bottom && at > top && height <= bottom - top) breakPage();
    for (const strip of run) place(strip);
  }
}

function* listGlued(strips: readonly Strip[]): Generator<Strip[]> {
  let run: Strip[] = [];
  for (const strip of strips) {
    run.push(strip);
    if (strip.isGlued) continue;
    yield run;
    run = [];
  }
  if (run.length > 0) yield run;
}
