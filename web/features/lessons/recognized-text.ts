import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import type { RecognizedPage } from '#contract/recognition.ts';

/** What pdf.js takes a page's text from. */
type TextContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>;
type TextItem = Extract<TextContent['items'][number], { str: string }>;

/** Turns points of the page as it is shown (y downwards) into those of the PDF (y upwards, before /Rotate). */
export interface PageGeometry {
  readonly width: number;
  convertToPdfPoint(x: number, y: number): number[];
}

const FONT = 'recognized';
/** The share of a word's box above its baseline. */
const ASCENT = 0.75;

/**
 * Gives the pages of a PDF that were recognized the text that was: the layer over the picture, selecting, searching and
 * marking then work as they do on a page that has text.
 * @param loadPage the recognized text of a page, or undefined for a page that contains text
 */
export function addRecognizedText(
  document: PDFDocumentProxy,
  loadPage: (page: number) => Promise<RecognizedPage | undefined>,
): void {
  const getPage = document.getPage.bind(document);
  const changed = new WeakSet<PDFPageProxy>();
  document.getPage = async (number) => {
    const page = await getPage(number);
    if (changed.has(page)) return page;
    changed.add(page);
    const streamTextContent = page.streamTextContent.bind(page);
    // pdf.js reads every text through this stream, `getTextContent` too.
    page.streamTextContent = (parameters) =>
      new ReadableStream({
        start: async (controller) => {
          const recognized = await loadPage(number);
          if (recognized === undefined) {
            const reader = streamTextContent(parameters).getReader() as ReadableStreamDefaultReader<unknown>;
            for (let read = await reader.read(); !read.done; read = await reader.read())
              controller.enqueue(read.value);
          } else controller.enqueue(toTextContent(recognized, page.getViewport({ scale: 1 })));
          controller.close();
        },
      });
    return page;
  };
}

/** The words of a recognized page as pdf.js describes text. */
export function toTextContent(recognized: RecognizedPage, geometry: PageGeometry): TextContent {
  const toPdf = placeOnPage(recognized, geometry);
  const items = recognized.lines.flatMap((line) =>
    line.map((word, index): TextItem => {
      const next = line[index + 1];
      const size = word.bottom - word.top;
      const baseline = word.top + ASCENT * size;
      const [x = 0, y = 0] = toPdf(word.left, baseline);
      const [alongX = 0, alongY = 0] = toPdf(word.left + size, baseline);
      const [upX = 0, upY = 0] = toPdf(word.left, baseline - size);
      // Up to the next word, so that the white between them can be selected and searched too.
      const right = next === undefined ? word.right : Math.max(word.right, next.left);
      return {
        str: next === undefined ? word.text : `${word.text} `,
        dir: 'ltr',
        transform: [alongX - x, alongY - y, upX - x, upY - y, x, y],
        width: (Math.hypot(alongX - x, alongY - y) / size) * (right - word.left),
        height: Math.hypot(upX - x, upY - y),
        fontName: FONT,
        hasEOL: next === undefined,
      };
    }),
  );
  const style = { fontFamily: 'sans-serif', ascent: ASCENT, descent: ASCENT - 1, vertical: false };
  return { items, styles: { [FONT]: style }, lang: null };
}

/** From the straightened page, on which the words lie, to the PDF. */
function placeOnPage(
  { width, height, turned_degrees: turned }: RecognizedPage,
  geometry: PageGeometry,
): (x: number, y: number) => number[] {
  const angle = (-turned * Math.PI) / 180;
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  const isSideways = Math.round(turned / 90) % 2 !== 0;
  const [shownWidth, shownHeight] = isSideways ? [height, width] : [width, height];
  // A PDF may count in other units than points.
  const scale = geometry.width / shownWidth;
  return (x, y) => {
    const [fromCentreX, fromCentreY] = [x - width / 2, y - height / 2];
    return geometry.convertToPdfPoint(
      scale * (shownWidth / 2 + fromCentreX * cosine - fromCentreY * sine),
      scale * (shownHeight / 2 + fromCentreX * sine + fromCentreY * cosine),
    );
  };
}
