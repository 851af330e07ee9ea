import { PDFDocument, type PDFPage } from 'pdf-lib';

/** A line of text, and the wrong entries of its font's character table. */
export interface MappedLine {
  readonly text: string;
  readonly font?: 'Times-Roman' | 'Helvetica-Bold';
  readonly size?: number;
  /** What each character is extracted as. Without it, the font has the usual encoding and no table. */
  readonly map?: (character: string) => string;
  readonly isHidden?: boolean;
}

/** The ligatures of the fonts, at codes that we chose. */
const ligatureCodes = new Map([
  ['\u{FB01}', 1],
  ['\u{FB02}', 2],
]);
const codeOf = (character: string): number => ligatureCodes.get(character) ?? character.codePointAt(0) ?? 63;
const hex = (number: number, digits: number): string => number.toString(16).padStart(digits, '0');

/** Makes a PDF whose pages look right, but whose text is wrong as the maps say. */
export async function makeMappedPdf(pages: readonly (readonly MappedLine[])[]): Promise<Uint8Array> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  for (const lines of pages) drawMapped(pdf, pdf.addPage([480, 60 + 24 * lines.length]), lines);
  return pdf.save();
}

/** Draws lines from the top of a page. */
export function drawMapped(
  pdf: PDFDocument,
  page: PDFPage,
  lines: readonly MappedLine[],
  { left = 30, leading = 24 } = {},
): void {
  const { context } = pdf;
  for (const [index, { text, font = 'Times-Roman', size = 11, map, isHidden = false }] of lines.entries()) {
    const dictionary = context.obj({
      Type: 'Font',
      Subtype: 'Type1',
      BaseFont: font,
      Encoding: { Type: 'Encoding', Differences: [1, 'fi', 'fl'] },
      ...(map === undefined ? {} : { ToUnicode: context.register(context.stream(characterMap(text, map))) }),
    });
    const name = page.node.newFontDictionary('Mapped', context.register(dictionary));
    const codes = Array.from(text)
      .map((character) => hex(codeOf(character), 2))
      .join('');
    const y = page.getHeight() - 30 - leading * index;
    const drawing = `BT ${name.toString()} ${size} Tf ${isHidden ? 3 : 0} Tr ${left} ${y} Td <${codes}> Tj ET`;
    page.node.addContentStream(context.register(context.stream(drawing)));
  }
}

/** The table of a font that maps the codes of characters to other characters. */
export function characterMap(text: string, map: (character: string) => string): string {
  const entries = [...new Set(text)].map((character) => {
    const units = Array.from(map(character))
      .flatMap((mapped) => mapped.split(''))
      .map((unit) => hex(unit.charCodeAt(0), 4));
    return `<${hex(codeOf(character), 2)}> <${units.join('')}>`;
  });
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Mapped def /CMapType 2 def
1 begincodespacerange <00> <ff> endcodespacerange
${entries.length} beginbfchar
${entries.join('\n')}
endbfchar endcmap end end`;
}

/** Shifts letters in the alphabet, as a wrong table does. */
export function shift(character: string, by = 3): string {
  const code = character.codePointAt(0) ?? 0;
  const first = code >= 97 && code <= 122 ? 97 : code >= 65 && code <= 90 ? 65 : undefined;
  return first === undefined ? character : String.fromCodePoint(((code - first + by) % 26) + first);
}
